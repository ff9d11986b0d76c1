"""Pairs of an older and a newer statement, by what happens to the older one: eight kinds, in both languages."""

from __future__ import annotations

REPLACE_EN = """
I live in Porto. | We relocated to Ghent in March.
My apartment is in Oslo, I live in Grunerlokka. | I have moved to Bergen for good.
I live in Leeds. | I live in Bristol now.
My home address is 12 Oak Lane. | My new home address is 7 Birch Street.
I work at Siemens. | I joined Bosch last month.
I work for Deloitte as an auditor. | I started a new job at KPMG.
I work at Nokia. | I now work at Ericsson.
My employer is Barclays. | I switched jobs and now work for Monzo.
My phone number is 020 7946 0018. | My phone number has changed to 020 7946 0777.
My cell is 312-555-0144. | You can reach me at 312-555-0190 from now on.
My email is nora@oldmail.com. | My new email is nora.k@fastpost.io.
My email address is tim@campus.edu. | Please email me at tim@studio.dev from now on.
I drive a Honda Civic. | I sold the Civic and bought a Mazda 3.
My car is a Volvo. | I traded it in for a Tesla Model 3.
I drive a Ford. | I drive a Subaru now.
My boss is Ms. Alvarez. | I report to Daniel Novak now.
My manager is Priya. | My new manager is Oliver.
My manager is Ken. | Ken left, so Yuki is my manager now.
My girlfriend is Laura. | I am dating Sofia now.
Our database is MariaDB. | We migrated from MariaDB to CockroachDB.
The backend is written in Java. | We rewrote the backend in Kotlin.
We use Jenkins for CI. | We switched to CircleCI.
The frontend uses Angular. | The frontend has been ported to Svelte.
We host everything on Heroku. | We moved everything to Hetzner.
My editor is Sublime. | I switched my editor to Neovim.
We deploy to AWS. | Everything runs on Azure now.
My goal weight is 70 kg. | I changed my goal weight to 74 kg.
I weigh 82 kg. | I weigh 78 kg now.
The report is due on March 3. | The report deadline was moved to March 17.
The grant application is due October 1. | They extended the grant application deadline to October 15.
The deadline for the paper is Friday. | The paper deadline got pushed back to Tuesday.
The launch date is September 9. | The launch has been postponed to September 23.
The wedding budget is 15,000 euros. | We raised the wedding budget to 18,000 euros.
Our marketing budget is $40k. | The marketing budget was cut to $30k.
My rent is 900 a month. | My rent went up to 980.
The ticket price is 25 dollars. | The ticket price has been raised to 30 dollars.
Our weekly meeting is on Monday at 10. | The weekly meeting moved to Wednesday at 2pm.
Standup is at 9:30. | Standup is at 10:00 from now on.
My dentist appointment is on May 3. | My dentist appointment was rescheduled to May 9.
My flight is on June 2. | I changed my flight to June 5.
I usually wake up at 6. | I wake up at 7:30 these days.
I go to sleep at midnight. | I go to bed at 10:30 now.
I commute by bus. | I bike to work now.
I usually drive to work. | I take the train to work now.
My gym is PureGym. | I switched to Anytime gym.
My daughter goes to Hillside Elementary. | My daughter transferred to Lakeview Elementary.
My son goes to Westfield High School. | My son now attends Eastgate High School.
My favourite band is Radiohead. | My favourite band is Interpol now.
My favorite color is green. | My favorite color is now teal.
I prefer tea over coffee. | I prefer coffee over tea these days.
I prefer window seats. | I prefer aisle seats now.
Please answer me in English. | From now on answer me in French.
Keep your answers short. | I want detailed answers from now on.
My shoe size is 42. | My shoe size is 43 now.
I am a junior analyst. | I got promoted to senior analyst.
My job title is team lead. | My job title is now engineering manager.
I am single. | I got married in the spring.
My dog is called Biscuit. | We renamed the dog, his name is Waffle now.
My landlord is Mr. Brandt. | My landlord is now Ms. Fischer.
My therapist is Dr. Cole. | My new therapist is Dr. Hayes.
My piano teacher is Mrs. Bell. | My piano teacher is Mr. Stone now.
My laptop is a Dell XPS. | I replaced it, my laptop is a Framework now.
My phone is a Pixel 7. | I upgraded to an iPhone 15.
My bank is Chase. | I moved my bank account to Ally.
Maya handles payroll. | Maya left, Tom handles payroll now.
Raj is in charge of releases. | Nina took over releases from Raj.
The on-call phone is with Ravi. | The on-call phone is with Mei now.
The project lead is Hana. | The project lead is Viktor now.
My salary is 65,000. | My salary was raised to 71,000.
My language of choice is COBOL. | My language of choice is now Python.
Invoice terms are 45 days. | Invoice terms are 30 days.
The office is on floor 3. | The office is on floor 9.
Our API rate limit is 100. | The rate limit was raised to 250.
We have 12 guests for the party; the guest count is 12. | The guest count went up to 15.
I am vegetarian. | I eat meat again.
My wifi password is bluebird. | I changed the wifi password to greenfinch.
My major is biology. | I changed my major to chemistry.
My thesis topic is coral reefs. | I switched my thesis topic to kelp forests.
My sister lives in Rome. | My sister moved to Turin.
My mother works at a bank. My mother works at Santander. | My mother now works at Bankia.
The interview is on Tuesday. | The interview got moved to Thursday.
I run on Python 3.10; the Python version is 3.10. | We upgraded to Python 3.12; the Python version is 3.12 now.
My wake-up alarm is at 6:15. | I set my alarm to 6:45 now.
My membership fee is $40. | The membership fee is $50 now.
My target score is 90. | I raised my target score to 95.
"""

CORRECT_EN = """
My birthday is July 9. | Actually, my birthday is July 19.
I was born in 1985. | Oops, I meant I was born in 1986.
My blood type is B. | I was wrong, my blood type is AB.
My daughter is allergic to milk. | I made a mistake: my daughter is allergic to eggs, not milk.
My son is allergic to cats. | The test says it is not cats, he is allergic to dust mites.
The trip budget is 3,000. | Sorry, the trip budget is 5,000.
My flight is on April 6. | I misread the ticket, my flight is on April 16.
My phone number is 555-0100-222. | Sorry, wrong number: my phone number is 555-0100-333.
My email is pat@corp.com. | Correction: my email is patt@corp.com.
My manager is Ms. Stone. | I got that wrong, my manager is Ms. Stein.
The meeting is at 3pm. | My bad, the meeting is at 4pm.
The rehearsal dinner is on Friday. The dinner is on Friday. | I mixed it up, the dinner is on Saturday.
My shoe size is 8. | Actually my shoe size is 9.
I am 34 years old. | I misspoke, I am 35 years old.
My son's name is Leo. | Typo: my son's name is Teo.
The wedding is on August 2. | Let me correct that, the wedding is on August 12.
My car is a 2018 Toyota. | Sorry, my car is a 2019 Toyota.
The exam is on May 4. | I remembered wrong, actually the exam is on May 14.
My height is 172 cm. | I typed that wrong, my height is 177 cm.
The database is PostgreSQL. | Actually the database is MySQL.
My hometown is Lyon. | Sorry, I meant my hometown is Nancy.
The deadline is June 1. | I was mistaken, the deadline is July 1.
My anniversary is May 5. | Scratch that, my anniversary is May 6.
My wife's birthday is March 2. | I got it wrong: my wife's birthday is March 12.
The rent is 850. | I misremembered, the rent is 950.
My doctor is Dr. Moss. | Correction, my doctor is Dr. Ross.
"""

NEGATE_EN = """
I drink coffee every day. | I have quit coffee.
I drink coffee every morning. | I stopped drinking coffee.
I smoke a pack a day. | I quit smoking.
I smoke. | I gave up smoking in January.
I eat meat. | I no longer eat meat.
I eat beef twice a week. | I don't eat beef anymore.
I drink beer on weekends. | I have given up beer.
I subscribe to Netflix. | I cancelled Netflix.
I have a Spotify subscription. | I cancelled my Spotify subscription.
I subscribe to The Guardian. | I unsubscribed from The Guardian.
I have a gym membership. | I cancelled my gym membership.
I go to the gym three times a week. | I stopped going to the gym.
I play tennis on Saturdays. | I don't play tennis any more.
I run every morning. | I stopped running because of my knee.
I am learning the violin. | I gave up the violin.
I play the guitar. | I no longer play the guitar.
I plan to take the driving test in May. | I am not taking the driving test after all.
I am planning to visit Morocco. | The Morocco trip is cancelled; I'm not going to Morocco after all.
I signed up for the marathon. | I pulled out of the marathon.
I plan to buy a house. | I decided not to buy a house.
I work at Initech. | I quit my job.
I work at Globex. | I no longer work at Globex.
I have a car. | I sold my car.
I have a boyfriend. | We broke up.
I like horror movies. | I don't like horror movies anymore.
I love cilantro. | I hate cilantro.
I enjoy jogging. | I can't stand jogging.
I am into chess. | I no longer play chess.
I play chess. | I gave up chess.
I take ibuprofen daily. I take 200 mg ibuprofen. | I stopped taking ibuprofen.
I live in Cork. | I don't live in Cork anymore.
I am allergic to pollen. | I am no longer allergic to pollen.
I am studying Spanish. | I stopped studying Spanish.
My boss wants weekly reports. We use Trello. | We no longer use Trello.
We have a cat. I have a cat. | I don't have a cat.
I do yoga. | I quit yoga.
"""

TEMPORARY_EN = """
I live in Munich. | I am staying in Vienna this week.
I live in Munich. | I am on a business trip in Zurich until Friday.
I take the tram to work. | I took a cab to work today because of the strike.
I usually bike to work. | My bike is broken so I am taking the bus this week.
I wake up at 6. | I slept in today and got up at 9.
I go to bed at 10. | I was up until 2 last night.
I drink coffee every morning. | No coffee for me today, I have a stomach ache.
I work at the office. | I am working remotely this week.
Dana handles invoices. | Dana is away this week, send invoices to Pete for now.
My manager is Lucia. | Lucia is on vacation, I report to Ben until Monday.
I eat meat. | I am not eating meat this week.
I run every day. | I am not running this week because of a cold.
My phone is an iPhone. | I am using an old Pixel for now while mine is being repaired.
My car is a Kia. | I am driving a rental Fiat this week.
I drink tea. | I had a hot chocolate today.
Our standup is at 9. | Standup is at 11 today.
My gym is on Main Street. | The gym is closed this week.
I prefer short answers. | Just this once, give me a long answer.
My desk is on the second floor. | I am sitting on the fourth floor this week.
We use GitHub Actions for CI. | GitHub is down, we are running builds on Jenkins today.
I usually have lunch at noon. | I had lunch at two yesterday.
My daughter walks to school. | My daughter took a taxi to school today.
I live in Seville. | I'm in Lisbon for two weeks.
My phone number is 555-2000-100. | I am reachable at 555-2000-999 this week.
"""

ADD_EN = """
I speak German. | I am learning Portuguese.
I speak English. | I also speak some Dutch.
I like jazz. | I also like classical music.
I love ramen. | Tacos are another favourite of mine.
I am allergic to nuts. | I am also allergic to latex.
I am allergic to bees. | It turns out I am allergic to kiwi too.
I have a son. | We just had a daughter.
I have a cat. | I adopted a dog last weekend.
I play tennis. | I started playing badminton.
I play the piano. | I took up the cello.
I like hiking. | I enjoy kayaking as well.
I subscribe to Wired. | I subscribed to National Geographic.
I drink tea. | I drink kombucha too.
My hobby is painting. | I took up pottery.
I know Python. | I am learning Rust.
I hate olives. | I hate anchovies too.
I have a bike. | I bought a skateboard.
I am a member of the chess club. | I joined the book club.
I visited Japan. I plan to visit Japan. | I plan to visit Peru.
I run every morning. | I started swimming on weekends.
My friend Ana is a nurse. | My friend Joe is a pilot.
I own a tent. | I bought a kayak.
My personal email is z@home.org. | My work email is z@firm.com.
I need to call the plumber. | I plan to call the electrician.
My favourite singer is Adele. | My favourite actor is Tom Hanks.
My dentist is Dr. Wu. | My lawyer is Mr. Kane.
My phone is a Pixel. | My laptop is a ThinkPad.
The CEO of Larkfield is Ines Duarte. | The CTO of Larkfield is Tomas Weber.
The essay deadline is May 2. | The lab report deadline is May 9.
I have diabetes. | I was diagnosed with asthma.
"""

REFINE_EN = """
I live in Spain. | I live in Valencia, Spain.
I have a car. | My car is a blue Renault Clio.
I bought a MacBook. | My MacBook is the 16-inch M3 Max.
I have a phone. | My phone is a Samsung Galaxy S23.
My birthday is in May. | My birthday is May 21.
I am going to Italy in the summer. | I booked my flight: Rome on July 3.
I work at a bank. | I work at Lloyds.
I have a dog. | My dog is a three-year-old beagle called Rolo.
I have a meeting next week. | The meeting is on Tuesday at 3pm.
I plan to run a race. | I signed up for the Berlin half marathon.
I live in London. | I live in Camden, London.
My manager is Chen. | My manager is Chen Wei.
I am learning a language. | I am learning Korean.
I have an exam in June. | The exam is on June 12.
The deadline is in October. | The deadline is October 28.
I like music. | I like baroque music most.
I have a son. | My son is called Felix and he is four.
I like tea. | I like green tea.
My partner is Alex. | My partner is Alex Moreno.
I want to buy a camera. | I bought a Fuji X100.
"""

OTHER_EN = """
I live in Dublin. | My brother moved to Galway.
I work at Intel. | My wife works at Nvidia.
My birthday is June 1. | My husband's birthday is June 11.
I am allergic to shrimp. | My daughter is allergic to soy.
I drive a Skoda. | My dad drives a Fiat.
My favourite book is Dune. | My son says his favourite book is Matilda.
I am vegetarian. | My sister is vegan.
My phone number is 555-100-2000. | My mom's number is 555-100-3000.
I was born in 1990. | My partner was born in 1992.
I speak French. | My colleague Anna speaks Polish.
I like spicy food. | My girlfriend hates spicy food.
My goal weight is 60 kg. | My friend's goal weight is 55 kg.
I go to bed at ten. | My roommate goes to bed at two.
I quit smoking. | My father smokes.
I drink coffee. | My wife quit coffee.
My son goes to Oakwood School. | My niece goes to Elm School.
My manager is Rita. | My husband's manager is Paul.
I take the bus to work. | My neighbour bikes to work.
My laptop is a MacBook. | My daughter's laptop is a Chromebook.
My blood type is O. | My brother is type A.
I prefer tea over coffee. | My boss prefers coffee over tea.
I use Vim. | My teammate uses VS Code.
I play football. | My son gave up football.
My shoe size is 41. | My wife's shoe size is 38.
Maria works at Acme. | Julia works at Beta Corp.
"""

PAST_EN = """
I live in Tokyo. | I used to live in Kyoto.
I work at Spotify. | I used to work at SoundCloud.
I have a cat called Mochi. | As a kid I had a hamster called Peanut.
I drive a Tesla. | When I was a student I drove an old Beetle.
My favourite food is sushi. | As a child my favourite food was pancakes.
I am a teacher. | I used to be a journalist.
I take the train to work. | Back then I walked to work.
I don't smoke. | I used to smoke in college.
We use PostgreSQL. | We previously used Oracle.
I live in Chicago. | In 2012 I lived in Denver.
My manager is Lena. | At my previous job my manager was Igor.
I drink tea. | I used to drink a lot of cola.
My phone is an iPhone. | Years ago I had a Nokia.
I go to bed at 11. | When I was in college I went to bed at 3.
My weight is 70 kg. | I used to weigh 90 kg.
I prefer dark mode. | I used to prefer light mode.
I live in Austin. | I lived in Dallas back in 2010.
My girlfriend is Mia. | My ex-girlfriend was called Rosa.
I speak Spanish. | I spoke Russian as a child.
My school is Oxford. | Growing up I went to Hill Primary School.
"""

SAME_EN = """
I live in Helsinki. | My home is in Helsinki.
I work at Zalando. | I work for Zalando.
I am allergic to peanuts. | I have a peanut allergy.
My budget is 12,000. | The budget is 12k.
My birthday is May 14. | My birthday is on the 14th of May.
I love pizza. | I really like pizza.
My manager is Omar. | I report to Omar.
I go to bed at 11 pm. | My bedtime is eleven.
"""

REPLACE_ZH = """
我住在苏州工业园区。 | 上个月搬到无锡滨湖区了。
我家住成都武侯区。 | 我们搬去重庆了。
我现在住在厦门。 | 我已经搬回福州了。
我在华为上班。 | 我跳槽到小米了。
我在招商银行工作。 | 我上周入职了平安银行。
我的公司是网易。 | 我换工作了，现在在字节跳动上班。
我的电话是13512340001。 | 我换手机号了，新号码是13987650002。
我的手机号是18600001234。 | 以后联系我请打18811112222。
我的邮箱是lan@163.com。 | 邮箱换了，新邮箱是lan.w@outlook.com。
我的邮箱是a1@qq.com。 | 以后邮件发到a1@foxmail.com。
我开的是本田。 | 我把车换成比亚迪了。
我的车是大众高尔夫。 | 我换车了，现在开特斯拉。
我的领导是赵总。 | 现在我的领导是孙总。
我的直属上级是王经理。 | 部门调整后我直接向李娜汇报。
我们组长是何平。 | 组长换成周敏了。
我女朋友叫小雅。 | 我现在的女朋友叫小雨。
我们的数据库是Oracle。 | 数据库已经换成TiDB了。
后端是用Java写的。 | 后端已经用Go重写了。
我们用Jenkins做CI。 | CI改用GitLab CI了，我们已经从Jenkins迁到Travis。
前端框架是Vue。 | 前端框架改成React了。
服务部署在阿里云。 | 服务已经全部迁移到腾讯云了。
我的目标体重是55公斤。 | 我把目标体重调到58公斤。
我体重72公斤。 | 我现在体重68公斤了。
报告的截止日期是3月3日。 | 报告的截止日期推迟到3月20日了。
项目交付时间是五月底，交付日期是5月30日。 | 交付日期提前到5月20日了。
作业截止时间是周五。 | 老师把作业截止时间改到下周三，截止时间改到周三了。
产品上线时间是9月1日。 | 上线时间延期到9月15日。
装修预算是二十万。 | 装修预算加到二十五万了。
婚礼预算是八万。 | 我们把婚礼预算压缩到六万。
我的房租是3500。 | 房租涨到3800了。
门票价格是60元。 | 门票价格涨到80元了。
周会是周一上午十点。 | 周会改到周四下午两点了。
例会时间是周二。 | 例会改到周三了。
面试是周四下午三点。 | 面试时间改到周五上午十点了。
我早上六点起床。 | 我现在七点起床。
我晚上十二点睡觉。 | 我现在十点半就睡觉了。
我平时骑车上班。 | 我现在改坐地铁上班了。
我开车上班。 | 我现在坐公交上班了。
我在乐刻健身房健身。 | 我换到超级猩猩健身房了。
我女儿在育才小学上学。 | 女儿转学到实验小学了。
我儿子上的是阳光幼儿园。 | 儿子转到彩虹幼儿园了。
我最喜欢的歌手是孙燕姿。 | 我现在最喜欢的歌手是陈奕迅。
我最喜欢的颜色是蓝色。 | 我最喜欢的颜色变成绿色了。
比起咖啡我更喜欢茶。 | 比起茶我现在更喜欢咖啡。
我喜欢坐靠窗的座位。 | 我现在要靠过道的座位。
请用英文回答我。 | 以后用中文回答我。
回答请简短一点。 | 以后回答请详细一点。
我的鞋码是42。 | 我的鞋码现在是43了。
我是初级工程师。 | 我升为高级工程师了。
我的职位是产品经理。 | 我的职位现在是产品总监。
我还单身。 | 我上个月结婚了。
我们家狗叫豆豆。 | 狗改名了，现在叫团子。
房东是刘先生，我的房东是刘强。 | 房东换成张丽了。
我的主治医生是林医生。 | 主治医生换成陈医生了。
我的钢琴老师是吴老师。 | 钢琴老师换成郑老师了。
我用的手机是iPhone 13。 | 我手机换成华为Mate60了。
我的电脑是联想小新。 | 我的电脑换成MacBook Air了。
小张负责采购。 | 采购现在由小陈负责了。
报销找老吴。 | 以后报销找小林。
这个项目的负责人是何伟。 | 项目负责人换成蒋涛了。
我月薪一万五。 | 我月薪涨到一万八了。
我的专业是会计。 | 我的专业转成金融了，专业改成金融了。
我的论文题目是社区养老。 | 论文题目改成乡村教育了。
我姐姐住在南京。 | 我姐姐搬到合肥了。
我妈妈在市一医院工作。 | 我妈妈现在在市三医院工作。
我吃素。 | 我又开始吃肉了，现在开荤了。
微信号是abc_123。我的微信号是abc_123。 | 我的微信号改成xyz_789了。
参会人数是20人。 | 参会人数增加到35人了。
我们的账期是45天。 | 账期改成30天了。
办公室在3楼。 | 办公室搬到9楼了。
超时时间是30秒，超时时间是30。 | 超时时间改成60了。
我的目标分数是90分。 | 我把目标分数提高到95分。
我的学费是每年两万，学费是20000元。 | 学费涨到24000元了。
我弟弟在北京工作，他在百度上班。 | 我弟弟跳槽到美团了。
我闹钟定在六点。 | 闹钟改到六点半了。
我的收货地址是和平路8号。 | 收货地址改成建设路21号了。
我的Python版本是3.10。 | Python版本升级到3.12了。
航班是6月2日。 | 航班改签到6月5日了，航班改到6月5日。
我们用Redis做缓存。 | 缓存已经换成Memcached了。
"""

CORRECT_ZH = """
我的生日是7月9日。 | 其实我的生日是7月19日。
我是1985年出生的。 | 说错了，我是1986年出生的。
我是B型血。 | 之前记错了，我是AB型血。
我女儿对牛奶过敏。 | 更正一下，女儿不是牛奶过敏，是对鸡蛋过敏。
我儿子对猫毛过敏。 | 医生说不是猫毛，儿子是对尘螨过敏。
旅行预算是三千。 | 不对，旅行预算是五千。
我的航班是4月6日。 | 看错了，航班是4月16日。
我的手机号是13011112222。 | 抱歉，手机号打错了，我的手机号是13011113333。
我的邮箱是pan@corp.com。 | 邮箱写错了，应该是pann@corp.com。
我的领导是石总。 | 搞错了，我的领导是史总。
会议是下午三点。 | 记错了，会议是下午四点。
聚餐是周五。 | 我弄混了，聚餐是周六。
我的鞋码是38。 | 其实我的鞋码是39。
我今年34岁。 | 说错了，我今年35岁。
我儿子叫乐乐。 | 打错字了，我儿子叫洛洛。
婚礼是8月2日。 | 更正：婚礼是8月12日。
考试时间是5月4日。 | 记错了，考试时间是5月14日。
我身高172厘米。 | 写错了，我身高177厘米。
数据库是MySQL。 | 不对，数据库是PostgreSQL。
我老家在绍兴。 | 口误，我老家在宁波。
截止日期是6月1日。 | 我记错了，截止日期是7月1日。
我们的结婚纪念日是5月5日。 | 其实结婚纪念日是5月6日。
我老婆的生日是3月2日。 | 记错了，老婆生日是3月12日。
房租是2500。 | 算错了，房租是2800。
这次活动的预算是一万五。 | 报错了，预算是五万一。
我们队长是小周。 | 说反了，队长是小吴。
"""

NEGATE_ZH = """
我每天喝咖啡。 | 我把咖啡戒了。
我每天早上喝咖啡。 | 我不喝咖啡了。
我抽烟。 | 我戒烟了。
我每天抽一包烟，我抽烟。 | 我已经不抽烟了。
我爱喝酒，周末喝酒。 | 我戒酒了。
我喝牛奶。 | 我现在不喝牛奶了。
我吃牛肉。 | 我不再吃牛肉了。
我订阅了爱奇艺会员。 | 爱奇艺会员我退了。
我开通了优酷会员。 | 我取消了优酷会员。
我订了《读者》杂志。 | 《读者》杂志不订了。
我订阅了经济学人。 | 我退订了经济学人。
我办了健身房年卡。 | 健身房的年卡我退了。
我每周去健身。 | 我不健身了。
我周末打羽毛球。 | 膝盖不好，不打羽毛球了。
我每天早上跑步。 | 我不再跑步了。
我在学小提琴。 | 我不学小提琴了。
我弹吉他。 | 我不弹吉他了。
我打算考公。 | 我不考公了。
我准备明年考博。 | 考虑很久，决定不考博了。
我打算去西藏旅游。 | 今年不去西藏了。
我报名了马拉松。 | 马拉松我不参加了。
我打算买房。 | 我不打算买房了。
我在美团上班。 | 我辞职了。
我有一辆车。 | 我把车卖了。
我有女朋友。 | 我和女朋友分手了。
我喜欢吃榴莲。 | 我现在不喜欢吃榴莲了。
我喜欢看恐怖片。 | 我讨厌看恐怖片。
我喜欢香菜。 | 我受不了香菜。
我住在大连。 | 我不住在大连了。
我养了一只猫。 | 猫送人了。
我练瑜伽。 | 我放弃瑜伽了。
我对花粉过敏。 | 我不再对花粉过敏了。
我在学西班牙语。 | 西班牙语我不学了。
我报了考研班，打算考研。 | 想了想，还是放弃考研了。
我们计划下周团建。 | 团建取消了。
我每天玩游戏。 | 我不玩游戏了。
"""

TEMPORARY_ZH = """
我住在西安。 | 这周在成都出差。
我住在西安。 | 我暂时住在朋友家。
我平时坐公交上班。 | 今天车坏了，走路来的公司。
我平时骑车上班。 | 这周下雨，先坐地铁上班。
我早上六点起床。 | 今天睡过头了，九点才起床。
我晚上十点睡觉。 | 昨晚加班，两点才睡。
我每天喝咖啡。 | 今天胃疼，不喝咖啡了。
我在公司坐班。 | 这周在家办公。
小李负责发票。 | 小李这周请假，发票先找小王。
我的领导是马总。 | 马总出差，这几天我先向小郑汇报。
我吃肉。 | 这周斋戒，不吃肉。
我每天跑步。 | 感冒了，这几天不跑步。
我用的手机是小米14。 | 手机送修了，暂时用的是旧的OPPO。
我的车是奥迪。 | 车在保养，这两天开的是朋友的大众。
例会是九点。 | 今天的例会改到十一点。
我喜欢吃辣。 | 上火了，这周不能吃辣。
我中午十二点吃饭。 | 昨天下午两点才吃饭。
我女儿走路上学。 | 今天女儿打车上学。
我住在青岛。 | 我在上海待两个星期。
我的手机号是13500001111。 | 这几天手机丢了，临时打13600002222。
周报由小孙写，小孙负责周报。 | 小孙休产假，周报暂时由小钱负责。
我习惯简短的回答。 | 这次请详细解释一下。
"""

ADD_ZH = """
我会说英语。 | 我在学法语。
我会说粤语。 | 我还会说一点日语。
我喜欢爵士乐。 | 我也喜欢古典音乐。
我喜欢吃拉面。 | 饺子也是我的最爱之一。
我对坚果过敏。 | 我对乳胶也过敏。
我对虾过敏。 | 最近发现对桃子也过敏。
我有一个儿子。 | 我又生了一个女儿。
我养了一只猫。 | 上周又领养了一只狗。
我打网球。 | 最近开始打羽毛球。
我弹钢琴。 | 我开始学大提琴。
我喜欢爬山。 | 我还喜欢皮划艇。
我订了《国家地理》杂志。 | 又订了《科学》杂志。
我喝绿茶。 | 我也喝普洱。
我讨厌苦瓜。 | 我也讨厌芹菜。
我的爱好是画画。 | 最近迷上了陶艺。
我打算去日本玩。 | 还打算去冰岛玩。
我每天早上跑步。 | 周末开始游泳了。
我朋友小赵是护士。 | 我朋友小钱是飞行员。
我的私人邮箱是z@home.org。 | 我的工作邮箱是z@firm.com。
我最喜欢的歌手是王菲。 | 我最喜欢的演员是周迅。
我的牙医是吴医生。 | 我的律师是康律师。
论文的截止日期是5月2日。 | 实验报告的截止日期是5月9日。
我的手机是小米。 | 我的电脑是联想。
小王负责测试。 | 小李负责设计。
我有高血压。 | 又查出了糖尿病。
我加入了读书会。 | 我又参加了合唱团。
我买了一台相机。 | 又买了一个三脚架。
我爱看科幻片。 | 悬疑片我也爱看。
"""

REFINE_ZH = """
我住在上海。 | 我住在上海浦东新区。
我有一辆车。 | 我的车是白色的丰田凯美瑞。
我买了一台MacBook。 | 我的MacBook是16寸的，M3 Max芯片。
我有一部手机。 | 我的手机是华为Mate60 Pro。
我的生日在5月。 | 我的生日是5月21日。
我夏天要去意大利。 | 机票订好了，7月3号飞罗马。
我在银行上班。 | 我在建设银行上班。
我养了一只狗。 | 我的狗是三岁的柯基，叫土豆。
我下周有个会议。 | 会议是周二下午三点。
我打算跑马拉松。 | 我报名了厦门马拉松。
我在学一门外语。 | 我在学韩语。
我六月有考试。 | 考试是6月12日。
截止日期在10月。 | 截止日期是10月28日。
我喜欢音乐。 | 我最喜欢巴洛克音乐。
我有一个儿子。 | 我儿子叫小宝，今年四岁。
我喜欢喝茶。 | 我喜欢喝龙井茶。
我的领导是陈总。 | 我的领导是负责市场的陈总。
我想买相机。 | 我买了富士的相机。
我有一台笔记本。 | 我的笔记本是ThinkPad X1。
"""

OTHER_ZH = """
我住在南京。 | 我弟弟搬到上海了。
我在腾讯上班。 | 我老婆在阿里上班。
我的生日是6月1日。 | 我老公的生日是6月11日。
我对虾过敏。 | 我女儿对大豆过敏。
我开宝马。 | 我爸开大众。
我最喜欢的书是《三体》。 | 儿子说他最喜欢的书是《西游记》。
我吃素。 | 我妹妹吃肉，她无肉不欢。
我的手机号是13600001111。 | 我妈的手机号是13700002222。
我是1990年出生的。 | 我老婆是1992年出生的。
我会说法语。 | 我同事小何会说德语。
我喜欢吃辣。 | 我女朋友讨厌吃辣。
我的目标体重是60公斤。 | 我朋友的目标体重是50公斤。
我晚上十点睡觉。 | 我室友凌晨两点才睡。
我戒烟了。 | 我爸抽烟。
我喝咖啡。 | 我老婆戒咖啡了。
我儿子在一中读书。 | 我侄女在二中读书。
我的领导是李总。 | 我老公的领导是吴总。
我坐公交上班。 | 邻居骑车上班。
我的电脑是MacBook。 | 我女儿的电脑是联想。
我是O型血。 | 我哥是A型血。
比起咖啡我更喜欢茶。 | 我老板比起茶更喜欢咖啡。
我踢足球。 | 我儿子不踢足球了。
我的鞋码是41。 | 我老婆的鞋码是37。
王芳在万科上班。 | 李静在碧桂园上班。
我身高180厘米。 | 我儿子身高120厘米。
"""

PAST_ZH = """
我住在东京。 | 我以前住在京都。
我在网易上班。 | 我之前在搜狐上班。
我养了一只猫叫年糕。 | 小时候养过一只仓鼠叫花生。
我开特斯拉。 | 上大学的时候我开一辆旧捷达。
我最喜欢吃寿司。 | 小时候我最喜欢吃糖葫芦。
我是老师。 | 我以前是记者。
我坐地铁上班。 | 那时候我走路上班。
我不抽烟。 | 我以前抽烟。
我们用PostgreSQL。 | 以前我们用Oracle。
我住在广州。 | 2012年我住在武汉。
我的领导是陈总。 | 在前公司我的领导是吴总。
我喝茶。 | 我曾经天天喝可乐。
我的手机是iPhone。 | 很多年前我用诺基亚，当时我的手机是诺基亚。
我晚上十一点睡觉。 | 读大学的时候我凌晨三点睡觉。
我体重70公斤。 | 我以前体重90公斤。
我喜欢深色模式。 | 我以前喜欢浅色模式。
我女朋友叫小米。 | 我前女友叫小艾。
我在清华大学读书。 | 我小时候在红星小学读书。
我最喜欢的歌手是李健。 | 上中学时我最喜欢的歌手是羽泉。
我家住杭州。 | 我们家原来住在义乌。
"""

SAME_ZH = """
我住在昆明。 | 我家在昆明。
我在京东上班。 | 我在京东工作。
我对花生过敏。 | 我花生过敏。
预算是一万二。 | 预算12000。
我的生日是5月14日。 | 我生日是五月十四号。
我喜欢吃火锅。 | 我特别爱吃火锅。
我的领导是刘总。 | 我向刘总汇报。
我晚上十一点睡觉。 | 我一般晚上11点睡。
"""


def pairs(block: str) -> list[tuple[str, str]]:
    """The older and the newer statement of every line."""
    return [(old.strip(), new.strip()) for old, new in (line.split("|") for line in block.strip().splitlines())]


KINDS = "replace correct negate temporary add refine other past same".split()
EN = {kind: pairs(globals()[f"{kind.upper()}_EN"]) for kind in KINDS}
ZH = {kind: pairs(globals()[f"{kind.upper()}_ZH"]) for kind in KINDS}
