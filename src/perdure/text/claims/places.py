"""Places that are cities and provinces, to tell where somebody works from whom somebody works for."""

from __future__ import annotations

from functools import cache

_CHINESE = (
    "北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 济南 大连 沈阳 哈尔滨 长春 厦门 福州 泉州 宁波 温州 无锡 常州 南通 合肥 南昌 昆明 贵阳 南宁 海口 三亚 太原 石家庄 "
    "兰州 西宁 银川 乌鲁木齐 拉萨 呼和浩特 珠海 佛山 东莞 中山 惠州 汕头 桂林 烟台 威海 潍坊 徐州 扬州 绍兴 嘉兴 金华 台州 洛阳 开封 宜昌 香港 澳门 台北 高雄 "
    "河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 广西 海南 四川 贵州 云南 陕西 甘肃 青海 宁夏 新疆 西藏 内蒙古 台湾 "
    "日本 美国 英国 法国 德国 加拿大 澳大利亚 新加坡 韩国 泰国 意大利 西班牙 荷兰 东京 大阪 纽约 伦敦 巴黎 柏林 首尔 曼谷 悉尼 墨尔本 多伦多 温哥华 旧金山 洛杉矶 西雅图 波士顿"
).split()


@cache
def _known() -> frozenset[str]:
    return frozenset(_CHINESE)


@cache
def city_names() -> str:
    """All of them, as a pattern has them."""
    return "|".join(_CHINESE)


def is_place(text: str) -> bool:
    """Whether a Chinese name is that of a city, a province or both: 浙江杭州."""
    rest = text.removesuffix("市").removesuffix("区").removesuffix("那边")
    known = _known()
    return rest in known or (
        len(rest) >= 4 and any(rest.startswith(name) and rest[len(name) :].lstrip("省市") in known for name in known)
    )
