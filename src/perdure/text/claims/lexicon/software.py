"""The settings of a system and of a team: names, numbers and days that stand for a while, and are changed in one place."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, one, zh

ATTRIBUTES: tuple[Attribute, ...] = (
    *(
        one(sort, owner=owner, kind="decision", importance=0.65, stops=True, nouns=nouns)
        for sort, owner, nouns in (
            ("ci", "project", "ci|ci pipeline|ci server / 持续集成|ci流水线"),
            ("cache", "project", "cache layer|caching layer / 缓存层|缓存组件"),
            ("queue", "project", "message queue|message broker / 消息队列|mq"),
            ("package manager", "project", "package manager / 包管理器|包管理"),
            ("error tracker", "project", "error tracking|error tracker / 报错监控|错误监控"),
            ("tracker", "project", "issue tracker|bug tracker|project tracker / 项目管理工具|任务管理工具|缺陷管理"),
            ("design tool", "project", "design tool / 设计工具"),
            ("version control", "project", "code hosting|git host|git hosting / 代码托管"),
            ("browser", "", "browser|main browser|default browser / 浏览器|默认浏览器"),
            ("terminal", "", "terminal emulator|terminal / 终端"),
            ("note app", "", "note app|notes app / 笔记软件|笔记应用"),
            ("music app", "", "music app|music service / 音乐软件|听歌软件"),
            ("password manager", "", "password manager / 密码管理器"),
        )
    ),
    one(
        "branch",
        "code",
        en(
            "deploy release merge ship branch build",
            r"@ (?:off |into |to |from )+(?:the )?(?P<v>[\w./-]+)(?: branch)?$",
        ),
        zh(
            "合到 合并到 提到 推到 切到 合入",
            r"(?:代码|pr|mr|都|请|先|默认|以后|统一|直接)*@(?P<v>[a-z][\w./-]*)(?:分支)?",
        ),
        nouns="main branch|default branch|release branch|base branch|trunk|develop branch / 主分支|默认分支|发布分支|开发分支|主干",
        owner="project",
        about=True,
        each=True,
    ),
    one(
        "server",
        "code",
        nouns="staging|production|prod|server|api server|production server|prod server|staging server|test server|base url|endpoint|domain|domain name|hostname|server ip|ip address|registry|bucket|cluster|namespace|staging url|db host|docker image|region|aws region|cloud region|ip"
        " / 服务器|服务器地址|测试环境|生产环境|预发环境|接口地址|域名|主机名|镜像仓库|集群|命名空间|机房|区域|测试服务器|生产服务器|测试地址|ip地址|ip|内网地址|测试库",
        owner="project",
        about=True,
        each=True,
        importance=0.6,
    ),
    one(
        "version",
        "code",
        nouns="python version|node version|java version|php version|ruby version|go version|sdk version|api version|app version|minimum version|ios version|android version|target sdk|app|release|latest release"
        " / python版本|node版本|java版本|php版本|go版本|接口版本|最低版本|系统版本|线上版本|当前版本|jdk|jdk版本|最新版本|客户端版本",
        owner="project",
        about=True,
        each=True,
    ),
    one(
        "setting",
        "number",
        en("indent indentation tabs", r"\b@ (?:with|by|to|of) (?P<v>\d|two|four|eight) (?:spaces)?"),
        en("spaces", r"(?P<v>\d|two|four|eight) @"),
        zh("缩进", r"@(?:用|是|统一|改成|改为|改用|都|了|为)*(?P<v>[\d一二两四八]个?(?:空格|格))"),
        nouns="indentation|tab width|indent size|line length|max line length|coverage target|coverage threshold|test coverage|port|port number|timeout|session timeout|token expiry|ttl|cache ttl|batch size|page size|max retries|retry count|pool size|connection limit|connection pool|worker count|workers|replica count|memory|cpu limit|disk quota|upload limit|file size limit|heartbeat interval|polling interval|log retention|backup retention|sampling rate|temperature|context window|max tokens|learning rate|epochs"
        " / 缩进|行宽|覆盖率|覆盖率要求|测试覆盖率|端口|端口号|超时|超时时间|过期时间|缓存时间|批大小|分页大小|重试次数|连接数|最大连接数|连接池|线程数|副本数|实例数|内存|内存上限|上传限制|文件大小限制|心跳间隔|轮询间隔|日志保留|备份保留|采样率|温度|限流|接口限流|并发|并发数|qps|学习率",
        owner="project",
        about=True,
        each=True,
    ),
    one(
        "meeting time",
        "moment",
        en(
            "deploy release ship deploys releases",
            r"\b(?:we|team) (?:usually |always |only |now )?@ (?:to (?:prod|production) )?(?:on|every|at) {}",
        ),
        zh(
            "发版 上线 部署 发布",
            r"(?P<v>每?(?:周|星期)[一二三四五六日天](?:早上|上午|中午|下午|晚上)?(?:\d+点|[一二三四五六七八九十]+点)?)(?:固定|统一|都|才|晚上)*@",
        ),
        nouns="deploy day|release day|deployment window|maintenance window|code freeze|feature freeze|freeze|sprint planning|planning|grooming|backlog grooming|sprint review|demo day|all-hands|all hands|town hall|one-on-one|1:1|1-on-1|skip-level|office hour|on-call handoff|backup time|cron job|nightly build|payday|pay day"
        " / 发版日|发布日|发布窗口|维护窗口|封版|代码冻结|冻结日|迭代评审|计划会|需求评审|全员会|一对一|复盘会|早会|晨会|夕会|周会|月会|双周会|值班交接|备份时间|定时任务|发薪日|发工资|日会|组会|碰头会|同步会|部门会|部门例会|部门周会|项目会|项目例会|技术分享|分享会|敏捷站会",
        kind="commitment",
        planned=True,
        about=True,
        each=True,
        event=True,
    ),
    one(
        "meeting room",
        "text",
        en(
            "meeting standup sync retro review interview demo class lesson planning",
            r"@ (?:is |will be |takes place |happens |moved |was moved |has moved )+(?:to |in )(?P<v>(?:(?:meeting |conference )?room|hall|building|lab|auditorium) [\w-]+|the [\w ]+ room|[\w-]+ (?:room|hall|lab))",
            change=False,
        ),
        zh(
            "会议室 教室 报告厅 会场",
            r"(?P<o>[^，。在到]{1,8}?(?:会|课|面试|评审|培训|考试|答辩))(?:现在|以后|都|一般|的地点|地点)*(?:在|改到|改在|换到|挪到|移到|搬到|定在)(?P<v>[^，。在]{0,8}@[^，。]{0,6})",
        ),
        planned=True,
        about=True,
        loose=True,
    ),
    one(
        "review count",
        "number",
        nouns="approvals|required approvals|required reviewers|reviewers needed / 审批人数|评审人数",
        owner="project",
        about=True,
    ),
    one(
        "reviewer",
        "person",
        nouns="reviewer|code reviewer|approver|backup|deputy|secretary|assistant|intern|buddy|onboarding buddy|account manager|hr contact|recruiter / 评审人|审核人|代码评审|审批人|助理|副手|秘书|实习生|客户经理|hr|猎头",
        about=True,
        each=True,
    ),
    one(
        "works on",
        "team",
        en("work works working", r"@ on (?P<v>(?:the )?project [\w-]+|(?:the )?[\w-]+ (?:project|team|squad))"),
        en(
            "moved transferred reassigned switched shifted assigned rotated joined moving transferring",
            r"\b@ (?:(?:off|from) (?:the )?(?P<i>(?:project )?[\w-]+(?: (?:project|team|squad))?) )?(?:over )?(?:to |onto |on |into )?(?:the )?(?P<v>project [\w-]+|[\w-]+ (?:project|team|squad))",
            change=True,
        ),
        zh("项目 项目组", r"(?:在|做|跟|负责|搞)(?P<v>[^，。在做跟到]{1,10}?)@(?:上|里|组)?(?:$|工作|干活|的)"),
        zh(
            "调到 转到 去 调去 换到 转去 加入 调入 被调到 分到 借调到 抽调到",
            r"(?:从(?P<i>[^，。]{1,10}?)(?:项目组?|团队|组))?@(?:了)?(?P<v>[^，。从到]{1,10}?(?:项目组|项目|团队|小组|组))(?:了|$)",
            change=True,
        ),
        importance=0.6,
        loose=True,
    ),
)
