"""Money: banks, cards, rates, what things cost and what was paid for them."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, one, zh

_SUM = r"(?P<v>[$€£¥]\s?\d[\d,.]*[km]?|\d[\d,.]*[km]? (?:dollars|bucks|euros|pounds|yuan|rmb|quid|usd|eur|gbp))"
_SUM_ZH = (
    r"(?P<v>[¥$€£]?[\d一二两三四五六七八九十百千万.,]+(?:元|块钱?|万|千|百|刀|美元|欧元|镑)?[一二三四五六七八九]?)"
)
_BANKS = "招商银行|招行|工商银行|工行|建设银行|建行|农业银行|农行|中国银行|中行|交通银行|交行|浦发银行|浦发|中信银行|中信|民生银行|兴业银行|平安银行|光大银行|广发银行|邮储银行|邮储|宁波银行|杭州银行|北京银行|上海银行|微众银行|网商银行"

ATTRIBUTES: tuple[Attribute, ...] = (
    one(
        "bank",
        "org",
        en("bank", r"\b@ (?:with|at) {}"),
        en(
            "paycheck salary wages pay direct-deposit",
            r"\b(?:my|our) @ (?:goes|is paid|gets paid|lands|comes|is deposited) (?:now )?(?:in)?to (?:my )?{}",
        ),
        nouns="bank|main bank|bank account / 银行|开户行",
        stops=True,
    ),
    one(
        "payroll account",
        "text",
        zh(
            "工资卡 工资 发薪",
            rf"@(?:是|用的是|现在|已经|办的是|打到|发到|走|打在|打进|改成|换成|改到|换到|改为|都|卡)*(?P<v>{_BANKS})(?:的?卡)?",
        ),
        nouns="payroll account|payroll card|payroll bank / 工资卡",
        stops=True,
    ),
    one(
        "credit card",
        "thing",
        nouns="credit card|main card|default card / 信用卡|主卡|常用卡",
        about=True,
        loose=True,
        stops=True,
    ),
    one("debit card", "org", nouns="debit card / 储蓄卡|借记卡|银行卡", about=True, loose=True),
    one(
        "payment method",
        "text",
        nouns="payment method|default payment method / 支付方式|付款方式|默认支付方式",
        about=True,
    ),
    one("brokerage", "org", nouns="broker|brokerage|brokerage account / 券商|证券账户|炒股账户", loose=True),
    one("pension provider", "org", nouns="pension provider|401k provider|pension / 养老金账户|企业年金", loose=True),
    one(
        "interest rate",
        "number",
        en(
            "rate",
            r"\b(?:mortgage|loan|interest|savings|apr) @ (?:is|was|went|dropped|rose) (?:now |at |up to |down to |to )*(?P<v>\d[\d.]* ?(?:%|percent))",
        ),
        zh(
            "利率",
            r"@(?:是|为|现在|已经|降到了?|涨到了?|调到了?|调整为|改成|下调到|上调到|重定价后)*(?P<v>(?:百分之)?[\d.一二三四五六七八九点]+%?)",
        ),
        nouns="interest rate|mortgage rate|loan rate|apr|savings rate / 利率|房贷利率|贷款利率|存款利率|年利率|年化",
        about=True,
        each=True,
    ),
    one("exchange rate", "number", nouns="exchange rate / 汇率", about=True),
    one("tax rate", "number", nouns="tax rate|vat rate|tax bracket / 税率|个税税率|增值税率", about=True, each=True),
    one(
        "discount",
        "number",
        nouns="discount|commission|commission rate|margin|tip / 折扣|提成|佣金|抽成|毛利率|提成比例",
        about=True,
        each=True,
    ),
    one("credit score", "number", nouns="credit score / 征信分|信用分|芝麻分|芝麻信用"),
    one(
        "allowance",
        "money",
        nouns="allowance|pocket money|stipend|per diem|scholarship|bonus|year-end bonus / 零花钱|生活费|补贴|津贴|奖学金|年终奖|奖金|餐补|房补|房租补贴|差旅标准",
        about=True,
        each=True,
    ),
    one(
        "savings",
        "money",
        nouns="savings|emergency fund|monthly savings / 存款|积蓄|应急金|每月存",
        about=True,
        each=True,
        loose=True,
    ),
    one(
        "loan",
        "money",
        nouns="car loan|student loan|student loans|loan payment|car payment / 车贷|助学贷款|贷款|分期",
        about=True,
        each=True,
    ),
    one(
        "utility bill",
        "money",
        nouns="electric bill|electricity bill|phone bill|internet bill|water bill|gas bill|hoa fee|hoa fees|property tax / 电费|水费|燃气费|话费|网费|物业费|暖气费|停车费|车位费",
        about=True,
        each=True,
    ),
    one(
        "price paid",
        "money",
        en(
            "paid pay spent",
            rf"@ (?:about |around |only |just )?{_SUM} (?:for|on) (?:the |my |our |this |that |a |an )?(?P<o>[\w -]+)",
        ),
        en(
            "was were cost costs",
            rf"\b(?:the|my|our|that|this) (?P<o>[\w-]+(?: [\w-]+)?) @ (?:actually |about |around |only |just |me |us )*{_SUM}$",
        ),
        zh("花了 买的 买了", rf"(?P<o>[^，。花买]{{2,8}}?)(?:是|一共|总共|我|当时|只|才)*@{_SUM_ZH}(?:买的|左右|多)?$"),
        zh("买的 入手的 拿下的", rf"(?P<o>[^，。花买]{{2,8}}?)(?:是|我|才|只|当时|花了?)*{_SUM_ZH}@$"),
        loose=True,
        timeless=True,
        importance=0.35,
    ),
)
