"""Pairs whose attribute is in no lexicon: only the words of both tell that the newer ends the older, or that it does not.

`replace`, `correct` and `negate` retire the older statement; where they are `apart` it stays.
"""

from __future__ import annotations

_EN = """
negate: I have a membership at Gold's. | I let my Gold's membership lapse.
negate: I'm vegan. | I'm not vegan anymore.
negate: I'm dating Sam. | Sam and I broke up.
negate: I take melatonin every night. | I stopped taking melatonin.
negate: I take melatonin. | I'm off melatonin now.
negate: Our pipeline uses Kafka. | We ripped Kafka out of the pipeline.
negate: We use Kafka for events. | Kafka is gone from our stack.
negate: We use Kafka for events. | We no longer use Kafka.
negate: I run every morning. | I don't run anymore, bad knee.
negate: I'm learning Italian. | I dropped Italian, no time.
negate: I play tennis on Thursdays. | I quit tennis.
negate: I have a motorcycle. | I sold the motorcycle.
negate: I volunteer at the animal shelter. | I stopped volunteering at the animal shelter.
negate: I volunteer at the food bank on Sundays. | I no longer volunteer at the food bank.
negate: I'm planning a trip to Iceland in May. | The Iceland trip is cancelled.
negate: We're going to Iceland in May. | We're not going to Iceland after all.
negate: I wear contacts. | Had LASIK, so I don't wear contacts anymore.
negate: I'm allergic to cats. | Turns out I'm not allergic to cats.
negate: I'm on the board of the co-op. | I stepped down from the co-op board.
negate: I coach the under-10 team. | I gave up coaching the under-10 team.
negate: I work weekends. | I don't work weekends anymore.
negate: We have a daily standup. | We did away with the daily standup.
negate: I own a boat. | I no longer own the boat.
negate: I've got a dog called Biscuit. | Biscuit died in March.
negate: I have a piano lesson every Tuesday. | No more piano lessons, teacher retired.
negate: I take the bus pass plan. | Cancelled the bus pass.
negate: I use Evernote for everything. | I deleted Evernote.
negate: I drink two beers a night. | I've stopped drinking beer.
negate: I'm subscribed to The Economist. | I dropped my Economist subscription.
negate: I eat breakfast at 7. | I skip breakfast these days.
replace: Our rent is $1,850. | Rent got bumped to $1,990.
replace: Python is pinned at 3.9 in our repo. | We upgraded Python to 3.12.
replace: Flight to Denver is at 6am. | My flight to Denver got pushed to 8:15am.
replace: Internet is through Comcast. | We switched internet to Fiber One.
replace: Our linter is flake8. | We moved from flake8 to ruff.
replace: The book club meets on the first Monday. | Book club now meets on the second Thursday.
replace: CI runs on CircleCI. | CI is on Buildkite now.
replace: The team offsite is in Lisbon. | The team offsite was moved to Porto.
replace: The staging server is 10.0.3.15. | The staging server is now 10.0.3.99.
replace: My desk is on the 3rd floor. | They moved my desk to the 9th floor.
replace: Our sprint is two weeks. | We changed the sprint to three weeks.
replace: My car insurance is with Geico. | Switched car insurance to Progressive.
replace: Metformin 500 mg twice a day. | My metformin dose went up to 1000 mg.
replace: I pay $15 a month for hosting. | Hosting went up to $22 a month.
replace: The kickoff is on Tuesday. | Kickoff has been rescheduled to Thursday.
replace: Paycheck goes to Chase. | My paycheck goes to Ally now.
replace: Wifi password is tulip-42. | The wifi password changed to maple-77.
correct: The appointment code is QX7731. | Typo: the appointment code is QX7713.
correct: Dinner is at 7:30. | Wait, no, dinner is at 8:30.
correct: The hotel in Rome is the Artemide. | I mixed it up, the hotel in Rome is the Albani.
correct: My cousin's name is Kristen. | Sorry, my cousin's name is Kirsten.
correct: The couch cost $640. | I misread the receipt, the couch cost $460.
correct: We ordered 40 chairs. | My bad, we ordered 50 chairs.
correct: The lecture is in Hall B. | It's not Hall B, the lecture is in Hall D.
correct: My blood pressure pill is amlodipine. | Got that wrong, the pill is atenolol, not amlodipine.
correct: Our anniversary is June 2. | I had it wrong, our anniversary is June 12.
correct: The router is a Netgear. | Correction, the router is an Asus, not a Netgear.
correct: Rehearsal is on Friday. | Scratch that, rehearsal is on Saturday.
correct: Gate is B12. | Correction: gate is B21.
correct: The bug is in parser.py. | I was wrong, the bug is in lexer.py, not parser.py.
apart: Our rent is $1,850. | My sister's rent got bumped to $1,990.
apart: Flight to Denver is at 6am. | My flight to Boston got pushed to 8:15am.
apart: I take melatonin. | My doctor said melatonin is fine.
apart: I play tennis on Thursdays. | I quit table tennis.
apart: The kickoff is on Tuesday. | The retro has been rescheduled to Thursday.
apart: I paid $40 for dinner. | I paid $60 for dinner.
apart: I have a dog. | My neighbour's dog died.
apart: Dinner is at 7:30. | Breakfast is at 8:30.
apart: The staging server is 10.0.3.15. | The production server is now 10.0.3.99.
apart: I drink coffee. | I dropped my coffee this morning.
apart: I use Evernote for everything. | I deleted an old Evernote note.
apart: My desk is on the 3rd floor. | The kitchen is on the 9th floor.
apart: I have a meeting with Bob on Monday. | The meeting with Ann moved to Tuesday.
apart: I ran 5 km on Monday. | I ran 8 km on Tuesday.
apart: My car insurance is with Geico. | Switched home insurance to Progressive.
apart: Book club meets on Monday. | The chess club now meets on Thursday.
apart: I love running. | I no longer run a company.
apart: We ordered 40 chairs. | We ordered 12 tables.
apart: My daughter takes piano on Mondays. | My son's piano moved to Friday.
apart: The kitchen sink was fixed. | The bathroom sink broke.
apart: Our backend uses Redis. | The analytics team dropped Redis.
apart: I went to Rome in May. | Actually the weather in Rome is great.
apart: I have two cats. | I also have a dog now.
apart: Mum's surgery is on the 4th. | Dad's surgery is now on the 9th.
negate: I practise yoga every morning. | Gave up yoga, no time.
negate: I have a Costco membership. | My Costco membership expired and I'm not renewing.
negate: I'm seeing a physio on Mondays. | Done with physio.
negate: I take the creatine supplement. | I've stopped the creatine.
negate: I'm training for a marathon. | The marathon is off, I tore my calf.
negate: I follow a keto diet. | I'm done with keto.
negate: I own a Vespa. | The Vespa got stolen.
negate: We have a mortgage. | We paid off the mortgage.
negate: I keep chickens. | We gave the chickens away.
negate: I host a podcast. | I ended the podcast.
negate: I mentor a junior called Priya. | I'm not mentoring Priya anymore.
negate: Our app has a chatbot. | We removed the chatbot.
negate: I pay for Adobe. | I cancelled Adobe.
negate: I get the Sunday paper delivered. | I stopped the Sunday paper.
negate: I drink oat milk. | I'm off oat milk.
negate: I wear a night guard. | I no longer wear the night guard.
negate: I go to church on Sundays. | I don't go to church anymore.
negate: I'm enrolled in a Spanish course. | I withdrew from the Spanish course.
negate: We use a monorepo. | We got rid of the monorepo.
negate: I have two guinea pigs. | The guinea pigs died.
negate: I play in a band. | The band broke up.
negate: I smoke a pipe sometimes. | No more pipe.
negate: I eat gluten. | I cut out gluten.
replace: The gym opens at 6. | The gym opens at 5:30 now.
replace: My phone plan is 10 GB. | Upgraded my phone plan to 50 GB.
replace: The repo's default branch is master. | We renamed the default branch to main.
replace: The report goes to Dana. | The report goes to Miguel now.
replace: My parking spot is B14. | My parking spot changed to C3.
replace: Our kid's bedtime is 8. | We pushed the kid's bedtime to 8:30.
replace: The wedding venue is Elm Hall. | We changed the wedding venue to the Boathouse.
replace: Deploys happen on Mondays. | Deploys happen on Wednesdays now.
replace: The API key rotates every 30 days. | The API key now rotates every 90 days.
replace: Insulin dose is 12 units. | Insulin dose is up to 16 units now.
replace: My shift starts at 7. | My shift now starts at 10.
replace: Our default timeout is 30 seconds. | We bumped the default timeout to 90 seconds.
replace: My commute takes 50 minutes. | My commute is down to 25 minutes.
replace: Our office is on Pine Street. | The office relocated to Harbor Road.
replace: Season tickets are in section 112. | Season tickets got moved to section 204.
replace: Alarm code is 4471. | The alarm code was reset to 9902.
correct: The test is on chapter 4. | Oops, the test is on chapter 5.
correct: My cholesterol was 210. | Misread the chart, my cholesterol was 201.
correct: Her surname is Hansen. | Typo, her surname is Hanson.
correct: We're meeting at Cafe Luna. | Sorry, not Cafe Luna, we're meeting at Cafe Sol.
correct: The invoice number is 88213. | Wrong invoice number earlier, it's 88231.
correct: The paint is called Misty Blue. | Looking at the can, the paint is called Misty Grey, not Misty Blue.
correct: I graduated in 2014. | Actually I graduated in 2015.
correct: The deposit was $300. | I said $300 for the deposit but it was $350.
correct: The meeting link is zoom 4471. | Correction on the meeting: zoom 4417.
apart: I practise yoga every morning. | My wife gave up yoga.
apart: I own a Vespa. | The Vespa needs an oil change.
apart: I keep chickens. | I cooked the chicken.
apart: Trash day is Tuesday. | Recycling moved to Friday.
apart: My shift starts at 7. | My wife's shift now starts at 10.
apart: My commute takes 50 minutes. | The meeting takes 25 minutes.
apart: I pay for Adobe. | I paid the electric bill.
apart: The report goes to Dana. | The invoice goes to Miguel now.
apart: Prod runs Postgres 13. | Staging was upgraded to Postgres 16.
apart: I graduated in 2014. | My sister graduated in 2015.
apart: I eat gluten. | My son cut out gluten.
apart: I lost 2 kg in March. | I lost 3 kg in April.
apart: Blood pressure was 120 this morning. | Blood pressure was 130 this morning.
apart: March 3: weight 70 kg. | April 3: weight 68 kg.
apart: My locker is number 17. | My seat is number 42.
apart: I read 12 books last year. | I read 20 books this year.
apart: The gym opens at 6. | The pool opens at 8.
apart: We use a monorepo. | The design team got rid of their monorepo.
apart: I have a meeting at 3. | I have a meeting at 5.
apart: I play in a band. | My nephew's band broke up.
apart: Take the pills at 8. | Take the drops at 10.
apart: My flight lands at 6. | Our train arrives at 8.
"""

_ZH = """
negate: 我每周去两次瑜伽馆。 | 瑜伽馆不去了，太远。
negate: 家里养了两只仓鼠。 | 仓鼠都送人了。
negate: 我每天一杯奶茶。 | 奶茶戒了。
negate: 我每天喝奶茶。 | 已经三个月没喝奶茶了。
negate: 我周末兼职送外卖。 | 外卖不送了，太累。
negate: 我在备考CPA。 | CPA不考了，没时间。
negate: 五一打算去云南。 | 五一的云南之行泡汤了。
negate: 我在学吉他。 | 吉他早就不弹了。
negate: 我们项目用了 Kafka。 | Kafka 已经移除了。
negate: 后端用 Kafka 做消息队列。 | Kafka 去掉了，直接走 HTTP。
negate: 孩子在上奥数班。 | 奥数班退了，孩子不喜欢。
negate: 我有一张招行的信用卡。 | 招行的信用卡注销了。
negate: 我有辆自行车。 | 自行车被偷了。
negate: 我租了个地下车位。 | 车位退租了。
negate: 我用 Notion 记笔记。 | Notion 卸载了。
negate: 我每周三打羽毛球。 | 羽毛球不打了，肩膀疼。
negate: 我在追《繁花》。 | 《繁花》弃了。
negate: 我开了爱奇艺会员。 | 爱奇艺会员没续费。
negate: 我和小雨在谈恋爱。 | 我和小雨分手了。
negate: 每天吃一片阿司匹林。 | 阿司匹林停了，医生说不用吃。
negate: 我每天早上喝黑咖啡。 | 现在早上不喝咖啡了。
negate: 我在健身房请了私教。 | 私教停了。
negate: 我报了周六的油画课。 | 周六的油画课取消了。
negate: 我在做副业摆摊。 | 摆摊的副业不做了。
negate: 家里有只乌龟叫慢慢。 | 慢慢没了，埋在院子里了。
negate: 我们组每天开晨会。 | 晨会取消了，改发文字。
replace: 房租每月3200。 | 房租涨到3500了。
replace: 宽带是电信的。 | 宽带换成联通了。
replace: 我护照2027年3月到期。 | 护照换了新的，2035年到期。
replace: 去大阪的航班是早上9点。 | 去大阪的航班改到下午2点了。
replace: 高铁票是G102。 | 高铁票改签成G118了。
replace: 服务器IP是10.0.3.15。 | 服务器IP换成10.0.3.77了。
replace: 我们用的Node版本是18。 | Node升级到22了。
replace: 测试环境部署在阿里云。 | 测试环境迁到腾讯云了。
replace: 牙医预约在周四下午三点。 | 牙医改到下周一下午四点了。
replace: 我的工位在3楼。 | 工位搬到7楼了。
replace: 班主任是陈老师。 | 班主任换成林老师了。
replace: 组长是韩冰。 | 现在组长是郑凯。
replace: 接口超时设的是30秒。 | 接口超时调到60秒了。
replace: 我的健身目标是每周3次。 | 健身目标改成每周5次了。
replace: 血压药吃的是络活喜。 | 血压药换成代文了。
replace: 孩子的钢琴课在周二。 | 孩子的钢琴课改到周五了。
replace: 快递放在门卫那儿。 | 以后快递放在菜鸟驿站。
replace: 工资卡是建行的。 | 工资卡换成招行了。
correct: 我的学号是20210034。 | 学号写错了，是20210043。
correct: 婚礼在9月12号。 | 看错日历了，婚礼是9月21号。
correct: 我女儿叫林语桐。 | 打错字了，女儿叫林语彤。
correct: 那台冰箱花了3200。 | 记错了，那台冰箱花了2300。
correct: 会议室是A301。 | 不对，会议室是A310。
correct: 客户是周三来。 | 搞混了，客户不是周三来，是周五来。
correct: 我报的是初级班。 | 说错了，不是初级班，是中级班。
correct: 航班号CZ3101。 | 更正：航班号CZ3110。
correct: 我们家在6栋。 | 写错了，我们家在9栋。
correct: 体检约在了协和。 | 不是协和，约在了同仁。
apart: 我的房租每月3200。 | 停车费涨到500了。
apart: 宽带是电信的。 | 手机套餐换成联通了。
apart: 去大阪的航班是早上9点。 | 回上海的航班改到下午2点了。
apart: 孩子的钢琴课在周二。 | 我的钢琴课改到周五了。
apart: 我妈的血压药是络活喜。 | 我的血压药换成代文了。
apart: 我每天早上跑步。 | 打羽毛球太累，羽毛球不打了。
apart: 我喜欢喝奶茶。 | 牛奶不喝了。
apart: 我养了一只猫。 | 邻居的猫送人了。
apart: 测试环境部署在阿里云。 | 生产环境迁到腾讯云了。
apart: 我在学吉他。 | 钢琴不学了。
apart: 婚礼在9月12号。 | 领证那天改到9月20号了。
apart: 昨天打车花了35块。 | 今天打车花了42块。
apart: 1月3日体重68公斤。 | 2月3日体重66公斤。
apart: 我买了3本书。 | 又买了5本书。
apart: 客厅是20平。 | 卧室是15平。
apart: 今天步数8000。 | 今天步数12000。
apart: 星河项目的数据库是MySQL。 | 灯塔项目的数据库换成PG了。
apart: 我们家在6栋。 | 奶奶家在9栋。
apart: 我坐地铁上班。 | 地铁涨价了。
apart: 咖啡豆买的是云南的。 | 咖啡机换成德龙了。
negate: 我每周三上瑜伽课。 | 瑜伽课我早不上了。
negate: 我在用 Spotify。 | Spotify 我退订了。
negate: 每天中午睡半小时午觉。 | 最近不睡午觉了。
negate: 我们周五晚上有部门聚餐。 | 周五的部门聚餐取消。
negate: 打算国庆去西藏。 | 西藏不去了，票太贵。
negate: 家里养了一缸金鱼。 | 金鱼全死了。
negate: 我睡前吃褪黑素。 | 褪黑素不吃了。
negate: 我在学街舞。 | 街舞停了，膝盖受不了。
negate: 我戴牙套。 | 牙套摘了。
negate: 我每周喝两三次酒。 | 酒我戒了。
negate: 我下班跑网约车。 | 网约车不跑了。
negate: 孩子在上托班。 | 托班不上了，外婆带。
negate: 我有健身年卡。 | 健身年卡转出去了。
negate: 我在写公众号。 | 公众号停更了。
negate: 我每天晚上打王者荣耀。 | 王者荣耀卸了。
negate: 我买了基金定投。 | 基金定投停了。
negate: 我在喝中药调理。 | 中药已经不喝了。
negate: 我用 Clash 上网。 | Clash 不用了。
negate: 我们小组用 Jira。 | Jira 弃用了。
negate: 我报名了半程马拉松。 | 半程马拉松弃赛了。
negate: 我和室友合租。 | 不合租了，自己住。
negate: 我在跟一个网课。 | 网课退了。
negate: 我点外卖当午饭。 | 不点外卖了，自己带饭。
negate: 周六上午固定开家庭会议。 | 家庭会议不开了。
negate: 我订阅了《三联生活周刊》。 | 《三联生活周刊》退订了。
negate: 我开了个小红书账号分享穿搭。 | 小红书账号注销了。
negate: 我现在每天吃两顿药。 | 药停了。
replace: 我座机是010-66668888。 | 座机换了，010-88886666。
replace: 每天站会九点。 | 站会调整到九点半。
replace: 我宽带是200兆。 | 宽带升级到1000兆了。
replace: 我现在的套餐是58元。 | 套餐换成88元的了。
replace: 毕业设计题目是图像去噪。 | 毕业设计题目换成目标检测了。
replace: 我家门锁密码是778899。 | 门锁密码改成112233了。
replace: 阳台种的是薄荷。 | 阳台换成种番茄了。
replace: 发布窗口在周四晚上。 | 发布窗口挪到周二了。
replace: 团建定在莫干山。 | 团建改去千岛湖了。
replace: 我的证件照是蓝底。 | 证件照换成白底了。
replace: 咖啡一般喝美式。 | 现在咖啡改喝拿铁了。
replace: 日报发给刘姐。 | 日报以后发给小唐。
correct: 表妹今年高三。 | 说错了，表妹今年高二。
correct: 钥匙放在鞋柜里。 | 记错了，钥匙放在抽屉里。
correct: 飞机是T2航站楼。 | 看错了，是T3航站楼。
correct: 发票抬头是北京云启科技。 | 发票抬头写错了，应该是北京云起科技。
correct: 押金交了两千。 | 押金说错了，是三千。
correct: 验证码是5563。 | 打错，验证码是5536。
correct: 酒店住到15号。 | 更正，酒店住到16号。
correct: 老师姓章。 | 搞错了，老师姓张。
apart: 我在学街舞。 | 孩子的街舞停了。
apart: 我爸有高血压。 | 我的高血压药停了。
apart: 我每周三上瑜伽课。 | 这周的瑜伽课取消了。
apart: 我喜欢吃外卖。 | 今天不点外卖了。
apart: 我们小组用 Jira。 | 隔壁组把 Jira 弃用了。
apart: 我在用 Spotify。 | 我老婆退订了 Spotify。
apart: 打算国庆去西藏。 | 朋友说西藏不好玩。
apart: 我有健身年卡。 | 健身房周日关门。
apart: 家里养了一缸金鱼。 | 金鱼很好看。
apart: 我用 Clash 上网。 | Clash 更新了。
apart: 周报每周五交。 | 月报改成每月3号交了。
apart: 押金交了两千。 | 房租交了三千。
apart: 钥匙放在鞋柜里。 | 雨伞放在阳台。
apart: 毕业设计题目是图像去噪。 | 课程设计题目换成目标检测了。
apart: 昨天跑了5公里。 | 昨天骑了20公里。
apart: 早饭吃了两个包子。 | 午饭吃了三个包子。
apart: 3月电费120元。 | 4月电费98元。
apart: 我家门锁密码是778899。 | 公司门禁密码改成112233了。
apart: 小王负责前端。 | 小李负责后端。
negate: 我每天抽一包烟。 | 我把烟戒了。
negate: 我有一辆摩托车。 | 我把摩托车卖了。
negate: 我在上编程课。 | 我把编程课退了，学不动。
negate: 家里养了一只狗叫豆豆。 | 把豆豆送给朋友养了。
negate: 我养鱼。 | 现在不养鱼了。
negate: 我在喝咖啡提神。 | 我已经不喝咖啡了。
negate: 我每天晚上吃夜宵。 | 以后再也不吃夜宵了。
negate: 我打算辞职创业。 | 创业的事黄了。
negate: 我用百度网盘备份照片。 | 百度网盘我早不用了。
negate: 我在用一款记账App。 | 记账App删了。
negate: 我在带实习生。 | 实习生不带了，转给别人了。
negate: 系统里有个定时任务每晚跑。 | 那个定时任务停掉了。
negate: 我们用 Nacos 做注册中心。 | Nacos 不用了。
negate: 我周末加班。 | 周末不加班了。
negate: 我吃全素。 | 我不吃全素了。
negate: 我戴隐形眼镜。 | 隐形眼镜不戴了。
negate: 我有慢性咽炎。 | 咽炎好了。
negate: 我在考驾照科目三。 | 驾照不考了。
negate: 我有个每周五的例会。 | 周五的例会不开了。
negate: 我报了日语N2考试。 | N2 不考了。
negate: 我在弹古筝。 | 古筝放下了。
negate: 我开了花呗。 | 花呗关了。
negate: 我常去楼下那家面馆。 | 楼下面馆倒闭了。
negate: 订了周六晚上的餐厅。 | 周六晚上的餐厅退了。
negate: 我参加了读书会。 | 退出读书会了。
replace: 我在学 Vue。 | 不学 Vue 了，改学 React。
replace: 我们周会在周一。 | 周会从周一挪到了周三。
replace: 我的车位号是B-102。 | 车位换到 C-210 了。
replace: 上线时间定在6月20号。 | 上线推到7月4号。
replace: 公司年会在12月28号。 | 年会提前到12月20号了。
replace: 给客户报价是8万。 | 报价降到7万2了。
replace: 复查是3月8号。 | 医生把复查改到3月22号了。
replace: 我的护照号是E12345678。 | 护照换了，新号是EJ9876543。
replace: 面试在周四上午十点。 | HR 把面试改到周五下午两点了。
correct: 我车牌是沪A12345。 | 车牌说错了，沪A12354。
correct: 项目代号叫海燕。 | 代号我搞混了，叫海鸥。
correct: 飞深圳的航班是MU5101。 | 刚查了一下，飞深圳的航班是MU5103，之前记错了。
apart: 我把烟灰缸洗了。 | 我把烟戒了。
apart: 我弟弟养鱼。 | 我不养鱼了。
apart: 我喜欢日语。 | N2 不考了。
apart: 妈妈每天吃夜宵。 | 以后再也不吃夜宵了。
apart: 项目依赖 lodash。 | 升级了 lodash。
apart: 我喜欢咖啡店。 | 我已经不喝咖啡了。
apart: 我们周会在周一。 | 我的周一瑜伽改到周三了。
apart: 复查是3月8号。 | 生日会改到3月22号了。
"""


def _pairs(block: str) -> list[tuple[str, str, str]]:
    """The kind, the older and the newer statement of every line."""
    found = []
    for line in block.strip().splitlines():
        kind, _, both = line.partition(": ")
        old, _, new = both.partition(" | ")
        found.append((kind, old.strip(), new.strip()))
    return found


EN, ZH = _pairs(_EN), _pairs(_ZH)
