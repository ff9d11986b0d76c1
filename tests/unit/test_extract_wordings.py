"""Ways of saying what is worth keeping, and what is not."""

from __future__ import annotations

import time

import pytest

from perdure.capture.extract import propose
from tests.unit.test_extract import kept, said

KEPT = """
I'm Sarah, 28, and I just moved to Seattle for a new job at Amazon.
I'm a software engineer with ten years of experience in embedded systems.
My husband and I are expecting our first baby in October.
I recently adopted a rescue dog, she's a three-year-old beagle called Luna.
I was diagnosed with celiac disease last year, so no gluten for me.
I've been vegetarian for about six years now.
I speak Spanish at home because my parents are from Mexico.
Both of my kids go to Lincoln Elementary.
I usually wake up at 5:30 to go to the gym.
I hate cilantro, it tastes like soap to me.
I'd rather you give me the short version first.
I don't like long explanations.
Just so you know, I'm color blind.
I used to drink a lot of coffee but I switched to tea last month.
I'm not into horror movies anymore.
These days I prefer e-books over paper ones.
I stopped eating sugar in January.
Actually I changed my mind, let's use TypeScript instead of JavaScript.
We ended up choosing AWS over Azure.
The client approved the design yesterday.
I've finished about 60% of the migration.
I submitted the application this morning.
The presentation is next Thursday at 2pm.
My flight to Denver leaves on Sunday at 7am.
I need to renew my driver's license before the end of the month.
I'm supposed to hand in the essay on Monday.
The launch got pushed to July 15.
Tom is handling the backend and I'm doing the frontend.
Our budget for the wedding is $20,000.
We're meeting the landlord on Saturday to sign the lease.
I got the job!
I passed my driving test today!
My mom is turning 60 next month and we're planning a surprise party.
I work remotely from Lisbon for a US startup.
My manager's name is Priya.
I'm saving up for a house.
I'm training for my first triathlon, it's in September.
I live with two roommates in a small apartment near campus.
I'm in my second year of medical school.
My laptop is a ThinkPad running Fedora.
We have a cat who's 14 years old.
I take the metro to work every day.
My favorite color is green.
I'm scared of flying.
I play tennis on weekends.
I graduated from NYU in 2018.
I have a meeting with the investors tomorrow at 10.
I can only do calls after 4pm.
I'm left-handed.
I owe my brother 200 dollars.
The project is called Falcon and it's written in Rust.
Our team switched from Jira to Linear.
I'm halfway through the book.
The first draft is done, now I'm editing.
I'll be in Tokyo from June 3 to June 10.
我叫陈静，今年28岁，刚搬到深圳。
我是一名软件工程师，有十年经验。
我和老公十月份要迎来第一个宝宝。
最近领养了一只流浪狗，叫豆豆，三岁了。
去年查出来有乳糖不耐受，所以不能喝牛奶。
我吃素已经六年了。
我爸妈是四川人，家里都说四川话。
两个孩子都在实验小学上学。
我一般五点半起床去健身房。
我讨厌香菜，一口都吃不了。
我不喜欢太长的解释，直接说结论就好。
我以前天天喝咖啡，上个月改喝茶了。
比起纸质书，我现在更喜欢电子书。
今年一月开始戒糖。
我改主意了，还是用 TypeScript 吧，不用 JavaScript 了。
最后我们选了阿里云，没选腾讯云。
客户昨天通过了设计稿。
数据迁移做了60%左右了。
申请材料今天早上提交了。
下周四下午两点要做汇报。
我周日早上七点的飞机去成都。
月底之前我得去换驾照。
作文周一要交。
上线时间推迟到7月15号了。
后端是小李在做，前端我来做。
婚礼预算是二十万。
周六我们要去见房东签合同。
我拿到 offer 了！
我今天科目二考过了！
我妈下个月过六十大寿，我们打算给她办个惊喜派对。
我在大理远程办公，公司在北京。
我的领导叫王敏。
我在攒钱买房。
我正在准备九月的铁人三项。
我跟两个室友合租，住在学校附近。
我读医学院二年级。
我的电脑是 ThinkPad，装的 Fedora。
家里的猫已经14岁了。
我每天坐地铁上班。
我最喜欢的颜色是绿色。
我恐高，不敢坐飞机。
周末一般打网球。
我2018年毕业于复旦大学。
明天上午十点跟投资人开会。
我下午四点以后才能接电话。
我是左撇子。
我欠我哥两千块。
项目叫猎鹰，用 Rust 写的。
我们组从 Jira 换成 Linear 了。
书看到一半了。
初稿写完了，正在修改。
以后叫我老王吧。
你以后说话别那么正式。
我老婆是护士，经常上夜班。
我们公司一共五十个人，做跨境电商的。
我对猫毛过敏，但还是想养猫。
我只喝无糖可乐。
我儿子今年上小学一年级了。
报告卡在数据那部分了，还差两张图。
我答应女儿周末带她去动物园。
Quick intro: name's Marcus, I run a bakery in Portland.
Oh and I should mention I'm lactose intolerant.
We're a family of five and we live on a farm outside Galway.
My partner Alex works nights, so mornings are quiet time here.
I've got a 2015 Honda Civic that keeps breaking down.
I'm originally from Nairobi but I've lived in Paris for 8 years.
I teach yoga twice a week at the community center.
Please stop using emojis in your replies.
I prefer Celsius, not Fahrenheit.
I'm done with Spotify, I moved everything to Apple Music.
Forget what I said about sushi, I actually love it now.
Lately I've been working out in the evening instead of the morning.
I no longer work at Google, I left in March.
We broke up last month, so please don't mention Jenny anymore.
Update: the kitchen is finished, next up is the bathroom.
The report is due on the 20th and I've only written two pages.
Got the visa approved this morning!
I still have to book the hotel for Kyoto.
We agreed to meet every Tuesday at 10.
I told my boss I'd have the numbers ready by Wednesday.
Step one is complete; I'm now on step two, data cleaning.
My thesis advisor is Dr. Lindqvist.
I keep kosher.
My goal this year is to read 30 books.
I'm on the waitlist for an apartment in Vienna.
My son has a peanut allergy.
We named the baby Clara.
I bought a second-hand piano yesterday.
I need vegetarian options because my girlfriend doesn't eat meat.
先自我介绍一下，我姓赵，在厦门开民宿的。
我们一家五口住在郊区。
我对象上夜班，所以早上要安静点。
我开的是一辆2015年的思域。
我老家在哈尔滨，在广州待了八年了。
我每周教两次瑜伽课。
回复里不要用表情符号。
温度用摄氏度就行。
网易云我不用了，全转到 QQ 音乐了。
之前说不吃寿司，现在我可喜欢吃了。
最近改成晚上健身了，不早起了。
我三月份从字节离职了。
我上个月分手了。
更新一下：厨房弄完了，接下来装卫生间。
报告20号交，我才写了两页。
签证今天早上下来了！
京都的酒店还没订。
在等化验结果，周五出来。
我们约好每周二上午十点碰头。
我跟老板说了周三前把数据给他。
第一步做完了，现在在做数据清洗。
我导师是林教授。
我是回族，不吃猪肉。
今年的目标是读30本书。
我儿子对花生过敏。
宝宝取名叫安安。
昨天买了一台二手钢琴。
我女朋友不吃肉，所以餐厅要有素菜。
我 deadline 是周五，slides 还没做完。
My passport expires in September, remind me to renew it.
Remind me tomorrow to send the contract to Mr Zhang.
I have to work this weekend.
PRs must have two reviewers.
Every release needs a changelog.
Docker images use alpine.
Use alpine for all Docker images.
Don't recommend wine to me.
Don't deploy on Fridays.
I'm going home for Christmas.
I can't eat nuts, suggest a recipe.
I'm training for a marathon, any tips?
护照9月就过期了，提醒我去换
明天提醒我给张总发合同
这个周末要加班
PR 必须两个人 review
上线前必须备份数据库
Docker 镜像用 alpine 的
别给我推荐酒
不要在周五发布
我国庆要回老家
我春节要陪父母
我对花生过敏，推荐个菜谱
已经订好了西湖边的酒店
"""

DROPPED = """
Hey, how's your day going?
That sounds amazing, tell me more!
I'm just bored at work today haha
What a beautiful sunset today.
Ugh, traffic was terrible this morning.
I had pizza for lunch, it was ok.
I can't believe it's already May.
You're the best, thank you!
Do you like music?
What would you do in my place?
Maybe I should get a dog someday.
If I won the lottery I'd quit my job.
I might go to the beach this weekend, not sure yet.
My coworker says the new iPhone is overpriced.
My friend thinks I should move to Canada.
I heard it's going to rain all week.
Could you write me a poem about autumn?
How do I boil an egg?
Is Paris nice in spring?
Give me three ideas for dinner.
That movie was so funny.
lol I spilled coffee all over my desk
Time flies!
I'm so sleepy, I need a nap.
Good luck to you too!
Let me think about it.
I love this song!
I'll be right back.
Have you ever been to Japan?
The weather has been weird lately.
Nothing much, just chilling at home.
I wonder what time the store closes.
She told me she hates her job.
Should I use React or Vue for my project?
I would love to visit Iceland one day.
It's my turn to cook tonight lol
Happy new year!
I watched a movie last night, it was okay.
Sorry, typo.
ok let me try that
Thanks, that worked!
Never mind, I figured it out.
今天心情怎么样？
听起来好棒，多说点！
今天上班好无聊哈哈
今天的晚霞真好看。
早上堵车堵死了。
中午吃了披萨，一般般。
时间过得真快，都五月了。
你最棒了，谢谢！
你喜欢听音乐吗？
换你你会怎么做？
以后说不定养只狗。
要是中彩票我就辞职。
周末可能去海边，还没定。
我同事说新出的手机太贵了。
我朋友觉得我应该去加拿大。
听说这周一直下雨。
帮我写首关于秋天的诗
鸡蛋怎么煮？
春天的巴黎好玩吗
给我三个晚饭的点子
那个电影笑死我了
刚把咖啡洒桌上了哈哈
好困，想睡觉
你也加油！
我想想
这首歌真好听！
马上回来
你去过日本吗？
最近天气好奇怪
没干嘛，在家躺着呢
不知道超市几点关门
她跟我说她讨厌她的工作
我的项目用 React 还是 Vue 好？
真想去冰岛看看
今晚轮到我做饭哈哈
新年快乐！
昨晚看了个电影，还行
打错字了
好，我试试
谢谢，可以了！
算了，我自己搞定了
嗯，有道理
外卖怎么还没到
又要加班了，唉
我先去吃饭了
哈哈你真逗
刚睡醒
好烦啊，作业好多
Haha that's hilarious, you made me laugh.
Good evening! Long day, huh?
I'm heading out now, talk later.
My feet hurt.
I just woke up lol
Did you sleep well? Oh wait, you don't sleep.
Guess what day it is!
There's a cute dog outside my window.
I can hear birds singing.
Nice talking to you.
I'm starving, what should I eat?
This coffee tastes great.
You know what, you're right.
I had a weird dream last night.
My neighbor is mowing the lawn again, so loud.
Do you think aliens exist?
What's your favorite color?
Tell me something interesting.
It's Friday, finally!
I'm on the bus right now.
My internet is so slow today.
That's what I thought too.
I was wondering if you could help me with my homework.
Suppose I had a million dollars, what would you invest in?
My boss thinks we should hire more people, I don't know.
People say Berlin is cool.
哈哈哈你太逗了
晚上好呀，今天好漫长
我先出门了，回头聊
脚好疼
我刚起床哈哈
你睡得好吗？哦你不用睡觉
你猜今天星期几
窗外有只可爱的小狗
能听到鸟叫
跟你聊天真开心
饿死了，吃什么好呢
这咖啡真好喝
你说得对
昨晚做了个奇怪的梦
邻居又在装修，好吵
你觉得有外星人吗
你最喜欢什么颜色？
讲点有意思的
终于周五了！
我在公交车上
今天网好慢
我也是这么想的
能帮我看看作业吗
假如我有一百万，你会投资什么？
老板觉得应该多招人，我也不知道
都说成都好玩
等下再说吧
刚吃完火锅，好撑
地铁好挤啊
外面好像有人在吵架
我有什么忌口
我平时有哪些爱好
我对什么过敏来着
算了不用了
算了，不用了，谢谢
已经订好了
都搞定了
不要紧
别给我发这个了
提醒我一下
明天要下雨
我下午要写一个查询订单的接口，给个思路
what was I allergic to
I forgot what my favourite tea is
never mind, I don't need it anymore
just booked it
Already done.
don't worry about it
remind me what I said
I have to write an order API this afternoon, any ideas?
"""


@pytest.mark.parametrize("text", KEPT.strip().splitlines())
def test_it_is_kept(text):
    assert kept(said(text)) != []


@pytest.mark.parametrize(
    ("text", "told"),
    [("我预算三千，推荐个手机", "我预算三千"), ("My budget is 3000, recommend a phone", "My budget is 3000")],
)
def test_what_a_request_may_cost_is_for_now(text, told):
    (found,) = kept(said(text))
    assert (found.kind, found.text, found.expires_at is not None) == ("temporary", told, True)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("上周五我去了趟北京见客户", "event"),
        ("我去年十月结婚的", "event"),
        ("I went to Beijing last Friday to see a client", "event"),
        ("不要在周五发布", "rule"),
        ("Don't deploy on Fridays", "rule"),
        ("别给我推荐酒", "preference"),
        ("Don't recommend wine to me", "preference"),
    ],
)
def test_the_kind_is_that_of_what_is_said(text, kind):
    assert [proposal.kind for proposal in kept(said(text))] == [kind]


@pytest.mark.parametrize("text", DROPPED.strip().splitlines())
def test_it_is_not_kept(text):
    assert [proposal.text for proposal in kept(said(text))] == []


@pytest.mark.parametrize(
    "text",
    [
        "i " * 20_000,
        "my dear " * 8_000,
        "a" * 100_000,
        "我在" * 20_000,
        "我今天去" * 10_000,
        "the project and my wife is " * 3_000,
    ]
    + [
        '"' * 20_000,
        "```" * 9_000,
        "translate " * 9_000,
        "- [" * 20_000,
        "下周一" * 5_000,
        "sorry, " * 10_000,
        "remember " + "by friday " * 4_000,
    ],
)
def test_a_very_long_text_costs_little(text):
    started = time.process_time()
    propose(said(("assistant", text), text))
    assert time.process_time() - started < 3
