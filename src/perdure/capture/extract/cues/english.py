"""Cues of English statements."""

from __future__ import annotations

from functools import cache

from perdure.capture.extract.cues.cue import Cue, cue, words
from perdure.capture.extract.cues.people import GROUP, KIN

_ADVERBS = r"(?:(?:\w+ly|always|also|just|still|now|currently|often|even|already|once|have|had|both|all|then|do|did|kind of|sort of|more of|quite|very much|too) ){0,3}"
_I = rf"\b(?:i|we)(?:'ve)? {_ADVERBS}"
_BE = rf"\b(?:i'm|i am|im|i've been|i have been|we're|we are|we've been|i was|we were) {_ADVERBS}"
_WILL = r"\b(?:i|we)(?:'ll| will|'m going to| am going to|'re going to| are going to|'m gonna) (?:\w+ly |also |then |try to )?"
_DAY = words("(?:mon|tues|wednes|thurs|fri|satur|sun)day")
_MONTH = words("january february march april may june july august september october november december")
_WHEN = rf"\b(?:by|before|until|on|at|in|this|next|tomorrow|tonight|today|end of|{_DAY}|weekend|{_MONTH}|\d)\b"
_SOON = rf"(?=.{{0,80}}{_WHEN})"
_OFTEN = (
    rf"\b(?:every|each|daily|weekly|before (?:work|bed)|after work|in the (?:mornings?|evenings?)|on (?:{_DAY}s|weekends)|twice|three times|regularly|a (?:day|week|month)|at night|"
    r"all the time|for (?:everything|work|a living|fun)|since)\b"
)
_HEALTH = words(
    "\\w*allerg\\w* diabet\\w+ asthma\\w* migraines? hypertension (?:high|low)_blood_pressure cholesterol co?eliac adhd autis\\w+ anxiety depression arthritis insomnia",
    "epilepsy eczema ibs crohn\\w* endometriosis \\w*intoleran\\w+ dyslexi\\w+ colou?r[-_]?blind\\w* bad_(?:knee|back|shoulder|hip)s? pacemaker hearing_aids?",
    "(?:heart|thyroid|kidney|back|knee)_(?:condition|problems?|disease|surgery|issues?|replacement)",
)
_DO = words(
    "send submit deliver finish call e-?mail text message pay return bring review prepare meet hand_in ship write fix book pick_up drop_off visit present upload share publish release",
    "complete update draft sign renew register apply cook bake buy order drive take give help join attend start move fly leave make get run post merge deploy test clean organi[sz]e cover",
    "handle introduce schedule talk speak reply respond transfer lend host finali[sz]e travel quit switch be",
)
_DONE = words(
    "finished completed submitted shipped deployed fixed wrote written implemented merged released passed failed started begun began signed received booked ordered paid sent handed_in set_up",
    "installed published launched solved resolved built renewed registered applied cancell?ed migrated refactored reviewed drafted uploaded repaired assembled scheduled hired interviewed",
    "translated recorded tested closed opened got_(?:to|through|as_far) ran reached saved learn(?:ed|t) done moved_on wrapped_up put_together sorted_out picked_up corrected adjusted added",
    "updated extended increased reduced scored earned raised collected designed created prepared gathered tracked enrolled lost_\\d",
)
_CHANGES = words(
    "moved adopted graduated joined retired enrolled quit (?:got|been|was|were)_(?:married|engaged|divorced|promoted|fired|hired|laid|accepted|rejected|admitted|diagnosed|invited|offered|born|raised)",
    "became had_(?:twins|an?_baby|surgery|an?_accident|an?_operation) switched changed gave_up stopped rented leased signed_up sold planned broke_(?:my|an?|up) sprained injured grew_up used_to",
    "opened_(?:a|an|my|our) started_(?:a|an|my|our|\\w+ing) took_up bought_(?:a|an|my|our|the|two|some|new) got_(?:a|an|our|my)_(?:new|puppy|dog|cat|kitten|job|car|house|promotion|raise|offer|scholarship|dog|pet|tattoo)",
    "got_into got_(?:the_job|the_offer|in|tickets) won_(?:a|an|the|first|second) lost_my flew_to travell?ed_to volunteered donated emigrated immigrated relocated founded",
)
_GOING = words(
    "working_on writing building learning studying training preparing planning reading renovating saving applying designing developing translating organi[sz]ing migrating setting_up",
    "trying_to_(?:quit|lose|learn|get|find|save|reduce|cut|eat|build|improve|stop|become|write|run|sleep|read|finish|master|finali[sz]e) looking_for_(?:a|an|my|another) job_hunting house_hunting",
    "taking_(?:a|an|classes|lessons|driving|piano|guitar|swimming|dance|spanish|french|german|japanese|evening|night|part) in_the_middle_of halfway rehearsing practi[cs]ing recovering",
    "refactoring implementing testing debugging rewriting hiring moving starting launching researching drafting editing remodell?ing painting decorating getting_(?:married|a|my|divorced|ready_for)",
    "expecting_a enrolled registered signed_up hosting running_a doing_(?:a|an|my|the) cutting_(?:down|back) leading managing responsible_for in_charge_of mentoring teaching coaching volunteering",
    "seeing_a dating raising growing restoring knitting composing recording interning using focusing_on collaborating",
)
_WANTS = (
    r"\bi (?:really |also |still )?(?:want|plan|intend|aim|hope|would like|am hoping) to (?:learn|become|get (?:a|my|in|better|into|married|fit)|run (?:a|the|my)|lose|save|buy (?:a|an|my|our)|build|start|finish|move|"
    r"visit|travel|quit|improve|write (?:a|my)|read \d|reach|switch|apply|study|retire|open|launch|pass|renovate|publish|be able)\b"
)
_THING = words(
    "appointment meeting exam interview flight trip deadline sprint project budget launch release wedding party renovation course semester classe?s? conference presentation demo defen[sc]e surgery contract lease",
    "goal target plan thesis dissertation paper report draft chapter app website server database repo(?:sitory)? deployment migration backend frontend api build tests? login payments? search export import feature",
    "bug ticket invoice application visa passport marathon race concert house apartment flat car kitchen garden move event workshop training homework assignment finals rent total price cost word_limit stand-?up",
    "retro review shift delivery order package check-?up vacation holiday hotel festival recital tournament match exhibition novel album newsletter company team office store shop business startup client code stack",
    "step phase stage schedule timeline milestone version design mockups? prototype slides document(?:ation)? docs survey experiment dataset model pipeline dashboard intro photos cover logo webhook script service checkout",
)
_STATE = words(
    "done finished completed? fixed ready live merged deployed working broken blocked pending open failing passing scheduled booked submitted approved rejected in_progress on_hold overdue underway",
    "up_and_running sent signed paid delivered shipped postponed cancell?ed delayed missing left written tested half_done empty",
)
_JUDGED = words(
    "great nice good fun cool awesome funny so very really terrible helpful interesting amazing bad boring awful beautiful late crowded packed slow again delicious annoying fine lovely crazy"
)
_KIN_DOES = words(
    "is are was has have works? worked lives? lived loves? likes? hates? wants? plays? always also never won't can't cannot doesn't don't studies studied runs? speaks? teaches turns? turned passed",
    "starts? started owns? uses? drives? eats? drinks? needs? comes? will died married graduated retired name names birthday job named only usually often prefers? enjoys? visits? switched decided",
    "go(?:es)?_to attends? hired moved adopted takes? charges? sells? thinks_i both age recently became joined handles? manages? wrote speaks? sits",
)
_ROUTINE = words(
    "eat drink take use wear read play watch listen go do run swim ride bike cycle walk drive cook sleep wake get_up commute collect practi[cs]e jog train meditate paint sing dance write work garden bake",
    "volunteer knit fish hike climb ski surf sew meet",
)
_GAVE_UP = words(
    "eat eating drink drinking use using smok\\w+ cook wear watch read play do doing take taking have own drive speak like work go live coffee meat sugar alcohol dairy gluten caffeine social",
)


@cache
def english() -> tuple[Cue, ...]:
    """The cues, those of the greatest worth first."""
    return tuple(
        sorted(
            (*_who(), *_tastes(), *_resolves(), *_rules(), *_plans(), *_work(), *_life()),
            key=lambda item: -item.importance,
        )
    )


def _who() -> tuple[Cue, ...]:
    people = words(
        "from_(?!what|the_looks|now|here|there)",
        "based_in",
        "\\d{1,2}\\b(?!_%)",
        "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)",
        "married single\\b divorced engaged widowed retired",
    )
    ways = words(
        "vegetarian vegan pescatarian left-handed right-handed bilingual fluent self-employed unemployed freelanc half_\\w+ majoring raised born",
        "in_my_(?:\\w+_)?(?:twenties|thirties|forties|fifties|sixties|\\d\\ds|first|second|third|fourth|final|last) in_(?:\\w+_)?grade",
    )
    an = r"(?:an?|the|head|vp|director|chief|co-?founder|originally) (?!bit|little|lot|fan|big fan|huge fan|mess|while|couple|few|same|one|only|kind|idiot|wreck|genius|fool|dummy)"
    mine = words(
        "age job title profession address phone number e-?mail hometown nationality blood_type height weight zodiac star_sign pronouns native_language mother_tongue first_language major degree",
        "salary shoe_size time_?zone employer religion surname nickname handle username",
    )
    return (
        cue(
            "identity",
            0.9,
            r"\bmy (?:full |first |last |real |chinese |english |middle )?name(?:'s| is)\b|\bi(?:'m| am) called\b|\bi go by\b|\bcall me (?!back|crazy|later|when|if)|\bpeople call me\b",
            r"\bmy (?:birthday|birth date|date of birth) (?:is|falls)\b|\b(?:i was|i'm) born (?:on|in)\b",
            certain=True,
        ),
        cue(
            "fact",
            0.9,
            rf"{_BE}(?:\w+ )?(?:severely |deathly |mildly )?(?:allergic|intolerant|diabetic|asthmatic|co?eliac|epileptic|dyslexic|colou?r[- ]?blind|deaf|autistic|lactose|gluten|pregnant)\b",
            rf"{_I}(?:have|got|suffer from|live with|was diagnosed with|been diagnosed with) (?:[\w-]+ ){{0,3}}{_HEALTH}",
            certain=True,
        ),
        cue(
            "identity",
            0.85,
            rf"{_BE}(?:{an}|{people}|{ways})",
            rf"{_I}(?:work(?:ed)? (?:as|at|for|in|on|from|with|remotely|part-time|full-time|nights|night|shifts)|live[ds]? (?:in|on|at|with|alone|near|here|there))\b",
            rf"{_I}(?:teach|taught|stud(?:y|ied)|major(?:ed)?|graduated|grew up|own|founded|run a|run my|manage a|lead a|come from|moved to|relocated|emigrated|speak|joined|retired)\b",
            r"\bi(?:'m| am) (?-i:[A-Z][a-z]+(?: [A-Z][a-z]+)*)(?:,| and (?:i|we)\b| from\b|\.?$)|(?-i:\bI(?:'m| am) [A-Z][a-z]+ [A-Z][a-z]+)|\bi(?:'m| am),? [\u4e00-\u9fff]{2,4}",
            rf"\bmy (?:\w+ )?{mine} (?:is|are|was)\b",
        ),
    )


def _tastes() -> tuple[Cue, ...]:
    like = words(
        "prefer like love hate dislike adore detest enjoy can't_stand cannot_stand don't_(?:really_)?(?:like|enjoy|eat|drink) never_(?:eat|drink|use|wear|take)"
    )
    often = words("always never usually normally often mostly rarely seldom tend_to mainly typically generally")
    fond = words(
        "fan_of into keen_on fond_of obsessed_with addicted_to scared_of afraid_of terrified_of more_of_an? \\w+_person \\w+_lover night_owl early_bird"
    )
    return (
        cue(
            "preference",
            0.8,
            rf"{_I}{like}\b(?! to (?:know|ask|hear|see|think|say)\b)|\bmy (?:\w+ )?(?:favou?rite|go-to|least favou?rite)\b|\bfavou?rite \w+(?: \w+)? (?:is|are|of mine)\b|\bi'd (?:much )?(?:rather|prefer)\b",
            certain=True,
        ),
        cue(
            "preference",
            0.7,
            rf"\bi (?:\w+ )?{often}\b (?!forget|thought|wonder|wanted|knew|know|mind|have to)\w+",
            rf"{_I}{_ROUTINE}\b(?=.{{0,60}}{_OFTEN})",
            rf"{_I}(?:don't|do not|no longer|stopped|quit|gave up|can't|won't|am done with|haven't) (?:\w+ly )?{_GAVE_UP}\b(?!ing care)",
            rf"{_BE}(?:not )?(?:an? )?(?:big |huge |massive |real |total |complete |bit of an? )?{fond}\b",
            r"\bi (?:(?:switched|changed|moved|converted) (?:over )?(?:from|to|back to)|went (?:over|back to))\b|\bi've been (?:\w+ly )?\w+ing\b(?=.{0,60}\b(?:for|since|every|instead of)\b)|\b(?:lately|recently|these days|nowadays),? i(?:'m|'ve been| have been) (?!feeling|thinking|wondering|having|watching|so\b)\w+ing\b",
            r"\bi can only \w+|\bi(?:'m| am) (?:off|on a|on the) (?:\w+ )?(?:diet|sugar|coffee|keto|meat|dairy|alcohol|carbs)\b|\bi (?:need|wear|weigh|earn|drive|attend|rent) (?:a|an|my|size|about|\d)",
            rf"{_I}(?:play|collect|practi[cs]e|follow|support) (?:the |a |an |in |some )?\w+",
        ),
    )


def _resolves() -> tuple[Cue, ...]:
    decided = words("decided chosen agreed settled_on opted committed_to_using picked voted")
    return (
        cue("rule", 0.8, r"^(?:always|never|from now on)\b|\bfrom now on\b|\bgoing forward\b"),
        cue(
            "decision",
            0.8,
            rf"\b(?:we|i|they|the team|the board|my \w+)(?:'ve| have| has)? (?:finally |all |just |now |both )?{decided}\b|\b(?:[A-Z]\w+ and i|everyone) {decided}\b",
            r"\b(?:we|i)(?:'ve)? (?:finally |then |just )?(?:chose|went with|are going with|will go with|'ll go with|ended up (?:going|choosing|picking|using|taking|buying|with)|landed on)\b|\b(?:we|i)(?:'re|'ll|'m| are| will| am) (?:go|going|stick|sticking|stay|staying) with\b",
            r"\blet's (?:go with|use|stick with)\b|\b(?:the )?(?:final )?decision (?:is|was)\b|\b(?:we|i)(?:'re| are)? (?:now )?(?:switching|moving|migrating|switched|moved|migrated) (?:over )?(?:from|to)\b",
        ),
        cue(
            "commitment",
            0.75,
            r"\b(?:i|we)(?:'ve| have)? promised\b|\bi (?:gave|made) (?:\w+ )?(?:my word|a promise)|\b(?:i|we) (?:committed|have committed|signed up) to\b",
            rf"{_WILL}{_DO}\b{_SOON}|\bi (?:told|assured) (?:\w+ ){{1,3}}?(?:that )?(?:i'd|i would|i'll|i will)\b",
        ),
        cue(
            "task",
            0.75,
            r"\bdeadline (?:is|was|for|has|got|moved|of)\b|\b(?:a|the|my|our) (?:\w+ ){0,2}deadline\b|\b(?:is|are|it's) due\b|\bdue (?:on|by|in|next|this|tomorrow|date)\b",
            r"\b(?:i|we) (?:still |really |also )?(?:have to|need to|must|gotta)\b(?=.{0,80}\b(?:by|before|until|due|no later|tomorrow|tonight|today|next|this week|this month|on|at the latest)\b)|\b(?:i'm|we're|i am|we are) supposed to\b(?! (?:be|know)\b)",
        ),
    )


def _rules() -> tuple[Cue, ...]:
    """How things are done in a project, by nobody in particular and on no day."""
    about = words(
        "prs? pull_requests? merge_requests? commits? branch(?:es)? deploy(?:ment)?s? releases? tests? migrations? docs documentation comments? endpoints? variables? logs? images? passwords? secrets? code queries",
        "builds? configs? scripts? dependencies packages? components? meetings? invoices? contracts? expenses files? e-?mails? orders? guests? meals?",
    )
    once = r"(?!.*\b(?:today|tomorrow|tonight|by|this (?:week|month|morning|evening)|next)\b)"
    subject = rf"^{once}(?:(?:all|every|each|any|no|our|the|new) (?:[\w-]+ ){{0,3}}|(?:[\w-]+ )?){about}"
    return (
        cue(
            "rule",
            0.8,
            rf"{subject} (?:\w+ ){{0,3}}?(?:must|(?:has|have|needs?) to (?:be|have|pass|go)|needs? (?:at least |an? |two |\d )|(?:is|are) (?:not |never )(?:allowed|permitted)|requires?|should (?:always|never))\b",
        ),
        cue("decision", 0.65, rf"{subject} (?:always |all |only |should |must )*(?:uses?|runs? on|goes? through)\b"),
        cue("decision", 0.65, rf"^use [\w.+# -]+? (?:for|in) (?:all|every|each|our|new|any) (?:\w+ ){{0,2}}{about}"),
    )


def _plans() -> tuple[Cue, ...]:
    """What lies ahead on a day that is named, and papers that run out."""
    feast = words(
        "christmas easter thanksgiving new_year(?:'s)?(?:_eve)? hanukkah diwali eid chinese_new_year spring_festival national_day the_holidays summer winter spring_break"
    )
    paper = words(
        "passport visa driver'?s?_licen[sc]e licen[sc]e lease insurance contract membership permit warranty subscription green_card id_card certificate domain"
    )
    day = rf"(?:this weekend|next (?:week|weekend|month|{_DAY})|tomorrow|on {_DAY}|over the weekend)"
    return (
        cue(
            "event",
            0.65,
            rf"{_WILL}(?:go|be|fly|drive|head|travel|visit|work|stay)\b.{{0,40}}\b(?:for|over|during|at|on) {feast}\b|{_BE}(?:going|flying|driving|heading|travell?ing|visiting|staying|spending|working)\b.{{0,40}}\b(?:for|over|during|at|on) {feast}\b",
            rf"\b(?:i|we) (?:have to|need to|must|gotta|will|am going to) (?:work|be on call|cover|babysit|travel)\b.{{0,30}}\b{day}\b|\bi(?:'m| am) (?:on call|working)\b.{{0,20}}\b{day}\b",
            r"\b(?:i|we) (?:went|flew|travell?ed|drove|took a trip) to (?-i:[A-Z])\w+",
        ),
        cue(
            "task",
            0.7,
            rf"\b(?:my|our|the) (?:\w+ )?{paper} (?:expires?|runs out|is (?:up|expiring|about to expire)|will expire|ends|needs? (?:to be )?renew\w*)\b",
        ),
    )


def _work() -> tuple[Cue, ...]:
    who = r"\b(?-i:[A-Z][a-z]+|[\u4e00-\u9fff]{2,3})(?: and (?-i:[A-Z][a-z]+))? "
    does = words(
        "handles? is_handling will_handle takes_care is_taking_care owns is_responsible are_responsible is_in_charge leads manages reviews",
        "will_(?:review|send|do|write|take|join|help|bring|prepare|present|call) approved signed_off is_on_(?:leave|vacation|it) reports_to joined left",
    )
    verb = words(
        "is are will starts? ends? takes_place costs? has have moved got needs? runs? uses? includes? launche[sd] opens? happens goes consists depends closes arrives leaves"
    )
    return (
        cue(
            "task",
            0.7,
            rf"\b(?:i|we)(?:'ve| have)? {_ADVERBS}{_DONE}\b(?! (?:it|that|this|you|out|so|the same) ?(?:$|[.,!]))",
            r"^(?:just |finally )?got (?:the|my|our) (?:\w+ ){1,3}(?:approved|done|fixed|accepted|signed|back|ready|working)\b",
            rf"^{_DONE} (?!by\b|me\b)(?:the|my|our|all|\d|a|an|chapter|part|level|module|unit)\b",
            rf"\b{_THING}s?\b(?: \S+){{0,5}}? (?:is|are|'s|was|has been|have been|isn't|aren't|got) (?:now |finally |already |half |almost |nearly |all |still |not |just |\d+ ?% )*{_STATE}\b",
            rf"\b(?:all |the |my |our |some )*{_THING}s? (?:all |still |now |finally |mostly )*(?:pass(?:es|ed)?|fail(?:s|ed)?|works?|don't work|doesn't work|runs?|crashe?s|is up)\b",
            r"\b(?:done|finished|through) with (?:the|my|our|chapter|part)\b|\b(?:i'm|we're|i am|we are|still|currently) (?:\w+ )?(?:stuck|blocked)\b|\bstuck (?:on|with|at)\b|\bnext (?:step|up|task|milestone) (?:is|will be)\b",
            r"\bi still (?:have|need) to (?!go|run|say|see|think|admit)\w+|\bwaiting (?:for|on) (?:the|my|an?|their|his|her) (?:\w+ ){0,2}(?:results?|approval|visa|reply|response|offer|decision|feedback|parts?|confirmation|answer|verdict|quote|refund)\b",
            r"\b(?:is|are) half done\b|\b(?:still )?(?:left|remaining|to go)$",
        ),
        cue(
            "task",
            0.7,
            rf"{_BE}{_GOING}\b",
            rf"\b(?:my|our|the) (?:\w+ )?(?:goal|target|aim|plan|dream|new year's resolution) is\b|{_WANTS}",
        ),
        cue(
            "task",
            0.7,
            rf"{who}{does}\b",
            rf"\b(?:the|my|our|this|next|first|final|total) (?:[\w-]+ ){{0,3}}{_THING}s?\b(?: (?:for|of|with|at|in|to|on|from) (?:[\w'-]+ ){{1,5}})? ?(?:'s|{verb})\b(?! {_JUDGED}\b)",
        ),
        cue(
            "task",
            0.7,
            rf"\b(?:the|my|our) (?:\w+ ){{0,2}}(?:{KIN}|{GROUP}|board|committee|bank|editor|reviewer|vendor|supplier|contractor|investors?) (?:has |have |just |finally )?(?:approved|rejected|signed|accepted|confirmed|"
            r"postponed|cancelled|agreed|promised|asked for|asked me|wants? (?:me|us|the|it)|needs? (?:me|us|the|it)|extended|moved the|sent (?:me|us|the))\b",
        ),
        cue(
            "fact",
            0.65,
            rf"\b(?:my|our|the) (?:\w+ ){{0,2}}{GROUP} (?:uses?|runs?|moved|switched|is|are|has|have|won't|wants?|likes?|needs?|decided|agreed|meets?|works?|sits|approved|hired|pays|offers|asked for|makes|builds|sells)\b(?! {_JUDGED}\b)",
            r"\bwe (?:all |mostly |only |both |also |now |currently |still )*(?:use|speak|live|work|run|host|deploy|meet|moved|own|eat|celebrate|share|store|support|charge|sell|ship|start|follow|have (?:a|an|two|three|four|\d+|no|our))\b",
            r"\b(?:his|her|their|its) names? (?:is|are)\b|\b(?:a|an) (?:company|contractor|firm|guy|woman|agency) (?:called|named)\b|\bi (?:belong|carry|owe|support)\b",
        ),
    )


_BUSY = (
    r"(?:\w+ly )?(?!working|living|studying|learning|moving|getting|expecting|turning|starting|training|teaching|visiting|coming|retiring|building|handling|taking|planning|looking|going|having|graduating|"
    r"writing|running|leading|leaving|recovering|applying)\w+ing\b"
)
"""What somebody is at just now."""


def _life() -> tuple[Cue, ...]:
    own = words("an? one two three four five six some no several \\d+ my our many")
    matter = words(
        "exam interview appointment presentation flight surgery check-?up recital hearing finals defen[sc]e wedding reservation job_offer baby_shower review"
    )
    date = words(
        "meeting trip test concert race marathon conference class course party workshop tournament date call vacation holiday"
    )
    going = words(
        "flying moving going travell?ing leaving visiting meeting starting seeing getting having throwing attending driving taking hosting"
    )
    names = r"(?:'s)?(?:,? (?-i:[A-Z])[\w-]+,?)*(?: and (?:my |our )?\w+)?"
    return (
        cue(
            "fact",
            0.75,
            rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}{KIN}{names} {_KIN_DOES}\b(?! {_BUSY})|\b(?:my|our) (?:[\w-]+ ){{0,2}}{KIN}(?:'s|'re) (?:an?|from|in|called|named|\d|allergic|vegan|vegetarian|name)\b",
            rf"\b(?:i|we)(?:'ve)? (?:also |already |now |still |only |just |both )*(?:have|got|own|adopted|raise) (?:\w+ )?(?:{own}) (?:\w+ ){{0,3}}{KIN}s?\b|\bwe (?:named|called) (?:the|our|him|her)\b|\bi(?:'m| am) on (?:the|a) (?:waitlist|waiting list|board|committee|shortlist)\b|\bi (?:keep|eat) (?:kosher|halal)\b|\bi keep (?:bees|chickens|hens|goats|fish|horses|a \w+)|\bthere are (?:\w+ )?of us\b",
            r"\b(?:i|we)(?:'ve)? (?:also |already |now |still |only |just )*(?:have|own) (?:an?|one|two|three|\d+) (?:\w+ ){0,3}(?:car|house|apartment|flat|bike|motorcycle|boat|garden|tesla|macbook|laptop|piano|guitar|degree|phd|diploma|scholarship|mortgage|visa|green card|license|company|business|shop|store|blog|channel|tattoo|twins?)\b",
        ),
        cue(
            "event",
            0.7,
            rf"\b(?:i|we)(?:'ve| have)? (?:got |have |had )?(?:an?|my|our|the|two|three|four|another)? ?(?:[\w-]+ ){{0,3}}{matter}s?\b{_SOON}",
            rf"\b(?:i|we)(?:'ve| have) (?:got )?(?:an?|my|our|the|two|three|another) (?:[\w-]+ ){{0,3}}{date}s?\b{_SOON}",
            rf"\b(?:i'm|we're|i am|we are) (?:\w+ )?{going}\b{_SOON}",
        ),
        cue(
            "event",
            0.65,
            rf"\b(?:i|we)(?:'ve|'d| have| had)? {_ADVERBS}{_CHANGES}\b(?! (?:it|that|this|you|wrong|curious|bored|hungry|tired|lucky|stuck|so|there|my mind)\b)",
        ),
        cue(
            "event",
            0.5,
            rf"\b(?:i|we)(?:'ve|'d| have| had)? {_ADVERBS}(?:went|visited|met|attended|saw|bought|watched|made|tried|took|celebrated|hosted|performed|planted|won|lost|got|left)\b",
        ),
    )
