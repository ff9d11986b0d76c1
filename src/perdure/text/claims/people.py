"""People as statements name them: kin and roles, titles, names."""

from __future__ import annotations

import re
from functools import cache

_KIN = """
wife      wife                      : 老婆 妻子 太太 媳妇 爱人
husband   husband hubby             : 老公 丈夫 先生
partner   partner fiance fiancé fiancée girlfriend boyfriend spouse : 女朋友 男朋友 女友 男友 对象 未婚妻 未婚夫 伴侣 另一半
mother    mother mom mum mommy mama : 妈妈 母亲 老妈 我妈 妈 娘
father    father dad daddy papa     : 爸爸 父亲 老爸 我爸 爸 爹
parents   parents folks             : 父母 爸妈 爹妈 家长
son       son                       : 儿子
daughter  daughter                  : 女儿 闺女
elder-son     : 大儿子 老大
younger-son   : 小儿子 二儿子 老二
elder-daughter   : 大女儿 大闺女
younger-daughter : 小女儿 二女儿 小闺女
child     child kid baby toddler kids children : 孩子 小孩 宝宝 娃 娃娃
brother   brother                   : 哥哥 弟弟 大哥 我哥 我弟 哥 弟
sister    sister                    : 姐姐 妹妹 我姐 我妹 姐 妹 大姐
grandmother grandmother grandma granny nana : 奶奶 外婆 姥姥 祖母 外祖母
grandfather grandfather grandpa granddad : 爷爷 外公 姥爷 祖父 外祖父
uncle     uncle                     : 叔叔 舅舅 伯伯 姑父 姨父 大伯 姑丈 姨夫
aunt      aunt auntie               : 阿姨 姑姑 姨妈 舅妈 婶婶 姑妈 小姨 大姨 伯母
cousin    cousin                    : 表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹
nephew    nephew                    : 侄子 外甥
niece     niece                     : 侄女 外甥女
grandson  grandson grandchild       : 孙子 外孙
granddaughter granddaughter         : 孙女 外孙女
inlaw     mother-in-law father-in-law brother-in-law sister-in-law : 岳父 岳母 公公 婆婆 丈母娘 老丈人 嫂子 姐夫 妹夫 弟妹
boss      boss manager supervisor   : 老板 领导 上司 主管 经理
advisor   advisor adviser mentor professor tutor : 导师 教授
colleague colleague coworker co-worker teammate coworkers colleagues : 同事 下属 搭档 队友
friend    friend buddy bestie mate friends : 朋友 好友 闺蜜 哥们 发小 死党
roommate  roommate flatmate housemate : 室友 舍友
neighbour neighbour neighbor neighbours neighbors : 邻居
classmate classmate                 : 同学
teacher   teacher coach             : 老师 教练
student   student                   : 学生 徒弟
client    client customer           : 客户 顾客 甲方
doctor    doctor dentist therapist  : 医生 大夫 牙医
landlord  landlord                  : 房东
pet       dog cat puppy kitten      : 狗 猫 小狗 小猫 狗狗 猫咪
"""

SEVERAL = frozenset(
    "uncle aunt cousin nephew niece grandson granddaughter inlaw colleague friend roommate neighbour classmate teacher student "
    "client doctor brother-or-sister child pet grandmother grandfather".split()
)
"""Whom one may have several of: two statements about "my friend" may speak of two people."""
_SHE = frozenset("wife mother daughter sister grandmother aunt niece granddaughter".split())
_HE = frozenset("husband father son brother grandfather uncle nephew grandson".split())
THIRD = "third"
"""A person whom only a pronoun names."""
SELF, PROJECT = "self", "project"

_RELATIVE_KIN = frozenset(
    {
        "哥",
        "弟",
        "姐",
        "妹",
        "妈",
        "爸",
        "娘",
        "爹",
        "娃",
        "狗",
        "猫",
        "先生",
        "太太",
        "老师",
        "医生",
        "经理",
        "老板",
        "领导",
    }
)
"""Kin only where somebody's: 我哥, not 李哥."""

_PROJECT_EN = frozenset(
    "project team company service app system backend frontend server site website startup product codebase repo api pipeline everything stack platform office org".split()
)
_PROJECT_ZH = "项目|团队|公司|服务|后端|前端|系统|网站|产品|代码库|仓库|平台|办公室|部门|小组|组里|我司|单位"

SURNAMES = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛阎雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常温康施文牛樊葛邢安齐伍庞颜倪庄聂章鲁岳翟申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶牟艾尤时穆农司季欧佟游涂匡冼"
_TITLES = "总监|总|姐|哥|叔|姨|阿姨|叔叔|老师|医生|大夫|经理|工|主任|女士|教授|师傅|律师|同学|导|博士|校长|教练|护士|处长|科长|局长|队长|老板|主管|助理|秘书"


@cache
def kin_en() -> dict[str, str]:
    """The canonical name of every English word for kin or a role."""
    return {word: name for name, words, _ in _rows() for word in words}


@cache
def kin_zh() -> dict[str, str]:
    """The same for Chinese words."""
    return {word: name for name, _, words in _rows() for word in words}


def _rows() -> list[tuple[str, list[str], list[str]]]:
    rows = []
    for line in _KIN.strip().splitlines():
        english, _, chinese = line.partition(":")
        name, *words = english.split() or [""]
        rows.append((name, words, chinese.split()))
    return rows


@cache
def mention_zh() -> re.Pattern[str]:
    """Every mention of a person in Chinese: a pronoun, kin, or a name with a title."""
    bound = sorted(_RELATIVE_KIN, key=len, reverse=True)
    free = sorted(set(kin_zh()) - _RELATIVE_KIN, key=len, reverse=True)
    return re.compile(
        rf"(?P<with>[和跟与同陪带帮给替让对向叫请找]|随着)?(?:"
        rf"(?P<title>(?:(?!小[区时说学孩狗猫组车名号米店吃型长]|老[家板师公婆大二头人城是]|阿姨)[小老阿](?:[{SURNAMES}]|[\u4e00-\u9fff](?=[负住在说的\d今昨上去来换搬离入跳辞调升]))|[{SURNAMES}][\u4e00-\u9fff]{{0,2}}?(?:{_TITLES}))(?![的]?{_TITLES}))"
        rf"|(?:(?P<whose>我们?|咱们?|他|她)(?:家|们)?的?)(?P<bound>{'|'.join((*bound, *free))})(?:们)?"
        rf"|(?P<free>{'|'.join(free)})(?:们)?"
        rf"|(?P<project>(?:我们?|咱们?|这个|该|本)?的?(?:{_PROJECT_ZH}))"
        rf"|(?P<self>我们?|咱们?|俺|本人(?!的?意))"
        rf"|(?P<third>他们?|她们?|它们?|对方|其(?![实他余中]))"
        rf"|(?P<named>(?<![\u4e00-\u9fffA-Za-z])[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
        rf")"
    )


_WORDS = (
    "房[租东贷产子价屋型间]|时[区间候差]|车|方[案式向法]|金[额钱融]|高[铁中二三一考血温]|马上|常用|温度|水|牛奶|路|安[全装]|单[位元]|成[绩本]|计划|简历|万一|施工|平时|白[酒天]|黄油|江|经[理常费]|毛[衣巾]|严重|包[裹子]|全家|明[天年]|云|程序|柴油|米|"
    "华为|连接|宣传|关[系于]|管理|左|右|汤|钱|石头|苗|宁可|武汉|常|项[目链]|余额|农历|向|和|游[泳戏]|路由|蓝牙|海鲜|花生|康复|居家|家[里中教]|姜|葱|莫名|应该|幸好|夏[天季]|凌晨|季度|景区|党员|符合|隆重|文[件档]|班|年"
)
"""What begins as a name does, and is none."""


@cache
def name_zh() -> re.Pattern[str]:
    """A Chinese full name that is all there is."""
    return re.compile(rf"(?!{_WORDS})(?:[{SURNAMES}][\u4e00-\u9fff]{{1,2}}|[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?)")


def is_project(word: str) -> bool:
    """Whether an English word names the work of a team."""
    return word in _PROJECT_EN


def agrees(pronoun: str, person: str) -> bool:
    """Whether a pronoun may stand for a person."""
    if pronoun in ("she", "her", "hers", "她"):
        return person not in _HE
    if pronoun in ("he", "his", "him", "他"):
        return person not in _SHE
    return True


def subject_class(subject: str) -> str:
    """What claims of this subject are found under: a pronoun must find every person that it may stand for."""
    return subject if subject in (SELF, PROJECT) else "they"
