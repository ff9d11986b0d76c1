"""Who a question speaks of: names, the asker, and the one it is put to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.text.voice import asks_listener, in_first_person, named_in, speaks_of_asker

SPEAKERS = (
    "Ana", "Ana Lee", "James", "José", "Zoë", "O'Neil", "x.y", "C++", "bot-7", "ann_smith", "Will", "May",
    "小林", "林", "张伟", "张伟明", "阿布都·热西提", "はなこ", "지민", "user", "assistant", "用户", "", " ", "?", "(", "🙂",
)  # fmt: skip

NAMED_EN = [
    ("What does Ana drink?", ("Ana",)),
    ("what does ANA drink", ("Ana",)),
    ("what does ana drink", ("Ana",)),
    ("Ana's dog", ("Ana",)),
    ("Ana’s dog", ("Ana",)),
    ("Where did James' brother move?", ("James",)),
    ("Where does Ana Lee live?", ("Ana Lee",)),
    ("Does Ana know Ana Lee?", ("Ana Lee", "Ana")),
    ("Does Ana know James?", ("James", "Ana")),
    ("has josé called", ("José",)),
    ("José's car", ("José",)),
    ("is ZOË here", ("Zoë",)),
    ("what did O'Neil build", ("O'Neil",)),
    ("is x.y here?", ("x.y",)),
    ("does C++ work on it", ("C++",)),
    ("what did bot-7 answer", ("bot-7",)),
    ("when did ann_smith join", ("ann_smith",)),
    ("(Ana) called", ("Ana",)),
    ("Ａｎａ's dog", ("Ana",)),
    ("what will Will do", ("Will",)),
    ("did May call", ("May",)),
    ("does Will's sister know May", ("Will", "May")),
]

UNNAMED_EN = [
    "Banana bread",
    "Anagrams and analogies",
    "Anaïs came",
    "in Guiana",
    "Josélito sang",
    "is xzy here",
    "x.yz and ax.y",
    "bot-77",
    "ann_smithers",
    "my_ana",
    "ann smith",
    "will it rain in may",
    "Will it rain?",
    "May I ask",
    "what did the user say",
    "what did the assistant say",
    "is anyone here?",
    "(or not)",
    "",
    "   ",
    "Is a party (with friends) planned? 🙂",
]

NAMED_ZH = [
    ("小林喜欢什么", ("小林",)),
    ("小林的狗叫什么", ("小林",)),
    ("你知道小林吗", ("小林",)),
    ("小林,你好", ("小林",)),
    ("「小林」是谁", ("小林",)),
    ("小林和张伟去哪了", ("小林", "张伟")),
    ("张伟明住在哪", ("张伟明",)),
    ("张伟住在哪", ("张伟",)),
    ("張偉住在哪", ("张伟",)),
    ("張偉明的車是什麼顏色", ("张伟明",)),
    ("张伟认识张伟明吗", ("张伟明", "张伟")),
    ("张伟明和张伟明的太太", ("张伟明",)),
    ("阿布都·热西提在哪工作", ("阿布都·热西提",)),
    ("はなこは何が好き", ("はなこ",)),
    ("지민은 뭐 마셔", ("지민",)),
    ("Ana喜欢什么", ("Ana",)),
    ("谁认识Ana？", ("Ana",)),
    ("昨天ana和小林吵架了吗", ("Ana", "小林")),
    ("José在Lisbon做什么", ("José",)),
    ("What does 小林 like?", ("小林",)),
    ("小林's dog", ("小林",)),
]

UNNAMED_ZH = [
    "林喜欢什么",
    "森林在哪",
    "小 林",
    "大林喜欢什么",
    "张大伟",
    "伟明",
    "用户喜欢什么",
    "用户名是什么",
    "香蕉banana多少钱",
    "Anaïs喜欢什么",
    "谁？",
    "（空）",
    "我的钥匙在哪🙂",
]


class TestNames:
    @pytest.mark.parametrize(("question", "named"), [*NAMED_EN, *NAMED_ZH])
    def test_a_name_is_found_where_it_stands_the_longest_first(self, question, named):
        assert named_in(question, SPEAKERS) == named

    @pytest.mark.parametrize("question", [*UNNAMED_EN, *UNNAMED_ZH])
    def test_what_only_looks_like_a_name_is_none(self, question):
        assert named_in(question, SPEAKERS) == ()

    def test_the_same_name_in_two_spellings_is_both_of_them(self):
        assert named_in("what does ana drink", ["ana", "Ana"]) == ("Ana", "ana")
        assert named_in("张伟在哪", ["张伟", "張偉"]) == ("张伟", "張偉")

    def test_the_order_of_the_names_does_not_matter_nor_how_often_one_is_given(self):
        question = "Ana Lee, Ana 和小林 met James"
        assert named_in(question, SPEAKERS) == named_in(question, [*reversed(SPEAKERS), *SPEAKERS])

    @given(st.text(max_size=30), st.lists(st.text(max_size=6), max_size=4))
    def test_any_names_can_be_looked_for_in_any_text(self, question, names):
        named = named_in(question, names)
        assert set(named) <= set(names)
        assert isinstance(in_first_person(question, named), str)


FIRST_EN = [
    ("what did Ana paint?", "what did I paint?"),
    ("What is ANA's dog called?", "What is my dog called?"),
    ("What is Ana’s dog called?", "What is my dog called?"),
    ("Where did James' brother move?", "Where did my brother move?"),
    ("Where did James's brother move?", "Where did my brother move?"),
    ("does Ana Lee know Ana", "does I know I"),
    ("what would Ana'd like", "what would I'd like"),
    ("who is 'Ana'", "who is 'I'"),
    ("Ana", "I"),
    ("is José's car red", "is my car red"),
    ("does C++ work", "does I work"),
    ("when will Will come", "when will I come"),
    ("Where does the user live?", "Where does I live?"),
    ("what is the user's name?", "what is my name?"),
    ("what is The User’s account number", "what is my account number"),
    ("the user's experience with tents", "my experience with tents"),
    ("what does 小林 like", "what does I like"),
    ("what is 小林's dog called", "what is my dog called"),
    ("do you know 小林?", "do you know I?"),
]

FIRST_ZH = [
    ("小林喜欢什么", "我喜欢什么"),
    ("小林的狗叫什么", "我的狗叫什么"),
    ("张伟明和张伟住在一起吗", "我和我住在一起吗"),
    ("張偉喜歡喝茶吗", "我喜欢喝茶吗"),
    ("小林的确搬家了吗", "我的确搬家了吗"),
    ("Ana喜欢什么", "我喜欢什么"),
    ("Ana的狗叫什么", "我的狗叫什么"),
    ("Ana 的狗", "我 的狗"),
    ("谁认识Ana？", "谁认识我？"),
    ("Ana's 生日是哪天", "我的 生日是哪天"),
    ("昨天Ana在 Lisbon 吃了什么", "昨天我在 Lisbon 吃了什么"),
    ("用户喜欢什么", "我喜欢什么"),
    ("这个用户的城市", "我的城市"),
    ("该用户住在哪", "我住在哪"),
    ("用戶的狗叫什麼", "我的狗叫什么"),
    ("用户名字叫什么", "我名字叫什么"),
    ("用户手机号是多少", "我手机号是多少"),
    ("the user喜欢什么", "我喜欢什么"),
    ("小林", "我"),
]

SAME = [
    "the user interface is slow",
    "which user name did I pick",
    "what is the user name",
    "the user-agent header",
    "the users of our app",
    "the user_id column",
    "the user table and the user schema",
    "the user manual",
    "a superuser",
    "用户名是什么",
    "用户体验怎么改",
    "用户界面用什么框架",
    "用户数是多少",
    "我们有多少用户",
    "新用户怎么注册",
    "活跃用户怎么算",
    "每个用户一个文件",
    "用户们怎么说",
    "用户手册在哪",
    "用户表有几列",
    "Banana bread",
    "Ａ ㈱ ½ stays as it is written",
    "這句話沒有名字",
    "",
]


class TestFirstPerson:
    @pytest.mark.parametrize(("question", "voiced"), [*FIRST_EN, *FIRST_ZH])
    def test_a_question_about_someone_is_put_as_they_would_have_said_it(self, question, voiced):
        assert in_first_person(question, named_in(question, SPEAKERS)) == voiced

    @pytest.mark.parametrize("question", SAME)
    def test_a_question_about_nobody_stays_as_it_is(self, question):
        assert in_first_person(question, SPEAKERS) == question

    def test_names_of_no_letters_change_nothing(self):
        assert in_first_person("who? (me) 谁", ["", " ", "?", "(", "🙂"]) == "who? (me) 谁"

    def test_a_name_is_no_pattern(self):
        names = [".*", "a|b", "[x]", "x+", "\\d", "(?i)"]
        assert in_first_person("b or ab 7 xx", names) == "b or ab 7 xx"
        assert in_first_person("who is a|b and [x]", ["a|b", "[x]"]) == "who is I and I"


LISTENER_EN = [
    "what did you recommend?",
    "What did you say about the boiler?",
    "did you ever mention a bakery",
    "what did you just tell me",
    "what did you actually suggest",
    "Didn't you recommend a bakery?",
    "have you told me the code",
    "haven’t you already told me",
    "had you previously suggested it",
    "the book you recommended",
    "the book you’ve recommended",
    "the recipe you gave me",
    "the list you've written",
    "the hotel you had mentioned",
    "which example you once gave",
    "what you said yesterday",
    "the plan you came up with",
    "what did you come up with",
    "remind me of your advice",
    "your last recommendation",
    "your suggestions for Lisbon",
    "what was your answer",
    "YOUR EXPLANATION of tides",
    "the three steps you listed",
    "the song you introduced to me",
    "你说的那个 place: what did you recommend",
]

NOT_LISTENER_EN = [
    "would you recommend a bakery?",
    "can you recommend a bakery",
    "could you tell me where I live",
    "do you know my name",
    "what do you suggest",
    "I told you my name",
    "what did I tell you",
    "I gave you a list",
    "what did Ana say to you",
    "what did Ana recommend",
    "what did he say",
    "did your sister call",
    "your name",
    "is that your dog",
    "have you seen my keys",
    "did you know Ana",
    "what did you eat",
    "are you there",
    "the advice of my doctor",
    "who suggested it",
    "what was recommended",
    "thank you",
    "you and I",
    "young people said so",
    "you'd recommend it",
    "",
]

LISTENER_ZH = [
    "你给我推荐了什么",
    "你给我们推荐了哪家餐厅",
    "您推荐的书叫什么",
    "你上次建议我吃什么",
    "你之前说的那家店在哪",
    "你提到过的展览",
    "你提起过哪位作家",
    "你告诉我的密码是多少",
    "你跟我说过什么",
    "你对我说的那句话",
    "你介绍的那个人是谁",
    "你写的那首诗",
    "你帮我写的邮件里有什么",
    "你列出的三个步骤",
    "你分享的食谱",
    "你怎么回答我的",
    "你是怎么安慰我的",
    "你教我的第一步是什么",
    "你给了我什么主意",
    "你给过哪些例子",
    "你的建议是什么",
    "你的推荐还有效吗",
    "您的看法呢",
    "你还记得你推荐过哪家餐厅吗",
    "我忘了，你说的是哪天",
    "你給我推薦了什麼",
    "您說過的那本書",
    "你推荐的 bakery 叫什么",
    "你在我生日的时候说了什么",
    "我让你推荐过什么",
]

NOT_LISTENER_ZH = [
    "我跟你说过我的名字吗",
    "我告诉过你我住在哪",
    "我和你推荐过一部电影，它的名字是",
    "我给你介绍的朋友叫什么",
    "我向你提到过谁",
    "医生对你说了什么",
    "我跟您说过吗",
    "你能推荐一家餐厅吗",
    "你可以告诉我航班号吗",
    "你会推荐什么",
    "请你告诉我我的血型",
    "麻烦你介绍一下",
    "你觉得医生说得对吗",
    "你认为我该听谁的建议",
    "你想说什么",
    "你知道我推荐了什么吗",
    "你还记得我说过什么吗",
    "你记得小林推荐的书吗",
    "你喜欢的小说叫什么",
    "你听说了吗",
    "你坐的列车几点到",
    "你的教练是谁",
    "你的医生说了什么",
    "你参加的讲座在哪",
    "你用的云提供商是哪家",
    "你需要推荐信吗",
    "你看我写的代码",
    "你叫什么名字",
    "小林推荐了什么",
    "我的医生建议什么",
    "他说了什么，你在哪",
    "你在哪，他说了什么",
    "",
]


class TestListener:
    @pytest.mark.parametrize("question", [*LISTENER_EN, *LISTENER_ZH])
    def test_a_question_for_what_the_listener_said_is_noticed(self, question):
        assert asks_listener(question)

    @pytest.mark.parametrize("question", [*NOT_LISTENER_EN, *NOT_LISTENER_ZH])
    def test_a_request_and_a_question_for_what_others_said_are_not_taken_for_one(self, question):
        assert not asks_listener(question)


ASKER_EN = [
    "where do I live",
    "where do i live?",
    "I'm late",
    "i’ve moved",
    "what I'd like",
    "I'll go",
    "tell me",
    "my keys",
    "MY KEYS",
    "is it mine",
    "did I hurt myself",
    "where do we meet",
    "we're late",
    "who joined us",
    "our dog",
    "is it ours",
    "the user likes tea",
    "The user's dog",
    "the user’s dog",
    "what does the user drink",
    "and I?",
    "(me)",
    "帮my team订票",
    "where did I: home or work",
    "I.",
]

NOT_ASKER_EN = [
    "where does Ana live",
    "the US economy",
    "in the US",
    "deploy to us-east-1",
    "I/O errors",
    "slow i/o",
    "i.e. nothing",
    "the i18n files",
    "AI models",
    "iOS and iPhone",
    "mining coal",
    "MySQL and myopia",
    "busy bus users",
    "hour by hour",
    "mere weeks",
    "menu",
    "the user interface",
    "the user-defined type",
    "users",
    "superuser rights",
    "your keys",
    "them and him",
    "west of here",
    "",
]

ASKER_ZH = [
    "我住在哪",
    "我的钥匙呢",
    "我们什么时候见面",
    "咱们去哪",
    "咱家的狗",
    "俺的车",
    "本人的生日",
    "帮我找钥匙",
    "小林认识我吗",
    "用户喜欢什么",
    "用户的城市",
    "这个用户住在哪",
    "该用户的职业",
    "本用户",
    "用戶住在哪",
    "我們的會議",
    "用户名字叫什么",
    "用户手机号是多少",
    "用户对什么过敏",
    "用户组织了什么活动",
    "用户表示想去哪",
    "what did 我 say",
    "帮我 book a table",
    "他和我吵架了吗",
    "我？",
]

NOT_ASKER_ZH = [
    "小林住在哪",
    "日本人喜欢什么",
    "基本人员有几个",
    "自我介绍怎么写",
    "我国的首都",
    "用户名是什么",
    "用户数是多少",
    "用户量",
    "用户群在哪",
    "用户组的权限",
    "用户端崩溃了",
    "用户体验",
    "用户界面",
    "用户协议在哪",
    "用户反馈说了什么",
    "用户们怎么说",
    "用户手册在哪",
    "用户表有几列",
    "用户权限怎么设",
    "新用户怎么注册",
    "所有用户都能看吗",
    "有多少用户",
    "活跃用户怎么算",
    "付费用户有几个",
    "他们去哪了",
    "你叫什么",
    "数据库用什么",
    "",
]


class TestAsker:
    @pytest.mark.parametrize("question", [*ASKER_EN, *ASKER_ZH])
    def test_a_question_about_the_asker_is_noticed(self, question):
        assert speaks_of_asker(question)

    @pytest.mark.parametrize("question", [*NOT_ASKER_EN, *NOT_ASKER_ZH])
    def test_a_question_about_others_or_things_is_not(self, question):
        assert not speaks_of_asker(question)


@pytest.mark.parametrize("unit", ["你", "you ", "the user ", "用户", "我", "Ana's ", "你，", "小林的"])
def test_a_question_without_end_is_read_in_passing(unit):
    question = unit * 20_000 + "?"
    assert named_in(question, ["Ana", "小林"]) == (("Ana",) if "Ana" in unit else ("小林",) if "小林" in unit else ())
    assert not asks_listener(question)
    assert speaks_of_asker(question) == (unit in ("the user ", "用户", "我"))
