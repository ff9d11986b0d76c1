"""Those whom people tell of."""

from __future__ import annotations

from perdure.capture.extract.cues.cue import words

KIN = words(
    "wife husband spouse partner boyfriend girlfriend fianc[ée]e? sons? daughters? kids? child(?:ren)? toddler baby mom mum mother dad father",
    "parents? brothers? sisters? siblings? twins? grand\\w+ aunts? uncles? cousins? nieces? nephews? (?:\\w+-in-law) in-laws ex family",
    "(?:best_)?friends? roommates? flatmates? housemates? neighbou?rs? colleagues? co-?workers? boss manager supervisor advis[eo]r teacher coach",
    "doctor therapist dentist landlord landlady clients? students? assistant intern dogs? cats? pets? puppy kitten rabbit parrot horse hamster",
)
GROUP = words(
    "team teammates? company firm employer office startup department school lab group club band store shop bakery restaurant"
)

KIN_ZH = words(
    "老婆 妻子 爱人 媳妇 老公 丈夫 先生 太太 男朋友 女朋友 男友 女友 对象 未婚妻 未婚夫 儿子 女儿 闺女 孩子 小孩 宝宝 娃 双胞胎 老大 老二",
    "爸妈 爸爸 爸 妈妈 妈 父亲 母亲 父母 哥哥 哥 姐姐 姐 弟弟 弟 妹妹 妹 爷爷 奶奶 外公 外婆 姥姥 姥爷 公公 婆婆 岳父 岳母 叔叔 阿姨 舅舅 姑姑",
    "表[哥姐弟妹] 堂[哥姐弟妹] 侄[子女]儿? 外甥女? 孙[子女] 好?朋友 闺蜜 发小 室友 舍友 同学 同事 老板 领导 上司 经理 主管 导师 老师 班主任 教练",
    "医生 邻居 房东 客户 甲方 狗狗? 猫咪? 猫 宠物 实习生 助理 女婿 儿媳 前任",
)
GROUP_ZH = words("公司 单位 学校 部门 小组 团队 项目组 组里 实验室 店里 工作室 team 组")
