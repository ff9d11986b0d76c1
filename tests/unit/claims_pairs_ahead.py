"""Pairs of an older and a newer statement, of which one tells of a change that is wished for, planned or decided on.

The kinds are those of `claims_pairs`; besides, after `ahead` nothing has changed, and `true` is a plan that came true.
"""

from __future__ import annotations

from tests.unit.claims_pairs import pairs

EN = pairs("""
ahead: I decided to move to Lisbon in May. | I live in Berlin and my sister Anna lives in Munich.
ahead: I decided to move to Lisbon. | I live in Porto.
ahead: I plan to move to Lisbon. | I live in Berlin.
ahead: I live in Berlin. | I decided to move to Lisbon in May.
ahead: I live in Berlin. | I have decided to relocate to Lisbon in May.
ahead: I live in Berlin. | I'm going to move to Lisbon.
ahead: I live in Berlin. | I'm moving to Lisbon in May.
ahead: I live in Berlin. | I'll move to Lisbon in May.
ahead: I live in Berlin. | I want to move to Lisbon.
ahead: I live in Berlin. | I am thinking of moving to Lisbon.
ahead: I live in Berlin. | I have to move to Lisbon.
ahead: I live in Berlin. | I need to relocate to Lisbon for work.
ahead: I live in Berlin. | I am about to move to Lisbon.
ahead: I live in Berlin. | I'd like to live in Lisbon.
ahead: My sister lives in Porto. | My sister decided to move to Ghent.
ahead: I work at Nokia. | I decided to change jobs.
ahead: I work at Nokia. | I decided to work for Ericsson.
ahead: I work at Nokia. | I want to quit.
ahead: I work at Nokia. | I plan to quit my job.
ahead: I work at Nokia. | I decided to quit my job.
ahead: I work at Nokia. | I'm thinking of quitting my job.
ahead: I work at Nokia. | I'm leaving Nokia in June.
ahead: I drive a Ford. | I plan to buy a Tesla.
ahead: I drive a Ford. | I decided to buy a Tesla.
ahead: I drive a Honda Civic. | I want to sell the Civic.
ahead: I smoke. | I want to quit smoking.
ahead: I smoke. | I decided to quit smoking.
ahead: I want to quit smoking. | I smoke ten cigarettes a day.
ahead: I go to yoga on Tuesdays. | I plan to quit yoga.
ahead: I have a Netflix subscription. | I plan to cancel my Netflix subscription.
ahead: My bank is Chase. | I want to move my bank account to Ally.
ahead: My phone number is 020 7946 0018. | I plan to change my phone number.
ahead: My name is Anna Koch. | I plan to change my name to Anna Berg.
ahead: My rent is 900. | My rent is going to go up to 980.
ahead: Our database is MariaDB. | We want to switch our database to CockroachDB.
ahead: Our weekly meeting is on Monday at 10. | We want to move the weekly meeting to Wednesday.
ahead: The retro is on Monday. | We want to move the retro to Friday.
ahead: The wedding budget is 15,000 euros. | We want to raise the wedding budget to 18,000 euros.
replace: I live in Berlin. | I moved to Lisbon.
replace: I live in Berlin. | I had to move to Lisbon.
replace: I live in Berlin. | We ended up moving to Lisbon.
replace: I live in Berlin. | I moved to Lisbon and plan to buy a house.
replace: I live in Berlin. | I decided to move, and I now live in Lisbon.
replace: I usually get up at 6. | I have to get up at 7 now.
replace: I take 10 mg of lisinopril. | I need to take 20 mg of lisinopril now.
replace: I prefer window seats. | I decided to take aisle seats from now on.
replace: Our database is MariaDB. | We decided to migrate to Postgres.
replace: Our weekly meeting is on Monday at 10. | We decided to move the weekly meeting to Wednesday.
replace: The retro is on Monday. | We decided to move the retro to Friday.
replace: The standup is at 9:30. | The standup will move to 10:00 from next week.
replace: The wedding budget is 15,000 euros. | We decided to raise the wedding budget to 18,000 euros.
negate: I work at Nokia. | I quit my job.
negate: I smoke. | I don't want to smoke anymore.
negate: I decided to move to Lisbon. | I decided not to move to Lisbon.
negate: I plan to move to Lisbon. | I'm not moving to Lisbon anymore.
true: I plan to move to Lisbon. | I moved to Lisbon.
true: I decided to move to Lisbon in May. | I moved to Lisbon in May.
true: I want to quit smoking. | I quit smoking.
""")

ZH = pairs("""
ahead: 我决定五月搬去里斯本。 | 我住在柏林，我妹妹住在慕尼黑。
ahead: 我决定搬去里斯本。 | 我住在柏林。
ahead: 我打算搬到里斯本。 | 我住在柏林。
ahead: 我住在柏林。 | 我决定搬去里斯本。
ahead: 我住在柏林。 | 我下定决心搬去里斯本。
ahead: 我住在柏林。 | 我决定住在里斯本。
ahead: 我住在柏林。 | 我想搬到里斯本。
ahead: 我住在柏林。 | 我准备搬到里斯本。
ahead: 我住在柏林。 | 我要搬到里斯本了。
ahead: 我住在柏林。 | 我得搬到里斯本。
ahead: 我住在柏林。 | 我必须搬到里斯本。
ahead: 我住在柏林。 | 我们商量好搬到里斯本。
ahead: 我住在柏林。 | 我答应搬到里斯本。
ahead: 我妹妹住在柏林。 | 我妹妹决定搬到里斯本。
ahead: 我在诺基亚工作。 | 我打算换工作。
ahead: 我在诺基亚工作。 | 我想辞职。
ahead: 我在诺基亚工作。 | 我决定辞职。
ahead: 我在诺基亚工作。 | 我准备从诺基亚离职。
ahead: 我在诺基亚工作。 | 我决定跳槽去爱立信。
ahead: 我在诺基亚工作。 | 我决定去爱立信上班。
ahead: 我抽烟。 | 我想戒烟。
ahead: 我抽烟。 | 我决定戒烟。
ahead: 我每天喝咖啡。 | 我打算戒咖啡。
ahead: 我开福特。 | 我打算把福特卖了。
ahead: 我开福特。 | 我决定换一辆特斯拉。
ahead: 我的手机是小米14。 | 我决定换成苹果15。
ahead: 我的手机号是13800138000。 | 我打算换手机号。
ahead: 我单身。 | 我们决定结婚。
ahead: 我有Netflix会员。 | 我打算取消Netflix会员。
ahead: 我的租金是三千。 | 房东打算把租金涨到四千。
ahead: 周会是周一十点。 | 我们想把周会改到周三。
ahead: 复盘会在周一。 | 我们想把复盘会挪到周五。
ahead: 报告截止日期是3月3日。 | 我们打算把报告截止日期推迟到3月17日。
ahead: 婚礼预算是三万。 | 我们想把婚礼预算加到五万。
ahead: 我的目标体重是60公斤。 | 我想把目标体重改成65公斤。
replace: 我住在柏林。 | 我搬到里斯本了。
replace: 我住在柏林。 | 我们已经搬到里斯本了。
replace: 我住在柏林。 | 我搬到里斯本了，打算买房。
replace: 我住在柏林。 | 我打算换工作，所以搬到里斯本了。
replace: 我在诺基亚工作。 | 我跳槽到爱立信了。
replace: 我开福特。 | 我换了一辆特斯拉。
replace: 我七点起床。 | 我现在要六点起床。
replace: 我坐高铁喜欢靠窗。 | 我决定以后坐过道。
replace: 我们数据库用的是 MySQL。 | 我们决定换成 PostgreSQL。
replace: 周会是周一十点。 | 我们决定把周会改到周三。
replace: 复盘会在周一。 | 我们决定把复盘会挪到周五。
replace: 婚礼预算是三万。 | 我们决定把婚礼预算加到五万。
replace: 我的目标体重是60公斤。 | 我决定把目标体重改成65公斤。
negate: 我在诺基亚工作。 | 我辞职了。
negate: 我每天喝咖啡。 | 我不想再喝咖啡了。
negate: 我每天喝咖啡。 | 我决定不喝咖啡了。
negate: 我决定搬去里斯本。 | 我决定不搬去里斯本了。
true: 我决定搬去里斯本。 | 我已经搬到里斯本了。
true: 我想戒烟。 | 我戒烟了。
true: 我打算辞职。 | 我辞职了。
""")
