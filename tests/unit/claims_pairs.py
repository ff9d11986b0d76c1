"""Pairs of an older and a newer statement, by what happens to the older one, in English and Chinese.

`replace`, `correct` and `negate` retire it; after `temporary`, `add`, `refine`, `other` person, `past` and `same` it stays.
"""

from __future__ import annotations

_EN = """
replace: I live in Porto. | We relocated to Ghent in March.
replace: My apartment is in Oslo, I live in Grunerlokka. | I have moved to Bergen for good.
replace: I live in Leeds. | I live in Bristol now.
replace: My home address is 12 Oak Lane. | My new home address is 7 Birch Street.
replace: I work at Siemens. | I joined Bosch last month.
replace: I work for Deloitte as an auditor. | I started a new job at KPMG.
replace: I work at Nokia. | I now work at Ericsson.
replace: My employer is Barclays. | I switched jobs and now work for Monzo.
replace: My phone number is 020 7946 0018. | My phone number has changed to 020 7946 0777.
replace: My cell is 312-555-0144. | You can reach me at 312-555-0190 from now on.
replace: My email is nora@oldmail.com. | My new email is nora.k@fastpost.io.
replace: My email address is tim@campus.edu. | Please email me at tim@studio.dev from now on.
replace: I drive a Honda Civic. | I sold the Civic and bought a Mazda 3.
replace: My car is a Volvo. | I traded it in for a Tesla Model 3.
replace: I drive a Ford. | I drive a Subaru now.
replace: My boss is Ms. Alvarez. | I report to Daniel Novak now.
replace: My manager is Priya. | My new manager is Oliver.
replace: My manager is Ken. | Ken left, so Yuki is my manager now.
replace: My girlfriend is Laura. | I am dating Sofia now.
replace: Our database is MariaDB. | We migrated from MariaDB to CockroachDB.
replace: The backend is written in Java. | We rewrote the backend in Kotlin.
replace: We use Jenkins for CI. | We switched to CircleCI.
replace: The frontend uses Angular. | The frontend has been ported to Svelte.
replace: We host everything on Heroku. | We moved everything to Hetzner.
replace: My editor is Sublime. | I switched my editor to Neovim.
replace: We deploy to AWS. | Everything runs on Azure now.
replace: My goal weight is 70 kg. | I changed my goal weight to 74 kg.
replace: I weigh 82 kg. | I weigh 78 kg now.
replace: The report is due on March 3. | The report deadline was moved to March 17.
replace: The grant application is due October 1. | They extended the grant application deadline to October 15.
replace: The deadline for the paper is Friday. | The paper deadline got pushed back to Tuesday.
replace: The launch date is September 9. | The launch has been postponed to September 23.
replace: The wedding budget is 15,000 euros. | We raised the wedding budget to 18,000 euros.
replace: Our marketing budget is $40k. | The marketing budget was cut to $30k.
replace: My rent is 900 a month. | My rent went up to 980.
replace: The ticket price is 25 dollars. | The ticket price has been raised to 30 dollars.
replace: Our weekly meeting is on Monday at 10. | The weekly meeting moved to Wednesday at 2pm.
replace: Standup is at 9:30. | Standup is at 10:00 from now on.
replace: My dentist appointment is on May 3. | My dentist appointment was rescheduled to May 9.
replace: My flight is on June 2. | I changed my flight to June 5.
replace: I usually wake up at 6. | I wake up at 7:30 these days.
replace: I go to sleep at midnight. | I go to bed at 10:30 now.
replace: I commute by bus. | I bike to work now.
replace: I usually drive to work. | I take the train to work now.
replace: My gym is PureGym. | I switched to Anytime gym.
replace: My daughter goes to Hillside Elementary. | My daughter transferred to Lakeview Elementary.
replace: My son goes to Westfield High School. | My son now attends Eastgate High School.
replace: My favourite band is Radiohead. | My favourite band is Interpol now.
replace: My favorite color is green. | My favorite color is now teal.
replace: I prefer tea over coffee. | I prefer coffee over tea these days.
replace: I prefer window seats. | I prefer aisle seats now.
replace: Please answer me in English. | From now on answer me in French.
replace: Keep your answers short. | I want detailed answers from now on.
replace: My shoe size is 42. | My shoe size is 43 now.
replace: I am a junior analyst. | I got promoted to senior analyst.
replace: My job title is team lead. | My job title is now engineering manager.
replace: I am single. | I got married in the spring.
replace: My landlord is Mr. Brandt. | My landlord is now Ms. Fischer.
replace: My therapist is Dr. Cole. | My new therapist is Dr. Hayes.
replace: My piano teacher is Mrs. Bell. | My piano teacher is Mr. Stone now.
replace: My laptop is a Dell XPS. | I replaced it, my laptop is a Framework now.
replace: My phone is a Pixel 7. | I upgraded to an iPhone 15.
replace: My bank is Chase. | I moved my bank account to Ally.
replace: Maya handles payroll. | Maya left, Tom handles payroll now.
replace: Raj is in charge of releases. | Nina took over releases from Raj.
replace: The pager is with Igor. | The pager is with Lena now.
replace: The project lead is Hana. | The project lead is Viktor now.
replace: My salary is 65,000. | My salary was raised to 71,000.
replace: My editor of choice is Emacs. | My editor of choice is now Zed.
replace: Notice periods are 60 days. | Notice periods are 90 days.
replace: The lab is on floor 2. | The lab is on floor 7.
replace: Our API rate limit is 100. | The rate limit was raised to 250.
replace: We have 12 guests for the party; the guest count is 12. | The guest count went up to 15.
replace: I am vegetarian. | I eat meat again.
replace: My wifi password is bluebird. | I changed the wifi password to greenfinch.
replace: My major is biology. | I changed my major to chemistry.
replace: My thesis topic is coral reefs. | I switched my thesis topic to kelp forests.
replace: My sister lives in Rome. | My sister moved to Turin.
replace: My mother works at a bank. My mother works at Santander. | My mother now works at Bankia.
replace: The interview is on Tuesday. | The interview got moved to Thursday.
replace: I run on Python 3.10; the Python version is 3.10. | We upgraded to Python 3.12; the Python version is 3.12 now.
replace: My wake-up alarm is at 6:15. | I set my alarm to 6:45 now.
replace: My membership fee is $40. | The membership fee is $50 now.
replace: My target score is 90. | I raised my target score to 95.
replace: My husband works at Ford. | My husband got a job at Rivian.
replace: My curfew is 10 pm. | My curfew is 11 pm now.
replace: I'm based in Nairobi. | I'm now based in Accra.
replace: My current role is QA engineer. | I've been promoted to QA lead.
replace: The code freeze is on Monday. | The code freeze has moved to Wednesday.
replace: My son's school is Maple Grove. | My son switched to Cedar Hill school.
replace: Our team uses Slack. | Our team has switched from Slack to Teams.
replace: I'm a Verizon customer; my carrier is Verizon. | I switched my carrier to T-Mobile.
replace: My cat's vet is Dr. Lee. | My cat's vet is now Dr. Park.
replace: My savings goal is $5,000. | I've bumped my savings goal up to $8,000.
replace: My daughter's curfew is nine. | My daughter's curfew is ten now.
replace: Book club meets on Thursdays. | Book club meets on Sundays now.
replace: My target is to read 20 books this year; my reading goal is 20. | I raised my reading goal to 30.
replace: The client wants the logo in blue. The logo color is blue. | The logo color is red now.
replace: We ship every two weeks. Our release cycle is two weeks. | Our release cycle is now three weeks.
replace: Our production server is in Frankfurt. | The production server was moved to Dublin.
replace: I pay 1,200 in rent. | My rent is now 1,350.
replace: My bedtime is 10. | I moved my bedtime to 11:30.
replace: Send mail to my Gmail, rob@gmail.com. My email is rob@gmail.com. | My email changed to rob@proton.me.
replace: My best friend is Kyle. | My best friend is Omar now.
replace: I'm reading Dune right now. | I'm reading Emma now.
replace: I'm on the night shift. | I'm on the day shift now.
replace: The party starts at 7. | The party now starts at 8.
replace: Lunch is at 12:30. | Lunch is at 1 now.
replace: Our wedding is on June 10. | We postponed the wedding to September 2.
replace: The final exam is on December 12. | The final exam was rescheduled to December 15.
replace: I want to go to Peru this summer. My vacation destination is Peru. | We changed our vacation destination to Chile.
replace: Our CFO is Greg. | Linda replaced Greg as our CFO.
replace: My mechanic is Sal. | I found a new mechanic, Vince.
replace: The password hint is my dog. | The password hint is my street now.
replace: The server port is 8080. | We changed the port to 9090.
replace: Our default branch is master. | The default branch was renamed to main.
replace: The API version is v1. | The API version is v2 now.
replace: My wife drives a Golf. | My wife drives a Yaris now.
replace: I usually have oatmeal for breakfast. | I have eggs for breakfast now.
replace: I work for Amazon. | I started at Netflix this Monday.
replace: I work at a startup called Fable. | I left Fable and joined Stripe.
replace: My email is jo@acme.com. | New email: jo@beta.io, please use that one.
replace: My car is a Toyota. | I traded the Toyota in, I drive a Rivian now.
replace: We use Django. | We've rewritten the service in FastAPI.
replace: The team meeting is on Mondays at ten. | The team meeting has been moved to Tuesdays at two.
replace: My daughter attends St. Mary's School. | My daughter changed schools, she goes to Lincoln High now.
replace: I get up at five. | Since the baby came I get up at seven.
replace: I work from nine to five. | My shift is now ten to six.
replace: The budget for the kitchen is $20,000. | We increased the kitchen budget to $24,000.
replace: The paper is due on Friday. | The professor gave us until Monday; the paper is due on Monday now.
replace: My doctor is Dr. Patel. | I switched doctors and now see Dr. Nguyen.
replace: My flight leaves at 8 am. | The airline moved my flight to 11 am.
replace: I use Firefox. | I switched to Brave.
replace: I pay $15 a month for Netflix. The subscription fee is $15. | The subscription fee went up to $18.
replace: My dog's name is Max. | My dog's name is Rex now.
replace: I live with my parents in Reno. | I moved out and live in Tahoe now.
replace: The wifi password is hunter2. | We changed the wifi password to hunter3.
replace: Alice is our product manager. | Bob is our product manager now.
replace: I wear size 10 shoes. | I wear size 11 shoes now.
replace: My favorite restaurant is Nopa. | These days my favorite restaurant is Zuni.
replace: I'm staying in a flat in Hackney. I live in Hackney. | I've relocated to Brighton.
replace: My mobile is 07700 900123. | I got a new number: 07700 900456.
replace: Please write to me at kim@old.net. | My new email address is kim@new.net.
replace: The sprint review is at 3 pm on Thursdays. | The sprint review was moved to 4 pm on Fridays.
replace: The target launch date is August 1. | The target launch date slipped to August 20.
replace: My personal best for the 10k is 52 minutes. | My personal best for the 10k is 49 minutes.
replace: We have a budget of 30,000 for hiring. The hiring budget is 30,000. | The hiring budget was slashed to 22,000.
replace: My partner is Jordan. | Jordan and I split up; my partner is Casey now.
replace: I'm a barista. | I'm a pastry chef now.
replace: My kids go to Lincoln Elementary. My daughter goes to Lincoln Elementary. | My daughter moved to Roosevelt Elementary.
replace: My phone is an Android. | I've switched to an iPhone.
replace: I have dinner at 6. | I have dinner at 8 now.
replace: The conference is in Lisbon. | The conference has been moved to Madrid.
replace: The thesis defense is on May 20. | The thesis defense was rescheduled to June 3.
replace: My goal is to lose 5 kg. My weight goal is 65 kg. | I've set my weight goal to 62 kg.
correct: My birthday is July 9. | Actually, my birthday is July 19.
correct: I was born in 1985. | Oops, I meant I was born in 1986.
correct: My blood type is B. | I was wrong, my blood type is AB.
correct: My daughter is allergic to milk. | I made a mistake: my daughter is allergic to eggs, not milk.
correct: My son is allergic to cats. | The test says it is not cats, he is allergic to dust mites.
correct: The trip budget is 3,000. | Sorry, the trip budget is 5,000.
correct: My flight is on April 6. | I misread the ticket, my flight is on April 16.
correct: My phone number is 555-0100-222. | Sorry, wrong number: my phone number is 555-0100-333.
correct: My email is pat@corp.com. | Correction: my email is patt@corp.com.
correct: My manager is Ms. Stone. | I got that wrong, my manager is Ms. Stein.
correct: The meeting is at 3pm. | My bad, the meeting is at 4pm.
correct: The rehearsal dinner is on Friday. The dinner is on Friday. | I mixed it up, the dinner is on Saturday.
correct: My shoe size is 8. | Actually my shoe size is 9.
correct: I am 34 years old. | I misspoke, I am 35 years old.
correct: My son's name is Leo. | Typo: my son's name is Teo.
correct: The wedding is on August 2. | Let me correct that, the wedding is on August 12.
correct: My car is a 2018 Toyota. | Sorry, my car is a 2019 Toyota.
correct: The exam is on May 4. | I remembered wrong, actually the exam is on May 14.
correct: My height is 172 cm. | I typed that wrong, my height is 177 cm.
correct: The database is PostgreSQL. | Actually the database is MySQL.
correct: My hometown is Lyon. | Sorry, I meant my hometown is Nancy.
correct: The deadline is June 1. | I was mistaken, the deadline is July 1.
correct: My anniversary is May 5. | Scratch that, my anniversary is May 6.
correct: My wife's birthday is March 2. | I got it wrong: my wife's birthday is March 12.
correct: The rent is 850. | I misremembered, the rent is 950.
correct: My doctor is Dr. Moss. | Correction, my doctor is Dr. Ross.
correct: My passport expires in 2027. | Sorry, my passport expires in 2029.
correct: My daughter is in third grade. | Correction: my daughter is in fourth grade.
correct: My license plate is ABC 123. | I got my plate wrong, the license plate is ABC 132.
correct: The parking code is 4471. | Sorry, the parking code is 4417.
correct: My appointment is on the 3rd. | Actually my appointment is on the 13th.
correct: We have 14 people coming; the headcount is 14. | I miscounted, the headcount is 41.
correct: My sister's name is Dana. | Sorry, my sister's name is Dina.
correct: I was born in April. | I meant I was born in August.
correct: It costs 45 dollars. | I misread it, it costs 54 dollars.
correct: My cousin is allergic to wheat. | Actually my cousin is allergic to rye, not wheat.
correct: My birthday is on May 4. | Sorry, I got it wrong, my birthday is May 14.
correct: My meeting is at 2. | Wait, I misspoke, the meeting is at 3.
correct: The invoice total is 1,250. | I misread that: the invoice total is 1,520.
correct: My brother is 28. | Actually he is 29. My brother is 29.
correct: My mom was born in 1960. | Correction, my mom was born in 1962.
correct: I'm allergic to ibuprofen. | I mixed up the names: I'm allergic to aspirin, not ibuprofen.
correct: The hotel is the Marriott. | My mistake, the hotel is the Hilton.
correct: My student ID is 20231. | I typed it wrong, my student ID is 20213.
correct: My grandmother is 81. | Sorry, my grandmother is 83.
correct: I was born in Leeds. | Actually I was born in Bradford.
correct: The rent is due on the 1st. | I misspoke, the rent is due on the 5th.
correct: My middle name is Ann. | Typo, my middle name is Anne.
correct: The train leaves at 7:15. | Sorry, the train leaves at 7:50.
correct: My wife is allergic to cashews. | Wait, it's not cashews, she's allergic to pistachios.
correct: The price is 120 dollars. | Correction: the price is 210 dollars.
negate: I drink coffee every day. | I have quit coffee.
negate: I drink coffee every morning. | I stopped drinking coffee.
negate: I smoke a pack a day. | I quit smoking.
negate: I smoke. | I gave up smoking in January.
negate: I eat meat. | I no longer eat meat.
negate: I eat beef twice a week. | I don't eat beef anymore.
negate: I drink beer on weekends. | I have given up beer.
negate: I subscribe to Netflix. | I cancelled Netflix.
negate: I have a Spotify subscription. | I cancelled my Spotify subscription.
negate: I subscribe to The Guardian. | I unsubscribed from The Guardian.
negate: I have a gym membership. | I cancelled my gym membership.
negate: I go to the gym three times a week. | I stopped going to the gym.
negate: I play tennis on Saturdays. | I don't play tennis any more.
negate: I run every morning. | I stopped running because of my knee.
negate: I am learning the violin. | I gave up the violin.
negate: I play the guitar. | I no longer play the guitar.
negate: I plan to take the driving test in May. | I am not taking the driving test after all.
negate: I am planning to visit Morocco. | The Morocco trip is cancelled; I'm not going to Morocco after all.
negate: I signed up for the marathon. | I pulled out of the marathon.
negate: I plan to buy a house. | I decided not to buy a house.
negate: I work at Initech. | I quit my job.
negate: I work at Globex. | I no longer work at Globex.
negate: I have a car. | I sold my car.
negate: I have a boyfriend. | We broke up.
negate: I like horror movies. | I don't like horror movies anymore.
negate: I love cilantro. | I hate cilantro.
negate: I enjoy jogging. | I can't stand jogging.
negate: I play chess. | I gave up chess.
negate: I take ibuprofen daily. I take 200 mg ibuprofen. | I stopped taking ibuprofen.
negate: I live in Cork. | I don't live in Cork anymore.
negate: I am allergic to pollen. | I am no longer allergic to pollen.
negate: I am studying Spanish. | I stopped studying Spanish.
negate: My boss wants weekly reports. We use Trello. | We no longer use Trello.
negate: We have a cat. I have a cat. | I don't have a cat.
negate: I do yoga. | I quit yoga.
negate: I take vitamin D every day. | I stopped taking vitamin D.
negate: I'm taking piano lessons. | I quit piano lessons.
negate: I am in a book club. | I left the book club.
negate: I'm dating Rosa. | Rosa and I broke up.
negate: I drink two sodas a day. | I cut out soda.
negate: I have a Disney+ subscription. | I got rid of my Disney+ subscription.
negate: I'm going to the conference in May. | I'm not going to the conference after all.
negate: I plan to run the Boston marathon. | I've decided not to run the marathon.
negate: I own a boat. | I sold the boat.
negate: I eat dairy. | I don't eat dairy anymore.
negate: I bite my nails. I'm vegan. | I'm no longer vegan.
negate: We use Kafka. | We dropped Kafka.
negate: I have a dog. | My dog passed away.
negate: I booked a trip to Bali. | I cancelled the Bali trip.
negate: I volunteer at the shelter. | I no longer volunteer at the shelter.
negate: I use Facebook. | I deleted Facebook and don't use it anymore.
negate: I'm on a keto diet. | I stopped doing keto.
negate: I swim on Tuesdays. | I gave up swimming.
negate: I play World of Warcraft. | I quit World of Warcraft.
negate: I go jogging every evening. | I no longer go jogging.
negate: I drink wine with dinner. | I've stopped drinking wine.
negate: I subscribe to the New Yorker. | I let my New Yorker subscription lapse.
negate: I plan to apply to law school. | I've changed my mind, I'm not applying to law school.
negate: I plan to move to Canada. | I'm not moving to Canada anymore.
negate: I have a membership at Equinox. | I cancelled my Equinox membership.
negate: I'm taking a pottery class. | I dropped the pottery class.
negate: I eat sugar. | I cut sugar out of my diet.
negate: I'm on Instagram a lot, I use Instagram. | I deleted my Instagram account.
negate: I'm going to Coachella. | I can't make it to Coachella, I sold my ticket. I'm not going to Coachella.
negate: I have a landline. | I got rid of the landline.
negate: I take the SAT in June. | I decided not to take the SAT.
negate: I'm a member of the rowing team. | I quit the rowing team.
negate: I work at Tesla. | I was laid off.
negate: I have a roommate. | I don't have a roommate anymore.
negate: I eat bread every day. | I gave up bread.
negate: I have a subscription to Hulu. | I ended my Hulu subscription.
negate: I want to take the GRE this fall. I'm taking the GRE. | I'm no longer taking the GRE.
negate: I drink energy drinks. | No more energy drinks for me.
negate: I go to church on Sundays. | I don't go to church anymore.
negate: I'm signed up for a half marathon. I signed up for the half marathon. | I dropped out of the half marathon.
negate: I have a cat. | We gave the cat away.
negate: I work at Lowe's. | I quit working at Lowe's.
negate: I use Twitter. | I quit Twitter.
negate: I meditate every morning. | I stopped meditating.
negate: I'm planning a trip to Iceland. | The Iceland trip is off.
negate: I play the drums. | I sold my drums and stopped playing the drums.
temporary: I live in Munich. | I am staying in Vienna this week.
temporary: I live in Munich. | I am on a business trip in Zurich until Friday.
temporary: I take the tram to work. | I took a cab to work today because of the strike.
temporary: I usually bike to work. | My bike is broken so I am taking the bus this week.
temporary: I wake up at 6. | I slept in today and got up at 9.
temporary: I go to bed at 10. | I was up until 2 last night.
temporary: I drink coffee every morning. | No coffee for me today, I have a stomach ache.
temporary: I work at the office. | I am working remotely this week.
temporary: Dana handles invoices. | Dana is away this week, send invoices to Pete for now.
temporary: My manager is Lucia. | Lucia is on vacation, I report to Ben until Monday.
temporary: I eat meat. | I am not eating meat this week.
temporary: I run every day. | I am not running this week because of a cold.
temporary: My phone is an iPhone. | I am using an old Pixel for now while mine is being repaired.
temporary: My car is a Kia. | I am driving a rental Fiat this week.
temporary: I drink tea. | I had a hot chocolate today.
temporary: Our standup is at 9. | Standup is at 11 today.
temporary: My gym is on Main Street. | The gym is closed this week.
temporary: I prefer short answers. | Just this once, give me a long answer.
temporary: My desk is on the second floor. | I am sitting on the fourth floor this week.
temporary: We use GitHub Actions for CI. | GitHub is down, we are running builds on Jenkins today.
temporary: I usually have lunch at noon. | I had lunch at two yesterday.
temporary: My daughter walks to school. | My daughter took a taxi to school today.
temporary: I live in Seville. | I'm in Lisbon for two weeks.
temporary: My phone number is 555-2000-100. | I am reachable at 555-2000-999 this week.
temporary: I live in Oslo. | I'm crashing at my cousin's place in Bergen for a few days.
temporary: My office hours are 9 to 5. | This Friday I'm working from 7 to 3.
temporary: I usually have tea at breakfast. | This morning I had coffee.
temporary: My phone number is 555-333-2222. | For the next two weeks call me at 555-444-1111.
temporary: I sit at desk 14. | I'm at desk 20 until Thursday.
temporary: We deploy on Fridays. | We are deploying on Monday this week because of the holiday.
temporary: I work at Acme. | I'm on loan to Beta this month.
temporary: I'm vegetarian. | I ate chicken by accident last night.
temporary: My personal trainer is Zoe. | Zoe is sick so Max is my trainer this week.
temporary: I go to bed at 11. | Went to bed at 1 am yesterday.
temporary: I live in Boston. | I'm in Denver for work until Thursday.
temporary: I usually drive to the office. | My car is in the shop, so I'm carpooling this week.
temporary: My boss is Helen. | While Helen is on leave, I report to Mark.
temporary: I drink coffee black. | I'm having tea today, out of coffee.
temporary: I usually wake at 6:30. | Woke up at 10 today, it's Sunday.
temporary: I eat everything. | I'm fasting today.
temporary: Kim answers support tickets. Kim handles support. | Kim is out sick, Lee handles support today.
temporary: I sleep at 11. | Couldn't sleep, was awake till 4 last night.
temporary: I live in Lyon. | I'm housesitting in Nice this month.
temporary: I usually swim on Mondays. | The pool is closed, so I'm running this Monday.
temporary: My manager is Eva. | Eva is on parental leave until March, so I report to Tim for now.
temporary: I take two sugars in my coffee. | I'm skipping sugar this week.
temporary: I drive to work. | I walked to work yesterday.
temporary: I use my MacBook for work. My laptop is a MacBook. | My MacBook is being repaired so I'm using a borrowed ThinkPad until Monday.
add: I speak German. | I am learning Portuguese.
add: I speak English. | I also speak some Dutch.
add: I like jazz. | I also like classical music.
add: I love ramen. | Tacos are another favourite of mine.
add: I am allergic to nuts. | I am also allergic to latex.
add: I am allergic to bees. | It turns out I am allergic to kiwi too.
add: I have a son. | We just had a daughter.
add: I have a cat. | I adopted a dog last weekend.
add: I play tennis. | I started playing badminton.
add: I play the piano. | I took up the cello.
add: I like hiking. | I enjoy kayaking as well.
add: I subscribe to Wired. | I subscribed to National Geographic.
add: I drink tea. | I drink kombucha too.
add: My hobby is painting. | I took up pottery.
add: I know Python. | I am learning Rust.
add: I hate olives. | I hate anchovies too.
add: I have a bike. | I bought a skateboard.
add: I am a member of the chess club. | I joined the book club.
add: I visited Japan. I plan to visit Japan. | I plan to visit Peru.
add: I run every morning. | I started swimming on weekends.
add: My friend Ana is a nurse. | My friend Joe is a pilot.
add: I own a tent. | I bought a kayak.
add: My personal email is z@home.org. | My work email is z@firm.com.
add: I need to call the plumber. | I plan to call the electrician.
add: My favourite singer is Adele. | My favourite actor is Tom Hanks.
add: My dentist is Dr. Wu. | My lawyer is Mr. Kane.
add: My phone is a Pixel. | My laptop is a ThinkPad.
add: The CEO of Brightwell is Ada Lund. | The CTO of Brightwell is Per Holm.
add: The essay deadline is May 2. | The lab report deadline is May 9.
add: I have diabetes. | I was diagnosed with asthma.
add: I have two sons. | I also have a daughter.
add: I've been to Greece. | I've also been to Malta.
add: I like cooking. | I love gardening too.
add: I volunteer at a library. | I also volunteer at a hospital.
add: My skills include SQL. | I picked up Tableau.
add: I take aspirin. | I was prescribed metformin.
add: I own a rental in Tampa. | I bought another rental in Miami.
add: I watch football. | I watch hockey too.
add: My sister is Ana. | My other sister is Eva.
add: I'm scared of spiders. | I'm also scared of heights.
add: I speak Mandarin. | I'm also fluent in Cantonese.
add: We have a beagle. | We just got a kitten too.
add: I like sushi. | I really like pho.
add: I play soccer. | I recently picked up squash.
add: My daughter is named Ella. | We had a second daughter, Ivy.
add: I'm allergic to eggs. | I found out I'm allergic to sesame.
add: I love dogs. | I love cats.
add: I like my new job. | I like my new boss.
add: My meeting with Ana is at 3. | My meeting with Joe is at 4.
add: I have a dentist appointment on May 3. | I have a vet appointment on May 9.
add: I went to Rome in May. | I went to Oslo in June.
add: I bought a lamp. | I bought a rug.
add: I'm reading a book about Rome. | I'm visiting Rome in May.
add: The blue team's deadline is May 1. | The red team's deadline is May 8.
add: My desk at home is oak. | My desk at work is steel.
add: I can't stand loud music. | I love quiet music.
add: I don't like cold coffee. | I love hot coffee.
add: I like coffee ice cream. | I don't like coffee.
add: I don't drink coffee at night. | I drink coffee every morning.
add: I drink coffee every morning. | I don't drink coffee at night.
add: My weight was 80 kg in January. | I weigh 78 kg.
add: My phone battery died. | My car battery is new.
add: Foxes were not seen near the barn in March | Owls were not heard near the mill in June
add: 2025-03-01 weight 64.0kg | 2025-04-01 weight 63.1kg
add: I hope to move to Spain someday. | I live in Leeds.
add: I live in Leeds. | I would love to live in Spain.
add: I live in Leeds. | If I moved to Spain I would be happy.
add: I live in Leeds. | Should I move to Spain?
add: I work at Acme. | My dream is to work at Google.
add: My manager is Ann. | My manager is great.
add: My manager is Ann. | My manager is on vacation.
add: My dad's birthday is May 1. | My mom's birthday is June 1.
add: My favorite movie is Alien. | My favorite book is Emma.
add: I am not hungry. | I am hungry.
add: Tom lives in Rome. | Ben lives in Oslo.
add: My brother Tom lives in Rome. | My brother Ben lives in Oslo.
add: I run 5 km on Mondays. | I run 10 km on Sundays.
add: I take vitamin C. | I take vitamin D.
add: Dinner with Sam is on Friday. | Dinner with Kate is on Saturday.
add: I stayed in Paris for a week. | I live in Berlin.
add: The train ticket costs 40 euros. | The bus ticket costs 12 euros.
add: My cousin Amy works at IBM. | My cousin Dan works at HP.
add: I like tea. | I prefer coffee.
add: I can drive a truck. | I can also fly a drone.
add: I love Bach. | Mozart is also one of my favourites.
add: My daughter plays the flute. | My daughter started playing the harp.
add: I subscribe to HBO. | I also subscribe to Hulu.
add: We have two dogs. | We adopted a third dog.
refine: I live in Spain. | I live in Valencia, Spain.
refine: I have a car. | My car is a blue Renault Clio.
refine: I bought a MacBook. | My MacBook is the 16-inch M3 Max.
refine: I have a phone. | My phone is a Samsung Galaxy S23.
refine: My birthday is in May. | My birthday is May 21.
refine: I am going to Italy in the summer. | I booked my flight: Rome on July 3.
refine: I work at a bank. | I work at Lloyds.
refine: I have a dog. | My dog is a three-year-old beagle called Rolo.
refine: I have a meeting next week. | The meeting is on Tuesday at 3pm.
refine: I plan to run a race. | I signed up for the Berlin half marathon.
refine: I live in London. | I live in Camden, London.
refine: My manager is Chen. | My manager is Chen Wei.
refine: I am learning a language. | I am learning Korean.
refine: I have an exam in June. | The exam is on June 12.
refine: The deadline is in October. | The deadline is October 28.
refine: I like music. | I like baroque music most.
refine: I have a son. | My son is called Felix and he is four.
refine: I like tea. | I like green tea.
refine: My partner is Alex. | My partner is Alex Moreno.
refine: I want to buy a camera. | I bought a Fuji X100.
refine: I'm getting a puppy. | We're getting a golden retriever puppy on Saturday.
refine: I work in finance. | I work as a risk analyst at HSBC.
refine: My flight is on Friday. | My flight on Friday leaves at 6:40 am.
refine: We use a relational database. | Our database is PostgreSQL 16.
refine: I play an instrument. | I play the clarinet.
refine: My brother lives abroad. | My brother lives in Perth, Australia.
refine: I've got a new phone. | My new phone is a Pixel 9.
refine: I'm allergic to fruit. | I'm allergic to strawberries.
refine: I have a bike. | My bike is a red Trek Domane.
refine: I live in Brooklyn. | I live on 5th Avenue in Brooklyn.
refine: I'm moving next month. | I'm moving to Denver on June 3.
refine: I like Italian food. | My favorite Italian dish is carbonara.
refine: My interview is next week. | My interview is on Wednesday at 2 pm.
refine: I love Thai food. | I love pad thai.
refine: I have an appointment in June. | My appointment is on June 18 at 9.
refine: I drive a truck. | I drive a 2021 Ford F-150.
other: I live in Dublin. | My brother moved to Galway.
other: I work at Intel. | My wife works at Nvidia.
other: My birthday is June 1. | My husband's birthday is June 11.
other: I am allergic to shrimp. | My daughter is allergic to soy.
other: I drive a Skoda. | My dad drives a Fiat.
other: My favourite book is Dune. | My son says his favourite book is Matilda.
other: I am vegetarian. | My sister is vegan.
other: My phone number is 555-100-2000. | My mom's number is 555-100-3000.
other: I was born in 1990. | My partner was born in 1992.
other: I speak French. | My colleague Anna speaks Polish.
other: I like spicy food. | My girlfriend hates spicy food.
other: My goal weight is 67 kg. | My friend's goal weight is 55 kg.
other: I go to bed at ten. | My roommate goes to bed at two.
other: I quit smoking. | My father smokes.
other: I drink coffee. | My wife quit coffee.
other: My son goes to Oakwood School. | My niece goes to Elm School.
other: My manager is Rita. | My husband's manager is Paul.
other: I take the bus to work. | My neighbour bikes to work.
other: My laptop is a MacBook. | My daughter's laptop is a Chromebook.
other: My blood type is O. | My brother is type A.
other: I prefer tea over coffee. | My boss prefers coffee over tea.
other: I use Vim. | My teammate uses VS Code.
other: I play football. | My son gave up football.
other: My shoe size is 41. | My wife's shoe size is 38.
other: Maria works at Acme. | Julia works at Beta Corp.
other: I work at Delta. | My brother works at United.
other: My favorite color is red. | My boyfriend's favorite color is black.
other: I have a cat. | My neighbor has a dog.
other: I live in Vienna. | My parents moved to Graz.
other: I don't drink. | My husband drinks whisky.
other: My salary is 80k. | My friend's salary is 95k.
other: I wake up at 6. | My daughter wakes up at 8.
other: I'm on keto. | Mom is on a low-carb diet.
other: I drive a Jeep. | Tom drives a Prius.
other: My shirt size is M. | Dad's shirt size is XL.
other: My blood type is O. | My son has type B blood.
other: My favorite team is the Lakers. | Jenny's favorite team is the Celtics.
other: I'm vegan. | My roommate is a vegetarian.
other: I moved to Paris. | My best friend lives in Lille.
other: I was born in May. | My twin nieces were born in June.
other: I drive an Audi. | My boss drives a BMW.
other: I've quit drinking. | My uncle drinks beer every night.
other: I prefer email. | My client prefers phone calls.
other: My favourite sport is tennis. | My wife's favourite sport is golf.
other: My manager is Jo. | Jo's manager is Lee.
other: I'm 40. | My brother is 38.
other: My rent is 1,000. | My sister's rent is 1,400.
past: I live in Tokyo. | I used to live in Kyoto.
past: I work at Spotify. | I used to work at SoundCloud.
past: I have a cat called Mochi. | As a kid I had a hamster called Peanut.
past: I drive a Tesla. | When I was a student I drove an old Beetle.
past: My favourite food is sushi. | As a child my favourite food was pancakes.
past: I am a teacher. | I used to be a journalist.
past: I take the train to work. | Back then I walked to work.
past: I don't smoke. | I used to smoke in college.
past: We use PostgreSQL. | We previously used Oracle.
past: I live in Chicago. | In 2012 I lived in Denver.
past: My manager is Lena. | At my previous job my manager was Igor.
past: I drink tea. | I used to drink a lot of cola.
past: My phone is an iPhone. | Years ago I had a Nokia.
past: I go to bed at 11. | When I was in college I went to bed at 3.
past: My weight is 70 kg. | I used to weigh 90 kg.
past: I prefer dark mode. | I used to prefer light mode.
past: I live in Austin. | I lived in Dallas back in 2010.
past: My girlfriend is Mia. | My ex-girlfriend was called Rosa.
past: I speak Spanish. | I spoke Russian as a child.
past: My school is Oxford. | Growing up I went to Hill Primary School.
past: I live in Denver. | Before that I lived in Omaha.
past: I work at Lyft. | I worked at Uber from 2015 to 2019.
past: I drive a Mini. | My first car was a Fiesta.
past: I'm a doctor. | I was a waiter in college.
past: My favorite band is Muse. | My favorite band in high school was Blur.
past: I take the bus to work. | At my old job I drove to work.
past: We use React. | The first version used jQuery.
past: I have short hair. | I had long hair as a teenager.
past: My boss is Nick. | My former boss was Hal.
past: I drink tea. | I drank only coffee in my twenties.
past: I work at Shopify. | Before Shopify I worked at Etsy.
past: I have a beagle. | We had a poodle when I was little.
past: I live in Seattle. | I grew up in Tulsa.
past: My number is 555-000-1111. | My old number was 555-000-2222.
past: I drive a Prius. | I drove a Jeep back in college.
past: I play golf. | I played hockey as a kid.
past: My doctor is Dr. May. | My previous doctor was Dr. June.
past: I use Linux. | I used Windows back in school.
past: I live in Kent. | I was living in Surrey when I met him in 2016.
same: I live in Helsinki. | My home is in Helsinki.
same: I work at Zalando. | I work for Zalando.
same: I am allergic to peanuts. | I have a peanut allergy.
same: My budget is 12,000. | The budget is 12k.
same: My birthday is May 14. | My birthday is on the 14th of May.
same: I love pizza. | I really like pizza.
same: My manager is Omar. | I report to Omar.
same: I go to bed at 11 pm. | My bedtime is eleven.
"""

_ZH = """
replace: 我住在苏州工业园区。 | 上个月搬到无锡滨湖区了。
replace: 我家住成都武侯区。 | 我们搬去重庆了。
replace: 我现在住在厦门。 | 我已经搬回福州了。
replace: 我在华为上班。 | 我跳槽到小米了。
replace: 我在招商银行工作。 | 我上周入职了平安银行。
replace: 我的公司是网易。 | 我换工作了，现在在字节跳动上班。
replace: 我的电话是13512340001。 | 我换手机号了，新号码是13987650002。
replace: 我的手机号是18600001234。 | 以后联系我请打18811112222。
replace: 我的邮箱是lan@163.com。 | 邮箱换了，新邮箱是lan.w@outlook.com。
replace: 我的邮箱是a1@qq.com。 | 以后邮件发到a1@foxmail.com。
replace: 我开的是本田。 | 我把车换成比亚迪了。
replace: 我的车是大众高尔夫。 | 我换车了，现在开特斯拉。
replace: 我的领导是赵总。 | 现在我的领导是孙总。
replace: 我的直属上级是王经理。 | 部门调整后我直接向李娜汇报。
replace: 我们组长是何平。 | 组长换成周敏了。
replace: 我女朋友叫小雅。 | 我现在的女朋友叫小雨。
replace: 我们的数据库是Oracle。 | 数据库已经换成TiDB了。
replace: 后端是用Java写的。 | 后端已经用Go重写了。
replace: 我们用Jenkins做CI。 | CI改用GitLab CI了，我们已经从Jenkins迁到Travis。
replace: 前端框架是Vue。 | 前端框架改成React了。
replace: 服务部署在阿里云。 | 服务已经全部迁移到腾讯云了。
replace: 我的目标体重是55公斤。 | 我把目标体重调到58公斤。
replace: 我体重72公斤。 | 我现在体重68公斤了。
replace: 报告的截止日期是3月3日。 | 报告的截止日期推迟到3月20日了。
replace: 项目交付时间是五月底，交付日期是5月30日。 | 交付日期提前到5月20日了。
replace: 作业截止时间是周五。 | 老师把作业截止时间改到下周三，截止时间改到周三了。
replace: 产品上线时间是9月1日。 | 上线时间延期到9月15日。
replace: 装修预算是二十万。 | 装修预算加到二十五万了。
replace: 婚礼预算是八万。 | 我们把婚礼预算压缩到六万。
replace: 我的房租是3500。 | 房租涨到3800了。
replace: 门票价格是60元。 | 门票价格涨到80元了。
replace: 周会是周一上午十点。 | 周会改到周四下午两点了。
replace: 例会时间是周二。 | 例会改到周三了。
replace: 面试是周四下午三点。 | 面试时间改到周五上午十点了。
replace: 我早上六点起床。 | 我现在七点起床。
replace: 我晚上十二点睡觉。 | 我现在十点半就睡觉了。
replace: 我平时骑车上班。 | 我现在改坐地铁上班了。
replace: 我开车上班。 | 我现在坐公交上班了。
replace: 我在乐刻健身房健身。 | 我换到超级猩猩健身房了。
replace: 我女儿在育才小学上学。 | 女儿转学到实验小学了。
replace: 我儿子上的是阳光幼儿园。 | 儿子转到彩虹幼儿园了。
replace: 我最喜欢的歌手是孙燕姿。 | 我现在最喜欢的歌手是陈奕迅。
replace: 我最喜欢的颜色是蓝色。 | 我最喜欢的颜色变成绿色了。
replace: 比起咖啡我更喜欢茶。 | 比起茶我现在更喜欢咖啡。
replace: 请用英文回答我。 | 以后用中文回答我。
replace: 回答请简短一点。 | 以后回答请详细一点。
replace: 我的鞋码是42。 | 我的鞋码现在是43了。
replace: 我是初级工程师。 | 我升为高级工程师了。
replace: 我的职位是产品经理。 | 我的职位现在是产品总监。
replace: 我还单身。 | 我上个月结婚了。
replace: 房东是刘先生，我的房东是刘强。 | 房东换成张丽了。
replace: 我的主治医生是林医生。 | 主治医生换成陈医生了。
replace: 我的钢琴老师是吴老师。 | 钢琴老师换成郑老师了。
replace: 我用的手机是iPhone 13。 | 我手机换成华为Mate60了。
replace: 我的电脑是联想小新。 | 我的电脑换成MacBook Air了。
replace: 小张负责采购。 | 采购现在由小陈负责了。
replace: 报销找老吴。 | 以后报销找小林。
replace: 这个项目的负责人是何伟。 | 项目负责人换成蒋涛了。
replace: 我月薪一万五。 | 我月薪涨到一万八了。
replace: 我的专业是会计。 | 我的专业转成金融了，专业改成金融了。
replace: 我的论文题目是社区养老。 | 论文题目改成乡村教育了。
replace: 我姐姐住在南京。 | 我姐姐搬到合肥了。
replace: 我妈妈在市一医院工作。 | 我妈妈现在在市三医院工作。
replace: 我吃素。 | 我又开始吃肉了，现在开荤了。
replace: 微信号是abc_123。我的微信号是abc_123。 | 我的微信号改成xyz_789了。
replace: 参会人数是20人。 | 参会人数增加到35人了。
replace: 我们的通知期是60天。 | 通知期改成90天了。
replace: 实验室在2楼。 | 实验室搬到7楼了。
replace: 超时时间是30秒，超时时间是30。 | 超时时间改成60了。
replace: 我的目标分数是90分。 | 我把目标分数提高到95分。
replace: 我的学费是每年两万，学费是20000元。 | 学费涨到24000元了。
replace: 我弟弟在北京工作，他在百度上班。 | 我弟弟跳槽到美团了。
replace: 我闹钟定在六点。 | 闹钟改到六点半了。
replace: 我的收货地址是和平路8号。 | 收货地址改成建设路21号了。
replace: 我的Python版本是3.10。 | Python版本升级到3.12了。
replace: 航班是6月2日。 | 航班改签到6月5日了，航班改到6月5日。
replace: 我们用Redis做缓存。 | 缓存已经换成Memcached了。
replace: 我老公在比亚迪上班。 | 我老公跳槽去了蔚来。
replace: 我家在南山区。 | 我们刚搬到福田区。
replace: 我常驻深圳。 | 我现在常驻广州了。
replace: 我是测试工程师。 | 我升职了，现在是测试主管。
replace: 代码冻结是周一。 | 代码冻结改到周三了。
replace: 团队用钉钉沟通。 | 团队从钉钉换成飞书了。
replace: 我用的是移动的套餐，运营商是移动。 | 运营商换成联通了。
replace: 我的存钱目标是五万。 | 我把存钱目标提高到八万。
replace: 读书会每周四聚。读书会时间是周四。 | 读书会时间改成周日了。
replace: 今年的读书目标是20本。 | 读书目标改成30本了。
replace: 发布周期是两周。 | 发布周期改为三周了。
replace: 我最好的朋友是阿凯。 | 我现在最好的朋友是大伟。
replace: 我上夜班。 | 我现在改上白班了。
replace: 聚会七点开始。 | 聚会改到八点开始了。
replace: 婚礼定在6月10日。 | 婚礼推迟到9月2日了。
replace: 期末考试是12月12日。 | 期末考试改到12月15日了。
replace: 我们的财务总监是葛亮。 | 财务总监换成林琳了。
replace: 服务端口是8080。 | 端口改成9090了。
replace: 默认分支是master。 | 默认分支改成main了。
replace: 我老婆开高尔夫。 | 我老婆换车了，现在开凯美瑞。
replace: 我早餐吃燕麦。 | 我现在早餐改吃鸡蛋了。
replace: 我的快递地址是中山路3号。 | 快递地址换成解放路9号了。
replace: 我的主力语言是PHP。 | 我的主力语言换成Go了。
replace: 周报每周五交。周报截止时间是周五。 | 周报截止时间改成周四了。
replace: 我的对象是阿明。 | 我和阿明分了，现在的对象是阿强。
replace: 我的工位在12排。 | 工位搬到7排了。
replace: 我妈的手机号是13712345678。 | 我妈换手机号了，新号是13787654321。
replace: 孩子的班主任是方老师。 | 孩子的班主任换成邓老师了。
replace: 我住浦东。 | 我搬家了，现在住闵行。
replace: 我每月房租四千。 | 房租降到三千六了。
replace: 我用安卓手机，手机是小米。 | 我换成苹果手机了。
replace: 我的微信是hello_88。 | 微信号换了，新的是world_99。
replace: 牛奶每天订两盒。牛奶数量是2盒。 | 牛奶数量改成3盒了。
replace: 我在美团上班。 | 我这周一开始在滴滴上班了。
replace: 我在一家叫晨星的公司上班。 | 我从晨星离职，加入了字节跳动公司。
replace: 我的邮箱是jo@acme.com。 | 新邮箱：jo@beta.io，以后用这个。
replace: 我的车是丰田。 | 丰田卖了，我现在开理想。
replace: 项目用的是Django。 | 项目已经用FastAPI重写了，现在用FastAPI。
replace: 组会是每周一上午十点。 | 组会改到每周二下午两点了。
replace: 我老公叫大刚。 | 我再婚了，现在的老公叫志远。
replace: 我的房间号是204。 | 房间号换成310了。
replace: 我女儿上的是新华小学。 | 女儿转学了，现在上光明小学。
replace: 每天的步数目标是一万步。 | 步数目标降到八千步了。
replace: 我五点起床。 | 有了孩子以后我七点起床。
replace: 厨房装修预算两万。 | 厨房装修预算加到两万四了。
replace: 论文周五交。论文截止日期是周五。 | 老师把论文截止日期宽限到下周一，截止日期改成周一了。
replace: 我的医生是潘医生。 | 我换医生了，现在的医生是阮医生。
replace: 我的航班是早上八点。 | 航司把我的航班改到十一点了。
replace: 我用的浏览器是Firefox，我用Firefox。 | 我改用Chrome了。
replace: 会员费是15元。 | 会员费涨到18元了。
replace: 我家猫叫毛毛。 | 我家猫现在叫球球。
replace: 爱丽是我们的产品经理。 | 我们的产品经理现在是鲍勃。
replace: 公司总部在广州。 | 总部搬到深圳了。
replace: 我穿42码的鞋。 | 我现在穿43码的鞋。
replace: 我最喜欢的餐厅是海底捞。 | 最近我最喜欢的餐厅是绿茶。
replace: 我上班坐18路公交。 | 我现在上班骑电动车。
replace: 我妻子在学校当老师。 | 我妻子现在当律师。
replace: 我爸住在老家。 | 我爸搬到三亚了。
replace: 我租住在徐汇。 | 我搬到闵行去了。
replace: 发邮件到kim@old.net找我。我的邮箱是kim@old.net。 | 我的新邮箱是kim@new.net。
replace: 评审会是周四下午三点。 | 评审会改到周五下午四点。
replace: 预计上线日期是8月1日。 | 上线日期推迟到8月20日了。
replace: 招聘预算三十万。 | 招聘预算砍到二十二万了。
replace: 我的对象是小乔。 | 我和小乔分手了，现在对象是小凯。
replace: 我是咖啡师。 | 我转行做糕点师了。
replace: 我女儿读朝阳小学。 | 我女儿转到光明小学了。
replace: 我的老板是金总。 | 欧总接任了，现在我的老板是欧总。
replace: 我用安卓手机。我的手机是OPPO。 | 我的手机换成iPhone了。
replace: 我六点吃晚饭。 | 我现在八点吃晚饭。
replace: 大会在成都开。大会地点是成都。 | 大会地点改到重庆了。
replace: 答辩是5月20日。 | 答辩改到6月3日了。
replace: 我的目标体重65公斤。 | 我把目标体重定到62公斤了。
replace: 我们班的班长是小欧。 | 班长换成小涂了。
replace: 我的驾校教练是贾教练。 | 教练换成季教练了。
replace: 家里宽带是电信的，宽带是电信。 | 宽带换成移动了。
correct: 我的生日是7月9日。 | 其实我的生日是7月19日。
correct: 我是1985年出生的。 | 说错了，我是1986年出生的。
correct: 我是B型血。 | 之前记错了，我是AB型血。
correct: 我女儿对牛奶过敏。 | 更正一下，女儿不是牛奶过敏，是对鸡蛋过敏。
correct: 我儿子对猫毛过敏。 | 医生说不是猫毛，儿子是对尘螨过敏。
correct: 旅行预算是三千。 | 不对，旅行预算是五千。
correct: 我的航班是4月6日。 | 看错了，航班是4月16日。
correct: 我的手机号是13011112222。 | 抱歉，手机号打错了，我的手机号是13011113333。
correct: 我的邮箱是pan@corp.com。 | 邮箱写错了，应该是pann@corp.com。
correct: 我的领导是石总。 | 搞错了，我的领导是史总。
correct: 会议是下午三点。 | 记错了，会议是下午四点。
correct: 聚餐是周五。 | 我弄混了，聚餐是周六。
correct: 我的鞋码是38。 | 其实我的鞋码是39。
correct: 我今年34岁。 | 说错了，我今年35岁。
correct: 我儿子叫乐乐。 | 打错字了，我儿子叫洛洛。
correct: 婚礼是8月2日。 | 更正：婚礼是8月12日。
correct: 考试时间是5月4日。 | 记错了，考试时间是5月14日。
correct: 我身高172厘米。 | 写错了，我身高177厘米。
correct: 数据库是MySQL。 | 不对，数据库是PostgreSQL。
correct: 我老家在绍兴。 | 口误，我老家在宁波。
correct: 截止日期是6月1日。 | 我记错了，截止日期是7月1日。
correct: 我们的结婚纪念日是5月5日。 | 其实结婚纪念日是5月6日。
correct: 我老婆的生日是3月2日。 | 记错了，老婆生日是3月12日。
correct: 房租是2500。 | 算错了，房租是2800。
correct: 这次活动的预算是一万五。 | 报错了，预算是五万一。
correct: 我们队长是小周。 | 说反了，队长是小吴。
correct: 我女儿上三年级。 | 更正，我女儿上四年级。
correct: 我的车牌是苏A12345。 | 车牌写错了，是苏A12354。
correct: 停车场密码是4471。 | 不对，停车场密码是4417。
correct: 预约是3号。 | 记错了，预约是13号。
correct: 我姐叫丹丹。 | 打错了，我姐叫当当。
correct: 我表弟对小麦过敏。 | 其实我表弟不是对小麦过敏，是对黑麦过敏。
correct: 这件衣服450块。衣服价格是450元。 | 看错了，衣服价格是540元。
correct: 我生日是农历八月初三，生日是8月3日。 | 我说错了，生日是8月13日。
correct: 我的生日是5月4号。 | 不好意思，我记错了，生日是5月14号。
correct: 会议两点开始。 | 说错了，会议三点开始。
correct: 发票总额是1250元。 | 看错了，发票总额是1520元。
correct: 我弟弟28岁。 | 不对，我弟弟29岁。
correct: 我妈是1960年出生的。 | 更正，我妈是1962年出生的。
correct: 我对布洛芬过敏。 | 我搞混了，我是对阿司匹林过敏，不是布洛芬。
correct: 酒店是如家。 | 写错了，酒店是汉庭。
correct: 我的学号是20231。 | 打错了，我的学号是20213。
correct: 我奶奶81岁。 | 说错了，我奶奶83岁。
correct: 我在保定出生，出生地是保定。 | 不对，出生地是唐山。
correct: 房租每月1号交，交租日是1号。 | 记错了，交租日是5号。
correct: 火车是7点15开，火车时间是7:15。 | 看错了，火车时间是7:50。
correct: 我老婆对腰果过敏。 | 不是腰果，我老婆是对开心果过敏。
correct: 价格是120元。 | 更正：价格是210元。
negate: 我每天喝咖啡。 | 我把咖啡戒了。
negate: 我每天早上喝咖啡。 | 我不喝咖啡了。
negate: 我抽烟。 | 我戒烟了。
negate: 我每天抽一包烟，我抽烟。 | 我已经不抽烟了。
negate: 我爱喝酒，周末喝酒。 | 我戒酒了。
negate: 我喝牛奶。 | 我现在不喝牛奶了。
negate: 我吃牛肉。 | 我不再吃牛肉了。
negate: 我订阅了爱奇艺会员。 | 爱奇艺会员我退了。
negate: 我开通了优酷会员。 | 我取消了优酷会员。
negate: 我订了《读者》杂志。 | 《读者》杂志不订了。
negate: 我订阅了经济学人。 | 我退订了经济学人。
negate: 我办了健身房年卡。 | 健身房的年卡我退了。
negate: 我每周去健身。 | 我不健身了。
negate: 我周末打羽毛球。 | 膝盖不好，不打羽毛球了。
negate: 我每天早上跑步。 | 我不再跑步了。
negate: 我在学小提琴。 | 我不学小提琴了。
negate: 我弹吉他。 | 我不弹吉他了。
negate: 我打算考公。 | 我不考公了。
negate: 我准备明年考博。 | 考虑很久，决定不考博了。
negate: 我打算去西藏旅游。 | 今年不去西藏了。
negate: 我报名了马拉松。 | 马拉松我不参加了。
negate: 我打算买房。 | 我不打算买房了。
negate: 我在美团上班。 | 我辞职了。
negate: 我有一辆车。 | 我把车卖了。
negate: 我有女朋友。 | 我和女朋友分手了。
negate: 我喜欢吃榴莲。 | 我现在不喜欢吃榴莲了。
negate: 我喜欢看恐怖片。 | 我讨厌看恐怖片。
negate: 我喜欢香菜。 | 我受不了香菜。
negate: 我住在大连。 | 我不住在大连了。
negate: 我养了一只猫。 | 猫送人了。
negate: 我练瑜伽。 | 我放弃瑜伽了。
negate: 我对花粉过敏。 | 我不再对花粉过敏了。
negate: 我在学西班牙语。 | 西班牙语我不学了。
negate: 我报了考研班，打算考研。 | 想了想，还是放弃考研了。
negate: 我们计划下周团建。 | 团建取消了。
negate: 我每天玩游戏。 | 我不玩游戏了。
negate: 我每天吃维生素D。 | 我不吃维生素D了。
negate: 我在上钢琴课。 | 钢琴课我不上了。
negate: 我是读书会成员，我加入了读书会。 | 我退出读书会了。
negate: 我和小蓉在交往。 | 我和小蓉分手了。
negate: 我每天喝可乐。 | 我把可乐戒掉了。
negate: 我有B站大会员。 | B站大会员到期不续了。
negate: 我五月要去参加大会。 | 大会我不去了。
negate: 我打算跑北京马拉松。 | 我决定不跑马拉松了。
negate: 我有一辆摩托车。 | 摩托车我卖掉了。
negate: 我喝奶茶。 | 我已经戒奶茶了。
negate: 我是素食主义者。 | 我不吃素了。
negate: 我们用Kafka。 | 我们弃用Kafka了。
negate: 我订了去巴厘岛的行程，打算去巴厘岛。 | 巴厘岛不去了。
negate: 我在收容所做义工。 | 我不再做义工了。
negate: 我每周二游泳。 | 我放弃游泳了。
negate: 我玩王者荣耀。 | 我卸载了王者荣耀，不玩了。
negate: 我在学素描。 | 素描我不学了。
negate: 我每天午睡。 | 我现在不午睡了。
negate: 我喜欢吃辣。 | 我现在不爱吃辣了。
negate: 我每天晚上慢跑，每晚跑步。 | 我现在不跑步了。
negate: 我晚饭喝红酒。 | 我不喝红酒了。
negate: 我打算考法学院。 | 想了想，不考法学院了。
negate: 我打算移民加拿大。 | 我不打算移民加拿大了。
negate: 我有一张游泳馆年卡，办了游泳馆年卡。 | 游泳馆年卡我退了。
negate: 我报了陶艺课。 | 陶艺课我退了。
negate: 我吃糖。 | 我戒糖了。
negate: 我用微博。 | 我把微博卸载了，不用微博了。
negate: 我要去音乐节。 | 音乐节我不去了。
negate: 我六月考雅思。 | 雅思我不考了。
negate: 我是赛艇队的队员，参加了赛艇队。 | 我退出赛艇队了。
negate: 我在特斯拉上班。 | 我被裁员了。
negate: 我每周上两次瑜伽课，练瑜伽。 | 我把瑜伽停了。
negate: 我养了乌龟。 | 乌龟死了。
negate: 我在学书法。 | 我不学书法了。
negate: 我喜欢吃香菜。 | 我再也不吃香菜了，讨厌香菜。
negate: 我每天吃面包。 | 我不吃面包了。
negate: 我有腾讯视频会员。 | 我把腾讯视频会员退了。
negate: 我准备考托福。 | 托福不考了。
negate: 我喝红牛。 | 我不再喝红牛了。
negate: 我报名了半程马拉松。 | 我退出半程马拉松了。
negate: 我养了一只猫。 | 猫被我送人了。
negate: 我在沃尔玛上班。 | 我从沃尔玛辞职了。
negate: 我用推特。 | 我不用推特了。
negate: 我每天早上冥想。 | 我不冥想了。
negate: 我计划去冰岛旅游。 | 冰岛之旅取消了。
negate: 我打架子鼓。 | 我不打架子鼓了。
negate: 我每周末钓鱼。 | 我戒了钓鱼。
temporary: 我住在西安。 | 这周在成都出差。
temporary: 我住在西安。 | 我暂时住在朋友家。
temporary: 我平时坐公交上班。 | 今天车坏了，走路来的公司。
temporary: 我平时骑车上班。 | 这周下雨，先坐地铁上班。
temporary: 我早上六点起床。 | 今天睡过头了，九点才起床。
temporary: 我晚上十点睡觉。 | 昨晚加班，两点才睡。
temporary: 我每天喝咖啡。 | 今天胃疼，不喝咖啡了。
temporary: 我在公司坐班。 | 这周在家办公。
temporary: 小李负责发票。 | 小李这周请假，发票先找小王。
temporary: 我的领导是马总。 | 马总出差，这几天我先向小郑汇报。
temporary: 我吃肉。 | 这周斋戒，不吃肉。
temporary: 我每天跑步。 | 感冒了，这几天不跑步。
temporary: 我用的手机是小米14。 | 手机送修了，暂时用的是旧的OPPO。
temporary: 我的车是奥迪。 | 车在保养，这两天开的是朋友的大众。
temporary: 例会是九点。 | 今天的例会改到十一点。
temporary: 我喜欢吃辣。 | 上火了，这周不能吃辣。
temporary: 我中午十二点吃饭。 | 昨天下午两点才吃饭。
temporary: 我女儿走路上学。 | 今天女儿打车上学。
temporary: 我住在青岛。 | 我在上海待两个星期。
temporary: 我的手机号是13500001111。 | 这几天手机丢了，临时打13600002222。
temporary: 周报由小孙写，小孙负责周报。 | 小孙休产假，周报暂时由小钱负责。
temporary: 我习惯简短的回答。 | 这次请详细解释一下。
temporary: 我住在济南。 | 这几天借住在表哥家，在烟台。
temporary: 我九点到六点上班。 | 这周五我七点上班。
temporary: 我早餐喝豆浆。 | 今天早上喝了咖啡。
temporary: 我的手机号是13611110000。 | 这两周出国，请打13699990000。
temporary: 我的工位是14号。 | 这周我先坐20号工位。
temporary: 我们周五发版。 | 因为放假，这周改周一发版。
temporary: 我吃素。 | 昨晚不小心吃了鸡肉。
temporary: 我的私教是小佳。 | 小佳病了，这周私教是阿峰。
temporary: 我每天坐班车上班。 | 班车停运，今天骑车来的。
temporary: 奶奶住在乡下。 | 奶奶最近来城里住一个星期。
temporary: 我住在天津。 | 我在沈阳出差，周四回。
temporary: 我平时开车上班。 | 车送修了，这周跟同事拼车上班。
temporary: 我的领导是何总。 | 何总休假期间，我向马总汇报。
temporary: 我喝美式。 | 今天喝了茶。
temporary: 我六点半起床。 | 今天周日，十点才起。
temporary: 我什么都吃。 | 今天断食。
temporary: 小金负责客服。 | 小金病了，今天客服找小柳。
temporary: 我十一点睡。 | 昨晚失眠，四点才睡着。
temporary: 我住在合肥。 | 这个月在芜湖帮朋友看房子。
temporary: 我周一游泳。 | 游泳馆关门，这周一改跑步。
temporary: 我的经理是伊总。 | 伊总产假到三月，我暂时向田总汇报。
temporary: 我开车上班。 | 昨天走路上班的。
temporary: 我的电脑是MacBook。 | MacBook在修，先用借来的ThinkPad。
add: 我会说英语。 | 我在学法语。
add: 我会说粤语。 | 我还会说一点日语。
add: 我喜欢爵士乐。 | 我也喜欢古典音乐。
add: 我喜欢吃拉面。 | 饺子也是我的最爱之一。
add: 我对坚果过敏。 | 我对乳胶也过敏。
add: 我对虾过敏。 | 最近发现对桃子也过敏。
add: 我有一个儿子。 | 我又生了一个女儿。
add: 我养了一只猫。 | 上周又领养了一只狗。
add: 我打网球。 | 最近开始打羽毛球。
add: 我弹钢琴。 | 我开始学大提琴。
add: 我喜欢爬山。 | 我还喜欢皮划艇。
add: 我订了《国家地理》杂志。 | 又订了《科学》杂志。
add: 我喝绿茶。 | 我也喝普洱。
add: 我讨厌苦瓜。 | 我也讨厌芹菜。
add: 我的爱好是画画。 | 最近迷上了陶艺。
add: 我打算去日本玩。 | 还打算去冰岛玩。
add: 我每天早上跑步。 | 周末开始游泳了。
add: 我朋友小赵是护士。 | 我朋友小钱是飞行员。
add: 我的私人邮箱是z@home.org。 | 我的工作邮箱是z@firm.com。
add: 我最喜欢的歌手是王菲。 | 我最喜欢的演员是周迅。
add: 我的牙医是吴医生。 | 我的律师是康律师。
add: 论文的截止日期是5月2日。 | 实验报告的截止日期是5月9日。
add: 我的手机是小米。 | 我的电脑是联想。
add: 小王负责测试。 | 小李负责设计。
add: 我有高血压。 | 又查出了糖尿病。
add: 我加入了读书会。 | 我又参加了合唱团。
add: 我买了一台相机。 | 又买了一个三脚架。
add: 我爱看科幻片。 | 悬疑片我也爱看。
add: 我有两个儿子。 | 我还有一个女儿。
add: 我去过希腊。 | 我还去过马耳他。
add: 我喜欢做饭。 | 我也喜欢种花。
add: 我会SQL。 | 我又学会了Tableau。
add: 我在吃阿司匹林。 | 医生又开了二甲双胍。
add: 我爱看足球。 | 我也爱看冰球。
add: 我怕蜘蛛。 | 我还怕高。
add: 我买了一套公寓。 | 我又买了一套商铺。
add: 我会普通话。 | 我粤语也很流利，我还会粤语。
add: 我们养了一只比格。 | 我们又养了一只小猫。
add: 我喜欢吃寿司。 | 我挺喜欢吃越南粉。
add: 我踢足球。 | 最近又开始打壁球。
add: 我女儿叫朵朵。 | 我们的二女儿叫果果。
add: 我对鸡蛋过敏。 | 查出来我对芝麻过敏。
add: 我喜欢狗。 | 我喜欢猫。
add: 我喜欢新工作。 | 我喜欢新老板。
add: 和小安的会议是三点。 | 和小乔的会议是四点。
add: 我5月3号去看牙医。 | 我5月9号带狗看兽医。
add: 我五月去了罗马。 | 我六月去了奥斯陆。
add: 我买了台灯。 | 我买了地毯。
add: 蓝队的截止日期是5月1日。 | 红队的截止日期是5月8日。
add: 我受不了吵的音乐。 | 我喜欢安静的音乐。
add: 我不喜欢冷咖啡。 | 我喜欢热咖啡。
add: 我喜欢咖啡味的冰淇淋。 | 我不喜欢咖啡。
add: 我晚上不喝咖啡。 | 我每天早上喝咖啡。
add: 我每天早上喝咖啡。 | 我晚上不喝咖啡。
add: 谷仓附近没有看到狐狸 | 磨坊那边没有听到猫头鹰
add: 2025-03-01 体重 64.0kg | 2025-04-01 体重 63.1kg
add: 我希望以后搬到云南。 | 我住在天津。
add: 我住在天津。 | 真想住在大理。
add: 我住在天津。 | 如果搬到大理我会很开心。
add: 我住在天津。 | 我要不要搬到大理？
add: 我在美团上班。 | 我的梦想是在谷歌上班。
add: 我的领导是刘芳。 | 我的领导人很好。
add: 我的领导是刘芳。 | 我的领导出差了。
add: 我爸的生日是5月1日。 | 我妈的生日是6月1日。
add: 我最喜欢的电影是《活着》。 | 我最喜欢的书是《围城》。
add: 我不饿。 | 我饿了。
add: 周一我跑5公里。 | 周日我跑10公里。
add: 我吃维生素C。 | 我吃维生素D。
add: 火车票40元，火车票价格是40元。 | 汽车票价格是12元。
add: 我表姐小艾在联想上班。 | 我表姐小丹在惠普上班。
add: 我喜欢茶。 | 我更喜欢咖啡。
add: 我特别喜欢跑步。 | 我喜欢跑步。
add: 今天不想上班。 | 我在美团上班。
add: 我不知道他住在哪。 | 他住在杭州。
add: 我没去过上海。 | 我住在上海。
add: 我差点搬到上海。 | 我住在天津。
add: 朋友劝我搬到上海。 | 我住在天津。
add: 我住在天津。 | 朋友劝我搬到上海。
add: 我住在天津。 | 房东让我搬到三楼。
add: 我每天喝牛奶。 | 我不喝冰牛奶。
add: 我会开卡车。 | 我还会飞无人机。
add: 我爱听巴赫。 | 莫扎特也是我的最爱之一。
add: 我女儿吹长笛。 | 我女儿开始学竖琴。
add: 我订了爱奇艺会员。 | 我又开了B站会员。
refine: 我住在上海。 | 我住在上海浦东新区。
refine: 我有一辆车。 | 我的车是白色的丰田凯美瑞。
refine: 我买了一台MacBook。 | 我的MacBook是16寸的，M3 Max芯片。
refine: 我有一部手机。 | 我的手机是华为Mate60 Pro。
refine: 我的生日在5月。 | 我的生日是5月21日。
refine: 我夏天要去意大利。 | 机票订好了，7月3号飞罗马。
refine: 我在银行上班。 | 我在建设银行上班。
refine: 我养了一只狗。 | 我的狗是三岁的柯基，叫土豆。
refine: 我下周有个会议。 | 会议是周二下午三点。
refine: 我打算跑马拉松。 | 我报名了厦门马拉松。
refine: 我在学一门外语。 | 我在学韩语。
refine: 我六月有考试。 | 考试是6月12日。
refine: 截止日期在10月。 | 截止日期是10月28日。
refine: 我喜欢音乐。 | 我最喜欢巴洛克音乐。
refine: 我有一个儿子。 | 我儿子叫小宝，今年四岁。
refine: 我喜欢喝茶。 | 我喜欢喝龙井茶。
refine: 我的领导是陈总。 | 我的领导是负责市场的陈总。
refine: 我想买相机。 | 我买了富士的相机。
refine: 我有一台笔记本。 | 我的笔记本是ThinkPad X1。
refine: 我准备养狗。 | 周六去接一只金毛幼犬。
refine: 我做金融。 | 我在汇丰做风险分析师。
refine: 我的航班是周五。 | 周五的航班是早上6点40。
refine: 我们用关系型数据库。 | 我们的数据库是PostgreSQL 16。
refine: 我会一种乐器。 | 我会吹单簧管。
refine: 我弟在国外。 | 我弟住在澳大利亚珀斯。
refine: 我对水果过敏。 | 我对草莓过敏。
refine: 我有辆自行车。 | 我的自行车是红色的捷安特。
refine: 我下个月搬家。 | 我6月3号搬到成都。
refine: 我的面试在下周。 | 我的面试是周三下午两点。
refine: 我爱吃川菜。 | 川菜里我最爱吃水煮鱼。
refine: 我六月有个预约。 | 我的预约是6月18日上午9点。
refine: 我是科学家。 | 我是海洋生物学家。
refine: 我开皮卡。 | 我开2021款的福特皮卡。
other: 我住在南京。 | 我弟弟搬到上海了。
other: 我在腾讯上班。 | 我老婆在阿里上班。
other: 我的生日是6月1日。 | 我老公的生日是6月11日。
other: 我对虾过敏。 | 我女儿对大豆过敏。
other: 我开宝马。 | 我爸开大众。
other: 我最喜欢的书是《三体》。 | 儿子说他最喜欢的书是《西游记》。
other: 我吃素。 | 我妹妹吃肉，她无肉不欢。
other: 我的手机号是13600001111。 | 我妈的手机号是13700002222。
other: 我是1990年出生的。 | 我老婆是1992年出生的。
other: 我会说法语。 | 我同事小何会说德语。
other: 我喜欢吃辣。 | 我女朋友讨厌吃辣。
other: 我的目标体重是67公斤。 | 我朋友的目标体重是50公斤。
other: 我晚上十点睡觉。 | 我室友凌晨两点才睡。
other: 我戒烟了。 | 我爸抽烟。
other: 我喝咖啡。 | 我老婆戒咖啡了。
other: 我儿子在一中读书。 | 我侄女在二中读书。
other: 我的领导是李总。 | 我老公的领导是吴总。
other: 我坐公交上班。 | 邻居骑车上班。
other: 我的电脑是MacBook。 | 我女儿的电脑是联想。
other: 我是O型血。 | 我哥是A型血。
other: 比起咖啡我更喜欢茶。 | 我老板比起茶更喜欢咖啡。
other: 我踢足球。 | 我儿子不踢足球了。
other: 我的鞋码是41。 | 我老婆的鞋码是37。
other: 王芳在万科上班。 | 李静在碧桂园上班。
other: 我身高180厘米。 | 我儿子身高120厘米。
other: 我在国航上班。 | 我弟在东航上班。
other: 我最喜欢红色。 | 我男朋友最喜欢黑色。
other: 我养了猫。 | 邻居养了狗。
other: 我住在长沙。 | 我爸妈搬到株洲了。
other: 我不喝酒。 | 我老公喝白酒。
other: 我月薪一万。 | 我同学月薪两万。
other: 我六点起床。 | 我女儿八点起床。
other: 我开吉普。 | 老张开五菱。
other: 我是O型血。 | 我儿子是B型血。
other: 我最喜欢的球队是湖人。 | 小珍最喜欢的球队是勇士。
other: 我吃素。 | 我室友是素食主义者。
other: 我搬到厦门了。 | 我最好的朋友住在漳州。
other: 我开奥迪。 | 我老板开宝马。
other: 我戒酒了。 | 我舅舅每天喝酒。
other: 我喜欢用邮件沟通。 | 我的客户喜欢打电话。
other: 我最喜欢的运动是网球。 | 我老婆最喜欢的运动是高尔夫。
other: 我的领导是乔总。 | 乔总的领导是李总。
other: 我40岁。 | 我弟弟38岁。
other: 我的房租一千。 | 我妹的房租一千四。
past: 我住在东京。 | 我以前住在京都。
past: 我在网易上班。 | 我之前在搜狐上班。
past: 我养了一只猫叫年糕。 | 小时候养过一只仓鼠叫花生。
past: 我开特斯拉。 | 上大学的时候我开一辆旧捷达。
past: 我最喜欢吃寿司。 | 小时候我最喜欢吃糖葫芦。
past: 我是老师。 | 我以前是记者。
past: 我坐地铁上班。 | 那时候我走路上班。
past: 我不抽烟。 | 我以前抽烟。
past: 我们用PostgreSQL。 | 以前我们用Oracle。
past: 我住在广州。 | 2012年我住在武汉。
past: 我的领导是陈总。 | 在前公司我的领导是吴总。
past: 我喝茶。 | 我曾经天天喝可乐。
past: 我的手机是iPhone。 | 很多年前我用诺基亚，当时我的手机是诺基亚。
past: 我晚上十点半睡觉。 | 读大学的时候我凌晨三点睡觉。
past: 我体重70公斤。 | 我以前体重90公斤。
past: 我喜欢深色模式。 | 我以前喜欢浅色模式。
past: 我女朋友叫小米。 | 我前女友叫小艾。
past: 我在清华大学读书。 | 我小时候在红星小学读书。
past: 我最喜欢的歌手是李健。 | 上中学时我最喜欢的歌手是羽泉。
past: 我家住杭州。 | 我们家原来住在义乌。
past: 我住在昆明。 | 来昆明之前我住在大理。
past: 我在滴滴上班。 | 2015到2019年我在优步上班。
past: 我开宝马。 | 我的第一辆车是奥拓。
past: 我是医生。 | 大学时我当过服务员。
past: 我最喜欢五月天。 | 高中时最喜欢的乐队是飞儿。
past: 我坐公交上班。 | 以前上班我都开车。
past: 我们用React。 | 最早的版本用的是jQuery。
past: 我的老板是尼克。 | 我的前老板是哈尔。
past: 我喝茶。 | 二十多岁时我只喝咖啡。
past: 我在腾讯上班。 | 来腾讯之前我在百度上班。
past: 我养了一只柯基。 | 我小时候家里养过一只狼狗。
past: 我住在天津。 | 我是在唐山长大的。
past: 我的手机号是13500000001。 | 我以前的手机号是13500000002。
past: 我开大众。 | 大学时我开过一辆吉普。
past: 我打高尔夫。 | 我小时候打冰球。
past: 我的医生是梅医生。 | 我之前的医生是琼医生。
past: 我用Linux。 | 上学时我用Windows。
past: 我住在常州。 | 2016年认识他的时候我住在镇江。
same: 我住在昆明。 | 我家在昆明。
same: 我在京东上班。 | 我在京东工作。
same: 我对花生过敏。 | 我花生过敏。
same: 预算是一万二。 | 预算12000。
same: 我的生日是5月14日。 | 我生日是五月十四号。
same: 我喜欢吃串串。 | 我特别爱吃串串。
same: 我的领导是刘总。 | 我向刘总汇报。
same: 我晚上十点半睡觉。 | 我一般晚上10:30睡。
"""


def pairs(block: str) -> list[tuple[str, str, str]]:
    """The kind, the older and the newer statement of every line."""
    found = []
    for line in block.strip().splitlines():
        kind, _, both = line.partition(": ")
        old, _, new = both.partition(" | ")
        found.append((kind, old.strip(), new.strip()))
    return found


EN, ZH = pairs(_EN), pairs(_ZH)
