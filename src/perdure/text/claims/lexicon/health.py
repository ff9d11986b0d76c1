"""Health, body, diet."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, many, one, zh

_DIETS = "vegetarian vegan pescatarian keto paleo kosher halal flexitarian gluten-free dairy-free"

ATTRIBUTES: tuple[Attribute, ...] = (
    many(
        "allergy",
        "food",
        en("allergic intolerant", "@ to {}"),
        en("allergy", r"\b(?:have|has|developed|got) (?:a |an )?(?:severe |mild |bad |serious |new )?(?P<v>[\w ]+?) @"),
        en("allergy", r"\b@ (?:is|was) (?:actually )?(?:to )?{}"),
        zh("过敏", r"对(?P<v>[^对，。]{1,20}?)(?:也|都|还|又|并|会|才|不|没有?|严重|重度|轻度|有点)*@(?!源)"),
        zh(
            "过敏", r"(?:^|(?<=[是有吃碰我他她]))(?P<v>[^对不是我你他她它有吃和跟，。]{1,6}?)(?:会|就|也|都|又)*@(?!源)"
        ),
        nouns="allergen|allergies / 过敏源|过敏原",
        kind="identity",
        importance=0.95,
    ),
    many(
        "condition",
        "text",
        en("diagnosed", "@ with {}"),
        en(
            "diabetes diabetic asthma hypertension migraine migraines insomnia arthritis epilepsy anemia depression anxiety adhd celiac",
            r"\b(?:have|has|got|am|'m|is|'s|had|suffer from|suffers from|no) (?:a |an |mild |severe |chronic |type \d )*@",
            headed=True,
        ),
        zh("确诊 患有 得了 诊断为 查出 查出来有", r"@(?:是|为|了|得了|患)?(?P<v>[^，。]{1,12})"),
        zh(
            "高血压 糖尿病 哮喘 失眠 偏头痛 胃炎 贫血 甲亢 甲减 关节炎 抑郁症 焦虑症 痛风 近视 腰椎间盘突出 鼻炎",
            r"(?:有|患|得了|没有?)(?:点|些|轻度|重度|慢性)*(?P<v>@)",
        ),
        kind="identity",
        importance=0.85,
    ),
    many(
        "medication",
        "text",
        en("prescribed", r"@ (?:me |him |her )?{}"),
        en("mg", r"\b(?:take|takes|taking|on) (?P<v>.*@.*)"),
        en("medication meds pills supplement", r"\b(?:take|takes|taking|on) (?P<v>[\w ]*@)"),
        zh("服用 吃药 在吃", r"@(?P<v>[^，。]{1,12})"),
        importance=0.8,
        stops=True,
    ),
    one("dose", "number", nouns="dose|dosage / 剂量|用量|药量", importance=0.8, about=True),
    one(
        "goal weight",
        "number",
        nouns="goal weight|target weight|weight goal|weight target|ideal weight / 目标体重|体重目标|理想体重|减肥目标",
        importance=0.6,
    ),
    one("goal weight", "weight", nouns="goal|target / 目标"),
    one(
        "weight",
        "weight",
        en("weigh weighs weighing", r"@ (?:about |around |in at )?{}"),
        nouns="weight|current weight / 体重",
        importance=0.5,
    ),
    many(
        "blood pressure",
        "number",
        nouns="blood pressure|blood sugar|resting heart rate|heart rate|cholesterol|bmi|body fat / 血压|血糖|心率|静息心率|体脂率|尿酸",
        about=True,
        each=True,
    ),
    one("eyesight", "text", nouns="eyesight|prescription / 视力|近视度数|度数"),
    one(
        "diet",
        "diet",
        en(
            _DIETS,
            r"\b(?:am|'m|is|'s|are|'re|went|go|going|became|become|turned|been|eat|follow|follows|on|be|being|doing|quit) (?:a |an |the |now |mostly |strictly |fully |not |no longer )*@",
            headed=True,
        ),
        en("meat", r"\b(?:eat|eating|eats) @ (?:again|now)", change=True, value="meat"),
        zh("吃素 素食 素食主义者 素食者 纯素 生酮 清真 低碳 无麸质 全素", "@", headed=True),
        zh("开荤 吃荤 吃回肉", "@", change=True, value="荤"),
        nouns="diet / 饮食习惯|饮食",
        stops=True,
        kind="preference",
        importance=0.8,
    ),
    many(
        "avoids",
        "food",
        en("avoid avoids avoiding", "@ (?:eating |drinking )?{}"),
        zh("忌口 忌", "@{}"),
        kind="preference",
        importance=0.7,
    ),
    one(
        "shoe size",
        "number",
        en("shoe shoes", r"\bwear (?:a )?(?:size )?(?P<v>[\d.]+) @"),
        zh("码 码的", r"穿(?P<v>\d{2}(?:\.5|半)?@)(?:鞋|的|$)"),
        nouns="shoe size|shoes size / 鞋码|鞋号|鞋子尺码|脚码",
        importance=0.4,
    ),
    one(
        "clothing size",
        "text",
        nouns="shirt size|clothing size|t-shirt size|dress size|jacket size|size|ring size|waist|trouser size / 衣服尺码|尺码|衣服码|裤码|腰围|戒指尺寸|衣码",
        about=True,
        importance=0.4,
        each=True,
        loose=True,
    ),
    one(
        "doctor",
        "person",
        en("see sees seeing", r"@ (?P<v>dr\.? [a-z]+)"),
        nouns="doctor|dentist|therapist|gp|physician|vet|pediatrician|psychologist|cardiologist / 主治医生|家庭医生|医生|牙医|心理医生|主治大夫",
        about=True,
        each=True,
    ),
    one("hospital", "org", nouns="hospital|clinic / 医院|诊所|就诊医院", loose=True),
    one(
        "sleep hours",
        "number",
        en("sleep sleeping sleeps", r"@ (?:about |around |only )?(?P<v>\w+(?:\.\d)?) hours"),
        zh("睡", r"@(?P<v>[\d一二三四五六七八九十两半]+个?小时)"),
        nouns="sleep / 睡眠时间|睡眠时长",
    ),
    one(
        "daily steps",
        "number",
        nouns="step goal|daily steps|daily step goal|step count|calorie goal|calorie target / 步数目标|每日步数|热量目标",
    ),
    one("insurance", "org", nouns="insurance|insurer|health insurance|insurance company / 保险公司|医保|保险"),
)
