"""More pairs of an older and a newer statement, one or two for each attribute that people tell of themselves and their work.

The kinds are those of `claims_pairs`. Qualifiers that make two of one attribute (the flight there and back, the work phone and
the private one, two children) are under `add`.
"""

from __future__ import annotations

from tests.unit.claims_pairs import pairs

EN = pairs("""
replace: I rent a flat in Camden. | We've moved, now renting in Hackney.
replace: My apartment is in Queens. | Got a new place in Brooklyn, moved in last week.
replace: I'm based in Austin. | Relocated to Denver for work.
replace: I live in apartment 4B. | We moved upstairs, now in apartment 7C.
replace: My rent is $1,450. | Landlord raised the rent to $1,600.
replace: I pay 900 euros rent. | Rent's 950 now.
replace: Our property manager is Greenline. | The building is now managed by Oakwood.
replace: I work at Shopify as a designer. | I started at Canva this week.
replace: I'm at Google. | I left Google for Anthropic.
replace: I'm a nurse. | I'm a physiotherapist now.
replace: My team lead is Yuki. | Yuki moved teams; Tom is our lead now.
replace: I make $70k. | Got a raise, I make $82k now.
replace: My salary is 52,000. | My salary went up to 58,000.
replace: Team sync is Mondays at 2. | Team sync got moved to Tuesdays at 11.
replace: Our retro is in room Birch. | The retro is in room Cedar from now on.
replace: The proposal is due June 3. | The proposal deadline slipped to June 17.
replace: The essay is due Friday. | Prof pushed the essay to Monday.
replace: CI runs on Jenkins. | We moved CI to Buildkite.
replace: We're hosted on DigitalOcean. | We're on Fly.io now.
replace: Default branch is master. | Renamed the default branch to main.
replace: Our API runs Node 16. | The API is on Node 20 now.
replace: I code in Sublime. | I've switched over to Zed.
replace: My work machine runs Ubuntu. | IT made me switch to Windows.
replace: The backend is written in Ruby. | We ported the backend to Elixir.
replace: We cache with Memcached. | We swapped Memcached for Redis.
replace: Our frontend is in Angular. | Frontend got rewritten in React.
replace: I take 10 mg of lisinopril. | My lisinopril went up to 20 mg.
replace: My car insurance is with Geico. | Moved my car insurance to Progressive.
replace: I bank with Chase. | I bank with Ally now.
replace: My paycheck goes to Wells Fargo. | My paycheck goes to Schwab now.
replace: I drive to work. | I take the bus to work these days.
replace: My commute is 50 minutes. | My commute is 15 minutes now.
replace: I work from home on Fridays. | My remote day moved to Wednesday.
replace: I'm in the office three days a week. | It's four days in the office now.
replace: My daughter is in third grade. | My daughter just started fourth grade.
replace: My son's teacher is Mrs. Patel. | My son's teacher is now Mr. Boyd.
replace: I'm a sophomore. | I'm a junior now.
replace: I'm single. | I'm seeing someone, her name is Rosa.
replace: My phone plan is with Verizon. | Switched to Mint Mobile.
replace: Our internet is Comcast. | We switched to Google Fiber at home.
replace: I'm flying United 482 to Denver. | Rebooked, it's United 1190 to Denver now.
replace: My flight to Lisbon leaves on May 3. | My flight to Lisbon got moved to May 5.
replace: We're staying at the Hyatt in Rome. | We switched our Rome hotel to the Hilton.
replace: My visa expires in March. | My visa was extended to November.
replace: My GRE is on October 4. | I rescheduled the GRE to October 25.
replace: My driving test is June 2. | Driving test got bumped to June 16.
replace: My target score is 320. | I'm aiming for 325 now.
replace: I weigh 180 pounds. | Down to 168 pounds.
replace: I wear a medium. | I wear a large these days.
replace: My waist is 32. | My waist is 34 now.
replace: My son is 4 feet tall. | My son is 4 foot 3 now.
replace: My username is skyfox. | I changed my username to skyfox_99.
replace: My Discord is kev#1234. | My Discord handle is now kevinb.
replace: I take my coffee with cream. | I drink my coffee black now.
replace: I like my food mild. | I want everything extra spicy now.
replace: Answer me in Spanish. | Please switch back to English.
replace: Keep answers short. | Give me longer, detailed answers.
replace: Be formal with me. | You can be casual.
replace: Give temperatures in Fahrenheit. | Use Celsius from now on.
replace: Show prices in dollars. | Show prices in euros please.
replace: I'm in Eastern time. | I'm on Pacific time now.
replace: My credit limit is $3,000. | My credit limit was raised to $5,000.
replace: My monthly grocery budget is $400. | I upped my grocery budget to $500.
replace: The rate limit is 100 requests per minute. | We raised the rate limit to 250.
replace: The request timeout is 30 seconds. | The timeout is 60 seconds now.
replace: The staging server is stage-1. | Staging moved to stage-3.
replace: I go to bed at 11. | I'm in bed by 10 now.
replace: I lift three times a week. | I lift four times a week now.
replace: I usually have oatmeal for breakfast. | I have eggs for breakfast now.
replace: The wedding is on May 20. | We postponed the wedding to September 9.
replace: The wedding is at Rosewood Farm. | We changed the venue to Maple Barn.
replace: My due date is August 12. | The doctor moved my due date to August 5.
replace: My therapist is Dr. Ames. | I have a new therapist, Dr. Klein.
replace: I'm reading Dune. | Now I'm reading Hyperion.
replace: I drive a Civic. | Traded the Civic for a RAV4.
replace: I have a Pixel 6. | I got an iPhone 15.
replace: I take notes in Evernote. | I moved my notes to Obsidian.
replace: We track work in Jira. | We moved to Linear.
replace: We chat on Slack. | The company moved to Teams.
replace: My thesis is about coral reefs. | I changed my thesis topic to kelp forests.
replace: My desk is on floor 3. | They moved my desk to floor 5.
replace: The project is called Falcon. | We renamed the project to Osprey.
replace: The kitchen budget is $20k. | The kitchen budget is $26k now.
replace: We're expecting 40 guests. | Guest count is up to 55.
replace: My savings goal is $5,000. | I raised my savings goal to $8,000.
replace: I drink whole milk. | I switched to oat milk.
replace: I use LastPass. | I use Bitwarden now.
replace: I study at Rice. | I transferred to UT Austin.
replace: Kiran works on project Atlas. | Kiran was moved from project Atlas to project Borealis.
replace: I work in New York time. | I work in London time now.
replace: I like bullet points. | I'd rather have full paragraphs than bullet points.
replace: I prefer the window seat. | Book me aisle seats from now on.
replace: We live on Elm Street. | We moved to Cedar Avenue.
replace: I'm a barista at Blue Bottle. | I'm a barista at Verve now.
replace: I teach at Lincoln High. | I teach at Jefferson High now.
replace: I'm on the payments team. | I moved to the growth team.
replace: I report to Elena. | I report to Sanjay now.
replace: Our CTO is Mark Lee. | Priya Nair is the new CTO.
replace: I earn 25 an hour. | I'm up to 28 an hour.
replace: All-hands is Thursdays at 4. | All-hands moved to Wednesdays at 3.
replace: My one-on-one is Monday morning. | My one-on-one is Friday morning now.
replace: The demo is in room 204. | The demo moved to room 310.
replace: The grant is due March 1. | The grant deadline got extended to March 15.
replace: Code freeze is on the 10th. | Code freeze slid to the 14th.
replace: We ship on Thursdays. | We ship on Tuesdays now.
replace: We use yarn. | We use pnpm now.
replace: Prod runs on Postgres 13. | Prod was upgraded to Postgres 16.
replace: The repo lives on Bitbucket. | We moved the repo to GitHub.
replace: Our error tracking is Rollbar. | We replaced Rollbar with Sentry.
replace: My main browser is Chrome. | I use Firefox now.
replace: My terminal is iTerm2. | I switched to Ghostty.
replace: The service listens on port 8080. | It listens on port 9090 now.
replace: Max upload is 10 MB. | We raised the max upload to 25 MB.
replace: I take one tablet of metformin. | I take two tablets of metformin now.
replace: My insulin is 12 units. | My insulin is 14 units now.
replace: We have State Farm for home insurance. | We have Allstate for home insurance now.
replace: My shift starts at 7. | My shift starts at 9 now.
replace: My nephew is in 2nd grade. | My nephew is in 3rd grade now.
replace: My piano teacher is Mr. Adler. | My piano teacher is Ms. Finch now.
replace: I have T-Mobile. | I'm with Verizon now.
replace: The train is at 8:15. | The train got changed to 9:05.
replace: Hotel in Kyoto is the Granvia. | Changed the Kyoto hotel to the Hyatt.
replace: Return flight is on the 20th. | Return flight is on the 22nd now.
replace: LSAT is June 7. | I moved my LSAT to August 9.
replace: My ring size is 6. | My ring size is 7 now.
replace: My last name is Carter. | I got married, my last name is Diaz now.
replace: My Instagram is @lea.paints. | My Instagram is now @lea.studio.
replace: My mailing address is 12 Pine St. | New mailing address: 88 Oak Ave.
replace: We're in unit 305. | We're in unit 512 now.
replace: I usually order a latte. | I order a cortado these days.
replace: I meditate for 10 minutes a day. | I meditate for 20 minutes a day now.
replace: My weekly mileage is 20 miles. | My weekly mileage is up to 30 miles.
replace: Write code samples in Java. | Write code samples in Python from now on.
replace: Call me Jon. | Please call me Jonathan from now on.
replace: Use pounds. | Use kilos instead.
replace: Default currency is USD. | Change the default currency to EUR.
replace: My savings account pays 4%. | My savings account pays 3.5% now.
replace: HOA is $250. | HOA went up to $310.
replace: Tuition is $12,000. | Tuition went up to $13,500.
replace: The invoice is $800. | The invoice was revised to $950.
replace: Our nanny is Rosa. | Our new nanny is Ingrid.
replace: I'm watching Severance. | I'm watching Andor now.
replace: My ringtone is Marimba. | I changed my ringtone to Chimes.
replace: My favorite restaurant is Lupa. | Via Carota is my favorite restaurant now.
correct: I'm 5'10". | Correction, I'm 5'9".
correct: My student ID is 884210. | Typo, my student ID is 884201.
correct: My interview is Tuesday at 3. | I misread it, the interview is Thursday at 3.
correct: My plate is 7ABC123. | Oops, my plate is 7ABC132.
correct: I'm allergic to shellfish. | I got that wrong, I'm allergic to peanuts, not shellfish.
correct: The hotel room is 412. | Sorry, the room is 421.
correct: My son is 7. | Actually he's 8.
correct: The owner is Sara Lind. | Got the name wrong, the owner is Zara Lind.
correct: My tracking number is 1Z999. | Typo, the tracking number is 1Z998.
correct: The deposit was $500. | I misremembered, the deposit was $450.
correct: The meeting is at 3. | Not 3, the meeting is at 4.
negate: I drink two coffees a day. | I'm off coffee.
negate: I smoke. | I haven't smoked in a month, I quit.
negate: I have a glass of wine most nights. | I stopped drinking.
negate: We have a parrot. | We gave the parrot away.
negate: I do yoga every morning. | I dropped yoga.
negate: I'm learning the cello. | I gave up the cello.
negate: I have a boyfriend. | We broke up.
negate: I have a Hulu subscription. | I let Hulu lapse.
negate: I'm vegan. | I'm not vegan anymore.
negate: I take Zoloft. | I came off Zoloft.
negate: We use Sentry. | We ripped out Sentry.
negate: I'm going to Peru in July. | Peru is off.
negate: I signed up for a pottery class. | I dropped the pottery class.
negate: I tutor on weekends. | I no longer tutor.
negate: I work the night shift. | I'm off the night shift.
negate: I'm a member at Equinox. | Cancelled Equinox.
negate: I subscribe to The Atlantic. | I dropped The Atlantic.
negate: I'm studying for the bar. | I'm not taking the bar after all.
negate: I take melatonin at night. | I stopped taking melatonin.
negate: We're going to Bali in May. | The Bali trip is cancelled.
negate: We have a corgi named Bean. | Bean died last month.
negate: I play Fortnite every night. | I uninstalled Fortnite.
negate: I take watercolor lessons. | I stopped the watercolor lessons.
negate: I own a motorcycle. | I sold the motorcycle.
negate: I drive for Lyft on weekends. | I don't drive for Lyft anymore.
negate: I drink diet soda. | No more diet soda.
negate: I'm on keto. | I'm done with keto.
negate: I volunteer at the shelter. | I no longer volunteer at the shelter.
past: I work at Canva. | I worked at Figma back in 2019.
past: I use an iPhone. | I had a Nokia back in the day.
other: My rent is $900. | My brother's rent is $700.
other: I work at Uber. | My cousin works at Lyft.
other: I make $90k. | My coworker makes $110k.
temporary: I work day shifts. | I'm on nights this week.
temporary: I take the metro to work. | Metro strike, I'm biking to work today.
temporary: I wake up at 6. | I'm sleeping in until 9 this vacation.
add: My flight to Oslo is on May 2. | My flight from Oslo is on May 9.
add: My work email is a@x.com. | My personal email is b@y.com.
add: The Falcon API runs on Node 16. | The Osprey API runs on Node 20.
add: My visa expires in March. | My passport expires in May.
add: My son is in second grade. | My daughter is in fifth grade.
add: My work phone is a Pixel. | My personal phone is an iPhone.
add: My English exam is June 4. | My math exam is June 9.
add: My older son is in 7th grade. | My younger son is in 3rd grade.
add: Our rent is $2,000. | Our parking is $150.
add: I like espresso. | I like cortados too.
add: The Atlas deadline is May 1. | The Borealis deadline is June 1.
add: My flight to Tokyo is on the 8th. | My flight to Osaka is on the 12th.
""")

ZH = pairs("""
replace: 家住在成都高新区。 | 搬家了，现在房子在成华区。
replace: 在上海租房住，闵行。 | 现在住宝山了。
replace: 房租每月3200。 | 房租涨了，现在一个月3600。
replace: 房租两千八。 | 续租以后房租变成三千一。
replace: 房东是个姓何的大叔。 | 房东换人了，新房东姓廖。
replace: 物业是万科。 | 物业换成绿城了。
replace: 在阿里做前端。 | 跳槽了，现在在网易做前端。
replace: 我是滴滴的产品经理。 | 我现在是快手的产品经理。
replace: 我职位是专员。 | 升主管了。
replace: 组长是曹敏。 | 曹敏走了，彭涛接任组长。
replace: 我们leader是Leo。 | leader换成Nina了。
replace: 年薪三十五万。 | 今年调薪后年薪四十万。
replace: 每周一早上十点开周会。 | 周会改到周二下午三点了。
replace: 周会在3楼会议室。 | 周会换到5楼大会议室开了。
replace: 晨会九点。 | 晨会挪到九点半了。
replace: 需求文档周五交。 | 需求文档延到下周三交。
replace: 结题报告6月1日前交。 | 结题报告的截止时间推迟到6月20日。
replace: 论文初稿4月15号交。 | 导师说初稿可以4月25号再交。
replace: 前端用的Vue。 | 前端重构了，换成React了。
replace: 服务部署在阿里云。 | 上周把服务迁到腾讯云了。
replace: 我们的CI跑在Travis上。 | CI迁到GitHub Actions了。
replace: 默认分支是master。 | 默认分支改名叫main了。
replace: 线上版本是2.3。 | 线上升到2.4了。
replace: Node版本是16。 | Node升级到20了。
replace: 写代码用Sublime。 | 现在写代码用Cursor。
replace: 编辑器用的是Vim。 | 编辑器换VSCode了。
replace: 电脑是Windows系统。 | 电脑装了Linux，不用Windows了。
replace: 缓存用的Memcached。 | 缓存换成Redis了。
replace: 消息队列用RabbitMQ。 | MQ切到Kafka了。
replace: 后端用Java写的。 | 后端用Go重写了。
replace: 优甲乐每天吃半片。 | 优甲乐加到一片了。
replace: 布洛芬一次吃一片。 | 布洛芬现在一次两片。
replace: 医保在浦东交的。 | 医保转到苏州了。
replace: 工资卡是招行的。 | 工资卡换成建行了。
replace: 信用卡用的浦发。 | 信用卡换成中信的了。
replace: 上班坐公交。 | 买了电动车，现在骑车上班。
replace: 我每天开车去公司。 | 现在改坐地铁了。
replace: 每周三在家办公。 | 居家日改到周五了。
replace: 每周去公司三天。 | 现在每周要到岗四天。
replace: 孩子上小学二年级。 | 孩子升三年级了。
replace: 女儿在蓝天幼儿园。 | 女儿转到贝贝幼儿园了。
replace: 我读大二。 | 我大三了。
replace: 女儿班主任姓郑。 | 女儿班主任换成陆老师了。
replace: 儿子在五班。 | 儿子分到二班了。
replace: 健身去的是威尔士。 | 换健身房了，去乐刻。
replace: 我还单身。 | 我有女朋友了。
replace: 女朋友叫小雅。 | 和小雅分了，现在的女朋友叫安琪。
replace: 手机套餐是移动的。 | 携号转网到联通了。
replace: 宽带是电信的。 | 家里宽带换成移动了。
replace: 去西安坐G87。 | 去西安的票改签成G659了。
replace: 去昆明的航班是MU5801。 | 航班改成了CZ3411。
replace: 三亚住亚特兰蒂斯。 | 三亚的酒店换成希尔顿了。
replace: 9月3日飞伦敦。 | 飞伦敦改到9月10日了。
replace: 护照2026年5月到期。 | 护照换新的了，2036年到期。
replace: 驾照科目三考试在12号。 | 科目三改到19号了。
replace: 考研报的复旦。 | 考研改报南大了。
replace: 雅思目标6.5。 | 雅思目标提到7分。
replace: 我体重75公斤。 | 减肥成功，现在70公斤。
replace: 我衣服穿M码。 | 胖了，衣服要穿L码了。
replace: 裤子穿29码。 | 裤子现在要穿31码。
replace: 我儿子身高120。 | 儿子现在128了。
replace: 我微信号是sunny_01。 | 微信号改成sunny_2024了。
replace: 我的GitHub账号是leoabc。 | GitHub账号改名成leo-dev了。
replace: 住3栋1201。 | 换到5栋802了。
replace: 快递寄到公司前台。 | 快递以后寄到小区菜鸟驿站。
replace: 咖啡我喝拿铁。 | 现在只喝美式。
replace: 我吃微辣。 | 现在能吃重辣了。
replace: 奶茶要半糖。 | 奶茶改喝无糖了。
replace: 回答用英文。 | 以后用中文回答我。
replace: 回答尽量详细。 | 回答简短点就行。
replace: 语气正式一点。 | 语气可以随意些。
replace: 温度用摄氏度。 | 温度改用华氏度吧。
replace: 价格用人民币显示。 | 价格改成美元显示。
replace: 时区按北京时间。 | 我搬到东京了，时区换成东京时间。
replace: 房贷利率4.9%。 | 房贷利率降到3.6%了。
replace: 每个月生活费两千。 | 生活费涨到两千五。
replace: 信用卡额度两万。 | 信用卡提额到五万了。
replace: 接口超时设的3秒。 | 超时调成10秒了。
replace: 测试服务器是10.0.0.5。 | 测试服务器换成10.0.0.8了。
replace: 每天十一点睡。 | 现在十点就睡了。
replace: 每周健身三次。 | 健身改成每周五次了。
replace: 我每天跑三公里。 | 现在每天跑五公里。
replace: 早餐一般吃包子。 | 早餐改吃燕麦了。
replace: 壁纸用的是雪山。 | 壁纸换成大海了。
replace: 婚礼定在10月2号。 | 婚礼推迟到11月8号。
replace: 婚礼在香格里拉办。 | 婚礼换到凯宾斯基了。
replace: 预产期是8月12。 | 医生说预产期是8月5号。
replace: 年会在12月28日。 | 年会提前到12月20日。
replace: 家教周六来。 | 家教改到周日来。
replace: 我的车是高尔夫。 | 换车了，现在开Model Y。
replace: 手机是华为Mate 60。 | 手机换成iPhone 16了。
replace: 听歌用QQ音乐。 | 听歌改用网易云了。
replace: 笔记记在印象笔记。 | 笔记全搬到Notion了。
replace: 项目管理用Jira。 | 我们改用Linear了。
replace: 沟通用钉钉。 | 公司换飞书了。
replace: 我的导师是沈教授。 | 换导师了，现在跟着魏教授。
replace: 工位在A区12号。 | 工位搬到C区3号了。
replace: 办公室在8楼。 | 公司搬到15楼了。
replace: 项目代号叫白鲸。 | 项目代号改叫蓝鲸了。
replace: 房子装修预算二十万。 | 装修预算加到二十五万。
replace: 来的客人有30个。 | 客人增加到45个了。
replace: 我喝全脂牛奶。 | 改喝燕麦奶了。
replace: 密码管理用LastPass。 | 换成1Password了。
replace: 我现在租在徐汇区龙华路。 | 退租了，搬到普陀曹杨那边。
replace: 我在建行上班。 | 上个月从建行辞了，去了蚂蚁。
replace: 我们总监是高岩。 | 总监换人了，现在是冯倩。
replace: 直属领导是罗姐。 | 罗姐离职以后我归白哥管。
replace: 底薪八千。 | 底薪调到九千五。
replace: 时薪60。 | 时薪涨到75。
replace: 项目例会周三下午。 | 项目例会调整到周四上午。
replace: 面试定在20号。 | 面试往后推到23号。
replace: 复查时间是下周二。 | 医院让我改到下周五复查。
replace: 答辩在6月3号。 | 答辩提前到5月28号。
replace: 方案月底交。 | 方案提前到25号交。
replace: 交稿日期是9月1日。 | 编辑把交稿日期放宽到9月15日。
replace: 单元测试用的Jest。 | 单元测试换成Vitest了。
replace: 浏览器用Chrome。 | 浏览器换成Edge了。
replace: 监控用Zabbix。 | 监控换成Prometheus了。
replace: 设计稿用Sketch画。 | 设计稿改用Figma了。
replace: Redis端口是6379。 | Redis端口改成6380了。
replace: MySQL是5.7版本。 | MySQL升级到8.0了。
replace: 二甲双胍一天两片。 | 二甲双胍减到一天一片。
replace: 胰岛素每天10个单位。 | 胰岛素调到12个单位。
replace: 我的家庭医生姓傅。 | 家庭医生换成毕医生了。
replace: 社保在广州交。 | 社保转到佛山交了。
replace: 理财放在余额宝。 | 理财转到招行朝朝宝了。
replace: 开车上班要四十分钟。 | 现在开车上班只要二十分钟。
replace: 周二周四远程。 | 远程日改成周一周五。
replace: 弟弟读高二。 | 弟弟升高三了。
replace: 儿子在新世纪小学上学。 | 儿子转学去了外国语小学。
replace: 女儿数学老师姓孔。 | 女儿的数学老师换成严老师了。
replace: 健身房在万达那家。 | 健身房换到银泰那家了。
replace: 手机用的小米13。 | 手机换成vivo X100了。
replace: 平板是iPad Air。 | 平板换成华为MatePad了。
replace: 耳机是AirPods。 | 耳机换成索尼的了。
replace: 用的联通卡。 | 转网到移动了。
replace: 机票是东航MU2151。 | 机票改签到国航CA1234。
replace: 到杭州住亚朵。 | 到杭州改住全季了。
replace: 回程是10月6号。 | 回程改到10月7号了。
replace: 英语四级6月14号考。 | 四级延期到6月21号考。
replace: 半马目标两小时。 | 半马目标改成一小时五十分。
replace: 鞋码42。 | 脚好像大了，现在穿43码。
replace: 女儿鞋码28。 | 女儿现在穿30码的鞋。
replace: 戒指戴13号。 | 戒指现在要戴14号。
replace: 我近视300度。 | 近视涨到350度了。
replace: 我叫林晓。 | 改名了，现在叫林清越。
replace: 网名叫橘子汽水。 | 网名改成夏日海风了。
replace: 钉钉号是wang88。 | 钉钉号换成wang2025了。
replace: 收货地址在幸福里小区6栋。 | 收货地址换成锦绣园2栋。
replace: 门牌号是1502。 | 门牌号是1602，我搬楼上了。
replace: 我不吃辣。 | 现在能吃点微辣了。
replace: 晚饭一般六点吃。 | 晚饭改到七点吃。
replace: 一周游两次泳。 | 现在一周游四次泳。
replace: 回复用表格。 | 回复别用表格了，改成段落。
replace: 叫我小王就行。 | 以后叫我王工吧。
replace: 代码示例用Java。 | 代码示例换成Kotlin。
replace: 单位用英里。 | 单位改成公里吧。
replace: 默认货币是美元。 | 默认货币改成人民币。
replace: 存款利率2.1%。 | 存款利率降到1.8%。
replace: 物业费每平2.5元。 | 物业费涨到每平3元。
replace: 停车费一个月300。 | 停车费涨到一个月400。
replace: 学费一年一万二。 | 学费涨到一年一万五。
replace: 会员年费198。 | 会员年费涨到228了。
replace: 值班是周三。 | 值班换到周五了。
replace: 我在星辰项目组。 | 我从星辰调到了启明项目组。
replace: 最喜欢的球队是国安。 | 现在最喜欢的球队是申花。
replace: 在追《庆余年》。 | 现在在追《漫长的季节》。
replace: 微信头像是猫。 | 微信头像换成风景了。
replace: 我座右铭是慢慢来。 | 座右铭改成了稳住。
replace: 项目数据库用 PostgreSQL。 | 项目数据库已经从 PostgreSQL 换成 MySQL。
replace: I prefer window seats. | 以后订票改成靠过道的座位。
replace: 公司用 Jira 管任务。 | 这周公司把 Jira 换成 Linear 了。
replace: Priya works in New York time. | Priya now works in London time.
replace: 咱们站会每天 9:45。 | 站会改到每天 10:15 了。
replace: 我月薪一万九。 | 我月薪两万一了。
correct: 我身高178。 | 身高写错了，是173。
correct: 我的学号是20230115。 | 学号打错了，应该是20230151。
correct: 面试在周四下午两点。 | 记错了，面试是周五下午两点。
correct: 车牌是沪A12345。 | 车牌说错了，是沪A12354。
correct: 这台相机花了5600。 | 记错了，相机是6500买的。
correct: 机票是7月9号的。 | 看错了，机票是7月6号。
correct: 我儿子今年7岁。 | 不对，他8岁了。
correct: 房间是1208。 | 更正，房间是1280。
correct: 数据库端口是5432。 | 搞错了，端口是5433。
correct: 负责人是彭亮。 | 说错了，负责人是彭靓。
correct: 快递单号是SF123456。 | 单号发错了，应该是SF123465。
correct: 押金交了3000。 | 记岔了，押金是2000。
correct: 我是88年的。 | 打错，是89年的。
correct: 我属龙。 | 说错了，我属蛇。
correct: 妈妈生日是农历八月初六。 | 妈妈生日记错了，是八月初九。
correct: 我女儿对牛奶过敏。 | 弄错了，女儿是对鸡蛋过敏，不是牛奶。
correct: 银行卡尾号7788。 | 尾号应该是7878。
correct: 报名费480。 | 看错了，报名费是840。
negate: 每天喝两杯咖啡。 | 咖啡戒了。
negate: 我抽烟，一天一包。 | 不抽烟了，戒了仨月。
negate: 我晚上常喝点酒。 | 医生不让喝，酒停了。
negate: 养了两只乌龟。 | 乌龟送人了。
negate: 每周练瑜伽。 | 瑜伽不练了。
negate: 在学吉他。 | 吉他放弃了。
negate: 我有女朋友。 | 分手了，现在单身。
negate: 订了爱奇艺会员。 | 爱奇艺会员到期没续。
negate: 我在吃降压药。 | 降压药停了。
negate: 我用闲鱼卖东西。 | 闲鱼卸载了。
negate: 项目里用了Elasticsearch。 | Elasticsearch去掉了。
negate: 五一要去长沙玩。 | 长沙不去了。
negate: 报了托福班。 | 托福班退了。
negate: 周末做家教。 | 家教辞了。
negate: 上夜班。 | 不用上夜班了。
negate: 我会员办的是Keep。 | Keep会员取消了。
negate: 订了一年《读库》。 | 《读库》不续订了。
negate: 我在备考CPA。 | CPA不考了。
negate: 每天吃褪黑素。 | 褪黑素停了。
negate: 下周要去大理。 | 大理的行程取消了。
negate: 我炒股。 | 不炒股了，全清仓了。
negate: 养了只柯基叫豆豆。 | 豆豆上周去世了。
negate: 每天打两小时王者。 | 王者卸了，不打了。
negate: 我有辆电动车。 | 电动车卖了。
negate: 做兼职代驾。 | 代驾不干了。
negate: 我喝可乐。 | 可乐不喝了。
negate: 家里请了阿姨。 | 阿姨辞退了。
negate: 用Sentry做报错监控。 | Sentry下掉了。
negate: 我吃生酮餐。 | 不生酮了。
negate: 我戴牙套。 | 牙套摘了。
past: 我在美团做运营。 | 之前在饿了么做过运营。
past: 我用iPhone。 | 以前用过诺基亚。
past: 我在字节上班。 | 毕业后先在百度干了两年。
other: 我的房租是3000。 | 我妹的房租是1500。
other: 我的护照2030年到期。 | 老婆的护照2027年到期。
other: 我在美团上班。 | 我表弟在滴滴上班。
other: 我月薪两万。 | 同事月薪三万。
other: 我住杭州。 | 小赵搬到宁波了。
temporary: 我上白班。 | 这周上夜班。
temporary: 我在家办公周三。 | 这周改成周四在家办公。
temporary: 我坐地铁上班。 | 地铁停运，今天骑车上班。
temporary: 周会在三楼。 | 这周周会临时换到五楼。
temporary: 我六点起床。 | 放假这几天九点起床。
add: 我有两个微信号。 | 工作手机号是13811110000。
add: 私人邮箱是a@b.cn。 | 工作邮箱是c@d.com。
add: 去北京坐G1。 | 从北京回来坐G12。
add: 白鲸项目数据库用MySQL。 | 海豚项目数据库用MongoDB。
add: 我的签证3月到期。 | 我的护照5月到期。
add: 儿子上三年级。 | 女儿上五年级。
add: 周会在3楼。 | 面试在5楼。
add: 工作手机是华为。 | 私人手机是iPhone。
add: 英语考试6月14号。 | 日语考试7月6号。
add: 儿子的家长会周四。 | 女儿的家长会周五。
add: 大儿子上初一。 | 小儿子上三年级。
add: 我会开车。 | 我会骑摩托。
add: 房租三千。 | 物业费三百。
add: 我喜欢喝美式。 | 也喜欢喝拿铁。
add: A项目截止到5月1日。 | B项目截止到6月1日。
add: 周一开部门会。 | 周三开项目会。
add: 去东京的航班是8号。 | 去大阪的航班是12号。
""")
