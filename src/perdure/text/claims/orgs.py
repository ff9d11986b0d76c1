"""Employers everybody knows, for where somebody works is told without the word for it: 现在在美团."""

from __future__ import annotations

KNOWN_ZH = (
    "字节跳动|字节|抖音|阿里巴巴|阿里云|阿里|蚂蚁集团|蚂蚁|腾讯|微信|百度|美团|京东|拼多多|网易|滴滴|快手|小红书|携程|哔哩哔哩|b站|知乎|豆瓣|微博|新浪|搜狐|360|华为|荣耀|小米|联想|中兴|比亚迪|蔚来|理想汽车|小鹏|宁德时代|特斯拉|"
    "海尔|格力|美的|大疆|商汤|旷视|科大讯飞|讯飞|寒武纪|海康威视|海康|大华|用友|金蝶|得物|唯品会|苏宁|贝壳|链家|顺丰|菜鸟|平安|招行|中金|中信|工行|建行|农行|中行|国家电网|中石油|中石化|中国移动|中国联通|中国电信|移动|联通|"
    "微软|谷歌|亚马逊|苹果|英特尔|英伟达|高通|甲骨文|思科|三星|索尼|西门子|博世|宝洁|联合利华|德勤|普华永道|毕马威|安永|麦肯锡|波士顿咨询|埃森哲|米哈游|莉莉丝|完美世界|巨人网络|虎牙|斗鱼|喜马拉雅|学而思|好未来|新东方|作业帮|猿辅导|脉脉|货拉拉|满帮|哈啰|饿了么"
)
KNOWN_EN = (
    "google|meta|facebook|apple|amazon|microsoft|netflix|openai|anthropic|deepmind|nvidia|intel|amd|ibm|oracle|salesforce|adobe|spotify|airbnb|uber|lyft|stripe|shopify|square|block|paypal|twitter|linkedin|pinterest|snap|tiktok|bytedance|"
    "tesla|spacex|boeing|airbus|ford|toyota|siemens|bosch|sap|cisco|dell|hp|samsung|sony|deloitte|kpmg|pwc|ey|accenture|mckinsey|bcg|bain|goldman sachs|goldman|jpmorgan|morgan stanley|citi|barclays|hsbc|walmart|target|costco|starbucks|nike|"
    "pfizer|novartis|roche|unilever|nestle|dropbox|slack|zoom|atlassian|canva|figma|notion|datadog|snowflake|databricks|cloudflare|github|gitlab|hubspot|zendesk|ikea|zara|disney|hulu|nyt|bbc"
)
JOBS_ZH = (
    "开发|运营|产品|设计|测试|销售|市场|财务|人事|行政|客服|算法|前端|后端|运维|编辑|工程师|经理|主管|总监|助理|老师|会计|实习|研究员|分析师|程序员|架构师?|数据|品牌|采购|法务|护士|医生|策划|顾问|翻译|培训|文案|剪辑|hr|pm|qa|"
    "研发|安全|嵌入式|硬件|客户端|安卓|大数据|供应链|审计|投资|风控|教研|教务|讲师|收银|厨师|店员|保安|司机|质检|仓管|物流|商务|公关|bd|增长|直播|主播|美工|ui|交互|游戏|建模|动画|编剧|记者|秘书|前台|出纳|精算|合规|电工|技术员|技术|管培生|博士后|教授|讲课"
)
