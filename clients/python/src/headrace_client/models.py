# Generated from openapi/public-v1.json by npm run generate.
"""The bodies of the API: typed dictionaries with the members that the API has."""

from __future__ import annotations

import typing as t

if t.TYPE_CHECKING:
    from typing_extensions import NotRequired

class ConflictSide(t.TypedDict):
    """The requested state"""
    blobHash: NotRequired[str]
    """The file as Git names it"""
    content: NotRequired[str]
    """Text content, unless it is too long"""

class FileConflict(t.TypedDict):
    """A file that two changes would leave in different states"""
    path: str
    base: NotRequired[ConflictSide]
    theirs: ConflictSide
    theirsCommit: NotRequired[str]
    """The commit that has `theirs`: the base of a change that is made after reading both sides"""
    yours: ConflictSide
    components: NotRequired[list[str]]
    """For a pipeline, the components that both sides changed"""

class Problem(t.TypedDict):
    """RFC 9457. The response header x-request-id identifies the request in the logs"""
    type: str
    """Its last path segment is a slug such as bad-request"""
    title: str
    status: int
    detail: str
    instance: str
    """Path of the request"""
    violations: list[str]
    """One sentence per violation, with the path of the field"""
    conflicts: NotRequired[list[FileConflict]]
    """Only for conflicting changes of files: both sides of each"""

class TokenForm(t.TypedDict):
    grant_type: NotRequired[str]
    """client_credentials"""
    client_id: NotRequired[str]
    client_secret: NotRequired[str]
    audience: NotRequired[str]
    """Accepted and not needed"""
    scope: NotRequired[str]

class TokenAnswer(t.TypedDict):
    access_token: str
    token_type: t.Literal["Bearer"]
    expires_in: int
    """Seconds"""
    scope: str

class OAuthErrorBody(t.TypedDict):
    error: str
    error_description: str

class ServerMetadata(t.TypedDict):
    issuer: str
    token_endpoint: str
    jwks_uri: str
    response_types_supported: list[str]
    grant_types_supported: list[str]
    token_endpoint_auth_methods_supported: list[str]
    scopes_supported: list[str]
    service_documentation: str

TriggerEvent: t.TypeAlias = 'dict[str, t.Any]'
"""Any JSON object. `variablePaths` of the trigger say what becomes of it"""

class KeySet(t.TypedDict):
    keys: list[TriggerEvent]

class About(t.TypedDict):
    version: str
    """Version of the product"""
    apiVersion: t.Literal["1.0"]
    timeZoneData: str
    """Release of the IANA time-zone data that schedules use, such as 2026c"""
    region: str
    """EU1, US1, AU1 or the name of this installation"""

AgentTaskStatus: t.TypeAlias = 't.Literal["RUNNING", "STOPPING", "STOPPED", "ERRORED"]'
"""RUNNING: the agent works, or waits for a decision. STOPPED: it has answered, or was stopped. ERRORED: it failed, see `error`. A new message starts a task that is STOPPED or ERRORED again"""

class AgentConfig(t.TypedDict):
    name: t.Literal["data_engineer_agent"]
    mode: t.Literal["ACT"]
    projectId: str
    environmentName: str
    """The environment in which granted tools may act; in every other each call needs a decision"""
    sourceBranchName: str
    """The branch that the branch of the task begins at"""
    targetBranchName: NotRequired[str]
    """The one branch that the task writes to, created if it does not exist. Never the default branch, nor one that is published automatically"""
    generateBranch: NotRequired[bool]
    """Instead of a targetBranchName: creates a branch of a new name"""
    workingDirectory: NotRequired[str]
    """Where new files belong"""
    graphId: NotRequired[str]
    """Kept as given"""

class AgentTaskSummary(t.TypedDict):
    taskId: str
    status: AgentTaskStatus
    description: str
    """The beginning of its first message"""
    createdAt: str
    modifiedAt: str
    agentConfig: AgentConfig
    branchName: str
    """The branch that the task writes to"""
    isOwn: bool
    """Whether you created it, and so decide and write to it"""
    error: NotRequired[str]
    """Why it is ERRORED"""

class AgentTaskList(t.TypedDict):
    page: int
    size: int
    total: int
    tasks: list[AgentTaskSummary]

class NewAgentTaskGrantedPermissionsItem(t.TypedDict):
    toolName: str

class NewAgentTask(t.TypedDict):
    agentConfig: AgentConfig
    message: str
    grantedPermissions: NotRequired[list[NewAgentTaskGrantedPermissionsItem]]
    """Tools that may act in the environment of the task without a decision on each call. Calls in environments of production always need one"""

class CreatedAgentTask(t.TypedDict):
    taskId: str
    status: AgentTaskStatus
    agentName: str
    createdAt: str

class AgentTaskGrantedPermissionsItem(t.TypedDict):
    toolName: str

PendingDecisionType: t.TypeAlias = 't.Literal["tool", "ask_user"]'
"""tool: whether a call is made. ask_user: the agent asks, see `questions`"""

class PendingDecisionPermissionMessage(t.TypedDict):
    title: str
    body: str

class PendingDecisionQuestionsItem(t.TypedDict):
    question: str
    """One question, with what is needed to answer it"""
    options: NotRequired[list[str]]
    """Answers to choose from; the user may also write another one"""
    multiSelect: NotRequired[bool]
    """Whether several options may be chosen"""

class PendingDecision(t.TypedDict):
    type: PendingDecisionType
    toolId: str
    toolName: str
    toolInput: t.Any
    """Arguments of the call"""
    permissionMessage: PendingDecisionPermissionMessage
    questions: NotRequired[list[PendingDecisionQuestionsItem]]
    """Of the type ask_user: each needs an answer"""

class AgentTask(t.TypedDict):
    taskId: str
    status: AgentTaskStatus
    description: str
    """The beginning of its first message"""
    createdAt: str
    modifiedAt: str
    agentConfig: AgentConfig
    branchName: str
    """The branch that the task writes to"""
    isOwn: bool
    """Whether you created it, and so decide and write to it"""
    error: NotRequired[str]
    """Why it is ERRORED"""
    grantedPermissions: list[AgentTaskGrantedPermissionsItem]
    pendingDecisions: list[PendingDecision]

AgentMessageDataType: t.TypeAlias = 't.Literal["user", "assistant", "toolResult", "notice"]'
"""notice: what Headrace itself says, such as why the task ended"""

class AgentMessageDataToolCallsItem(t.TypedDict):
    toolId: str
    toolName: str
    toolInput: t.Any

class AgentMessageData(t.TypedDict):
    type: AgentMessageDataType
    text: str
    """Text, never markup"""
    toolCalls: NotRequired[list[AgentMessageDataToolCallsItem]]
    toolId: NotRequired[str]
    toolName: NotRequired[str]
    isError: NotRequired[bool]

class AgentMessage(t.TypedDict):
    data: AgentMessageData
    groupId: str
    """A message of a user and all that follows from it"""
    timestamp: str

class AgentMessageList(t.TypedDict):
    results: list[AgentMessage]
    more: NotRequired[str]
    """The paginationToken of the next batch; absent when there is none yet"""
    next: str
    """The paginationToken for what follows the last message that is known; to poll on with"""

class NewAgentMessage(t.TypedDict):
    message: str

class AgentTaskState(t.TypedDict):
    taskId: str
    status: AgentTaskStatus

class AgentDecisionsDecisionsItemForm1(t.TypedDict):
    """Of questions, too: not approved, they stay without an answer"""
    type: t.Literal["tool"]
    id: str
    """The toolId of the pending decision"""
    approved: bool
    """true: this one call is made. false: it is not"""
    reason: NotRequired[str]
    """Told to the agent when the call is not approved"""

class AgentDecisionsDecisionsItemForm2AnswersItem(t.TypedDict):
    questionIndex: int
    """Of the question, from 0"""
    selectedOptions: NotRequired[list[str]]
    """Options of the question, as written there"""
    text: NotRequired[str]
    """An answer in your own words"""

class AgentDecisionsDecisionsItemForm2(t.TypedDict):
    type: t.Literal["ask_user"]
    id: str
    """The toolId of the pending decision"""
    answers: list[AgentDecisionsDecisionsItemForm2AnswersItem]
    """One for each question"""

AgentDecisionsDecisionsItem: t.TypeAlias = 'AgentDecisionsDecisionsItemForm1 | AgentDecisionsDecisionsItemForm2'

class AgentDecisions(t.TypedDict):
    decisions: list[AgentDecisionsDecisionsItem]

class RemainingDecisions(t.TypedDict):
    pendingDecisions: list[PendingDecision]
    """Decisions that are still pending"""

class AgentPermissionsGrantedPermissionsItem(t.TypedDict):
    toolName: str

class AgentPermissions(t.TypedDict):
    grantedPermissions: list[AgentPermissionsGrantedPermissionsItem]
    """Tools that may act in the environment of the task without a decision on each call. Calls in environments of production always need one"""

AlertChannelType: t.TypeAlias = 't.Literal["WEBHOOK", "SLACK", "TEAMS", "PAGERDUTY", "EMAIL"]'

MailEncryption: t.TypeAlias = 't.Literal["STARTTLS", "TLS", "NONE"]'
"""STARTTLS upgrades the connection before the login, TLS encrypts from the start. STARTTLS by default"""

class MailServer(t.TypedDict):
    host: str
    port: NotRequired[int]
    """465 with TLS, else 587"""
    encryption: NotRequired[MailEncryption]
    sender: str
    username: NotRequired[str]

QuietHours = t.TypedDict("QuietHours", {
    "from": 'str',
    "to": 'str',
    "timeZone": 'str',
})
"""Messages are held back at these times of every day, and sent when they are over"""

class AlertChannel(t.TypedDict):
    id: str
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    name: str
    """Unique among the channels of its owner without regard to case"""
    type: AlertChannelType
    enabled: bool
    target: str
    """The origin of its address, or its mail server; the rest of an address is a secret"""
    recipients: NotRequired[list[str]]
    mailServer: NotRequired[MailServer]
    digestMinutes: NotRequired[int]
    """Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for PAGERDUTY, which has an event for each incident"""
    quietHours: NotRequired[QuietHours]
    lastDeliveredAt: NotRequired[str]
    lastError: NotRequired[str]
    """Why the last attempt failed; absent after one that succeeded"""
    updatedAt: str
    updatedBy: str

class AlertChannelPage(t.TypedDict):
    page: int
    results: list[AlertChannel]
    size: int
    total: int

class NewMailServer(t.TypedDict):
    host: str
    port: NotRequired[int]
    """465 with TLS, else 587"""
    encryption: NotRequired[MailEncryption]
    sender: str
    username: NotRequired[str]
    password: NotRequired[str]
    """Encrypted, and never shown again"""

class NewAlertChannel(t.TypedDict):
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    name: str
    """Unique among the channels of its owner without regard to case"""
    type: AlertChannelType
    enabled: NotRequired[bool]
    """True by default"""
    recipients: NotRequired[list[str]]
    """EMAIL: who receives it"""
    mailServer: NotRequired[NewMailServer]
    digestMinutes: NotRequired[int]
    """Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for PAGERDUTY, which has an event for each incident"""
    quietHours: NotRequired[QuietHours]
    webhookUrl: NotRequired[str]
    """WEBHOOK, SLACK, TEAMS: the address to post to. PAGERDUTY: another endpoint of the Events API v2, such as that of the EU. Encrypted; only its origin is shown again"""
    routingKey: NotRequired[str]
    """PAGERDUTY: the integration key. Encrypted, and never shown again"""
    signingSecret: NotRequired[str]
    """WEBHOOK: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks). Made by the server when absent. Encrypted, and never shown again"""

class CreatedAlertChannel(t.TypedDict):
    id: str
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    name: str
    """Unique among the channels of its owner without regard to case"""
    type: AlertChannelType
    enabled: bool
    target: str
    """The origin of its address, or its mail server; the rest of an address is a secret"""
    recipients: NotRequired[list[str]]
    mailServer: NotRequired[MailServer]
    digestMinutes: NotRequired[int]
    """Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for PAGERDUTY, which has an event for each incident"""
    quietHours: NotRequired[QuietHours]
    lastDeliveredAt: NotRequired[str]
    lastError: NotRequired[str]
    """Why the last attempt failed; absent after one that succeeded"""
    updatedAt: str
    updatedBy: str
    signingSecret: NotRequired[str]
    """WEBHOOK: made by the server. It is shown this once"""

class AlertChannelPatch(t.TypedDict):
    """Null takes digests or quiet hours away. The password of a mail server stays while its host and user name do; another host needs it again, and so does another endpoint the routing key"""
    name: NotRequired[str]
    """Unique among the channels of its owner without regard to case"""
    enabled: NotRequired[bool]
    recipients: NotRequired[list[str]]
    """EMAIL: who receives it"""
    mailServer: NotRequired[NewMailServer]
    digestMinutes: NotRequired[int | None]
    quietHours: NotRequired[QuietHours | None]
    webhookUrl: NotRequired[str]
    """WEBHOOK, SLACK, TEAMS: the address to post to. PAGERDUTY: another endpoint of the Events API v2, such as that of the EU. Encrypted; only its origin is shown again"""
    routingKey: NotRequired[str]
    """PAGERDUTY: the integration key. Encrypted, and never shown again"""
    signingSecret: NotRequired[str]
    """WEBHOOK: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks). Made by the server when absent. Encrypted, and never shown again"""

class AlertChannelTest(t.TypedDict):
    delivered: bool
    message: str
    """The response of the receiver, or why nothing reached it"""

AlertEvent: t.TypeAlias = 't.Literal["FAILED", "GATE_FAILED", "RUNNING_LONG", "RAN_SHORT", "QUEUED_LONG", "RUNNER_LOST", "SCHEDULE_LATE", "SCHEDULE_MISSED", "BUDGET_EXCEEDED"]'
"""FAILED: an execution failed, until the same pipeline next succeeds in the same environment. GATE_FAILED: a gate of an execution failed, whether it stopped or warned, until the same pipeline next succeeds there without. RUNNING_LONG: an execution runs longer than usual, until it ends. RAN_SHORT: an execution succeeded in less than half of the time that the shortest of the last ones took, until the same pipeline next succeeds there in its usual time. QUEUED_LONG: executions of an environment wait in the queue, until they start. RUNNER_LOST: no process of a runner is connected, until one is. SCHEDULE_LATE: the last run of a schedule started late or has not started yet, until one starts on time. SCHEDULE_MISSED: the last due time of a schedule passed without a run, until a later one has its run. BUDGET_EXCEEDED: what the rule watches consumed more credits in this month, in UTC, than `creditsPerMonth`, until the month ends"""

class AlertRule(t.TypedDict):
    id: str
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    name: str
    """Unique among the rules of its owner without regard to case"""
    events: list[AlertEvent]
    channelIds: list[str]
    """Channels of the same owner"""
    environmentName: NotRequired[str]
    """Any environment when absent"""
    pipelineName: NotRequired[str]
    """Any pipeline when absent"""
    executionTag: NotRequired[str]
    """Only executions with this tag"""
    afterMinutes: NotRequired[int]
    """After how long RUNNING_LONG, QUEUED_LONG, RUNNER_LOST and SCHEDULE_LATE are reported. By default 10 minutes in the queue or after the due time, 2 minutes without a process of the runner, and half as long again as the longest of the last 30 successful runs of the pipeline in the environment, once there are 10"""
    creditsPerMonth: NotRequired[float]
    """Needed by BUDGET_EXCEEDED, and only there: what the rule watches may consume so many credits (busy hours of slots) in a calendar month, in UTC"""
    notifyRecovered: bool
    enabled: bool
    updatedAt: str
    updatedBy: str

class AlertRulePage(t.TypedDict):
    page: int
    results: list[AlertRule]
    size: int
    total: int

class NewAlertRule(t.TypedDict):
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    name: str
    """Unique among the rules of its owner without regard to case"""
    events: list[AlertEvent]
    channelIds: list[str]
    """Channels of the same owner"""
    environmentName: NotRequired[str]
    """Any environment when absent"""
    pipelineName: NotRequired[str]
    """Any pipeline when absent"""
    executionTag: NotRequired[str]
    """Only executions with this tag"""
    afterMinutes: NotRequired[int]
    """After how long RUNNING_LONG, QUEUED_LONG, RUNNER_LOST and SCHEDULE_LATE are reported. By default 10 minutes in the queue or after the due time, 2 minutes without a process of the runner, and half as long again as the longest of the last 30 successful runs of the pipeline in the environment, once there are 10"""
    creditsPerMonth: NotRequired[float]
    """Needed by BUDGET_EXCEEDED, and only there: what the rule watches may consume so many credits (busy hours of slots) in a calendar month, in UTC"""
    notifyRecovered: NotRequired[bool]
    """Whether to send a message when an incident ends, too. True by default"""
    enabled: NotRequired[bool]
    """True by default"""

AlertIncidentStatus: t.TypeAlias = 't.Literal["OPEN", "CLOSED"]'

class AlertIncident(t.TypedDict):
    id: str
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    alertRuleId: str
    alertRuleName: str
    event: AlertEvent
    status: AlertIncidentStatus
    title: str
    occurrences: int
    """Number of occurrences since it was opened"""
    pipelineExecutionId: NotRequired[str]
    openedAt: str
    lastAt: str
    closedAt: NotRequired[str]

class AlertIncidentPage(t.TypedDict):
    results: list[AlertIncident]
    more: NotRequired[str]
    """Send it as `paginationToken` for the next page"""

AlertDeliveryKind: t.TypeAlias = 't.Literal["OPENED", "RECOVERED"]'

AlertDeliveryStatus: t.TypeAlias = 't.Literal["PENDING", "DELIVERED", "FAILED"]'

class AlertDelivery(t.TypedDict):
    id: str
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    alertIncidentId: str
    alertChannelId: str
    alertChannelName: str
    digestId: NotRequired[str]
    """The same for everything that was sent as one message"""
    kind: AlertDeliveryKind
    title: str
    status: AlertDeliveryStatus
    attempts: int
    lastError: NotRequired[str]
    """Why the last attempt failed"""
    createdAt: str
    deliveredAt: NotRequired[str]

class AlertDeliveryPage(t.TypedDict):
    results: list[AlertDelivery]
    more: NotRequired[str]
    """Send it as `paginationToken` for the next page"""

PublishArtifactBody: t.TypeAlias = 'dict[str, str]'
"""Each part is a file, named by its path"""

FileFaultSeverity: t.TypeAlias = 't.Literal["error", "warning"]'

class FileFault(t.TypedDict):
    severity: FileFaultSeverity
    file: str
    line: int
    component: NotRequired[str]
    rule: str
    message: str
    hint: NotRequired[str]

class IgnoredResource(t.TypedDict):
    name: str
    reason: str

class PublishedArtifact(t.TypedDict):
    artifactId: str
    versionName: str
    environmentName: str
    commitHash: NotRequired[str]
    branch: NotRequired[str]
    publishedTime: str
    publishedBy: str
    fileCount: int
    enabled: bool
    """A disabled version is not the newest, and cannot be run"""
    pipelineCount: int
    faults: list[FileFault]
    """Errors and warnings of validation; a component with an error fails when run"""
    ignoredResources: list[IgnoredResource]
    """Files that are no text, or no part of a pipeline project: the version is published without them"""

class Artifact(t.TypedDict):
    artifactId: str
    versionName: str
    environmentName: str
    commitHash: NotRequired[str]
    branch: NotRequired[str]
    publishedTime: str
    publishedBy: str
    fileCount: int
    enabled: bool
    """A disabled version is not the newest, and cannot be run"""

class ArtifactPage(t.TypedDict):
    page: int
    results: list[Artifact]
    size: int
    total: int

class ArtifactDetailsFilesItem(t.TypedDict):
    path: str
    bytes: int

class ArtifactDetailsDetails(t.TypedDict):
    branch: NotRequired[str]
    commitHash: NotRequired[str]
    createdAt: str
    """When these files were published first"""
    deployedAt: str
    """When they came to this environment"""
    enabled: bool
    provider: NotRequired[str]
    """The provider of the project's repository, if it has one"""
    versionName: str

class ArtifactDetails(t.TypedDict):
    artifactId: str
    versionName: str
    environmentName: str
    commitHash: NotRequired[str]
    branch: NotRequired[str]
    publishedTime: str
    publishedBy: str
    fileCount: int
    enabled: bool
    """A disabled version is not the newest, and cannot be run"""
    files: list[ArtifactDetailsFilesItem]
    pipelines: list[str]
    assets: list[str]
    """The paths of the files"""
    details: ArtifactDetailsDetails

class ArtifactChange(t.TypedDict):
    enabled: bool

class Promotion(t.TypedDict):
    versionName: str
    sourceEnvironmentName: str
    targetEnvironmentName: str

class PublishedPipelinePageResultsItem(t.TypedDict):
    name: str
    publishedTime: str
    environmentName: NotRequired[str]
    """Where the request names none"""

class PublishedPipelinePage(t.TypedDict):
    page: int
    results: list[PublishedPipelinePageResultsItem]
    size: int
    total: int

EventOutcome: t.TypeAlias = 't.Literal["SUCCEEDED", "REFUSED", "UNKNOWN"]'
"""UNKNOWN: a server stopped or failed before it knew the outcome"""

EventActorKind: t.TypeAlias = 't.Literal["CREDENTIAL", "USER", "RUNNER", "DIRECTORY"]'

class EventActor(t.TypedDict):
    kind: EventActorKind
    id: str
    name: str
    tokenId: NotRequired[str]
    """Personal access token of the user, if it was done with one"""

class EventFrom(t.TypedDict):
    address: str
    userAgent: NotRequired[str]

EventEventType: t.TypeAlias = 't.Literal["CREATE", "UPDATE", "DELETE", "READ", "ACTION"]'

Event = t.TypedDict("Event", {
    "seq": 'int',
    "hash": 'str',
    "at": 'str',
    "operation": 'str',
    "outcome": 'EventOutcome',
    "method": 'str',
    "path": 'str',
    "status": 'NotRequired[int]',
    "actor": 'NotRequired[EventActor]',
    "from": 'EventFrom',
    "requestId": 'str',
    "projectId": 'NotRequired[str]',
    "request": 'NotRequired[t.Any]',
    "before": 'NotRequired[t.Any]',
    "after": 'NotRequired[t.Any]',
    "details": 'NotRequired[t.Any]',
    "eventId": 'str',
    "eventTimestamp": 'str',
    "eventType": 'EventEventType',
    "eventName": 'str',
    "eventDescription": 'str',
    "eventSource": 'str',
    "eventProjectId": 'NotRequired[str]',
    "eventSubjectId": 'NotRequired[str]',
    "eventSubjectName": 'NotRequired[str]',
    "eventSubjectType": 'str',
    "actorId": 'NotRequired[str]',
    "actorEmail": 'NotRequired[str]',
    "additionalInfo": 'TriggerEvent',
})

class EventPage(t.TypedDict):
    page: int
    results: list[Event]
    size: int
    total: int

ListEventsOutcome: t.TypeAlias = 't.Literal["SUCCEEDED", "REFUSED", "UNKNOWN"]'

ListEventsSort: t.TypeAlias = 't.Literal["at", "-at"]'

ExportEventsOutcome: t.TypeAlias = 't.Literal["SUCCEEDED", "REFUSED", "UNKNOWN"]'

class Verification(t.TypedDict):
    intact: bool
    entries: int
    """Entries that were verified"""
    hash: str
    """Hash of the last entry: stored elsewhere, it proves that no entries were cut off"""
    fault: NotRequired[str]

class EventOperationPageResultsItem(t.TypedDict):
    operation: str

class EventOperationPage(t.TypedDict):
    page: int
    results: list[EventOperationPageResultsItem]
    size: int
    total: int

RecordedActorKind: t.TypeAlias = 't.Literal["CREDENTIAL", "USER", "RUNNER", "DIRECTORY"]'

class RecordedActor(t.TypedDict):
    id: str
    kind: RecordedActorKind
    name: str
    """Name of the actor in its newest event"""
    userName: NotRequired[str]
    """User name, if the user still exists"""

class EventActorPage(t.TypedDict):
    page: int
    results: list[RecordedActor]
    size: int
    total: int

ComponentTypePipelineType: t.TypeAlias = 't.Literal["orchestration", "transformation"]'

ComponentTypeRefusedBy: t.TypeAlias = 'dict[str, str]'
"""Why databases of a kind refuse it, whatever its parameters, and what to do instead; by kind of warehouse. Validation knows more"""

ComponentTypeParameters: t.TypeAlias = 'dict[str, t.Any]'
"""JSON Schema of its parameters, for forms, in the order of a form. `x-columns` names the columns of rows; `x-editor` is the language of a text of several lines; `x-names` says that a text is the name of a `scalar` or `grid` variable; `x-when` lists the values of other parameters with which it has a meaning; `x-older` marks another spelling, which files may have and forms do not offer. Files may have more: see /schemas/orchestration.json"""

class ComponentType(t.TypedDict):
    type: str
    """The type as pipeline files write it"""
    otherTypes: list[str]
    """Older spellings, which files may have"""
    pipelineType: ComponentTypePipelineType
    title: str
    summary: str
    incomingLinks: str
    """How many links may lead to it: none, one or many"""
    outgoingLinks: str
    """How many links may lead away from it: none, one or many"""
    verbatim: list[str]
    """Parameters whose ${…} is not replaced before the run: scripts and the like"""
    refusedBy: ComponentTypeRefusedBy
    parameters: ComponentTypeParameters

class ComponentCatalogue(t.TypedDict):
    componentTypes: list[ComponentType]

PlatformConnectionType: t.TypeAlias = 't.Literal["DWH", "COMPONENT_BASIC", "CLOUD_PLATFORM_CREDENTIALS"]'
"""Its purpose: the SQL of environments, components, or a cloud platform"""

ConnectionSchemaAuthTypesItemPropertiesItemType: t.TypeAlias = 't.Literal["TEXT", "HOST", "URL", "INTEGER", "BOOLEAN"]'

ConnectionSchemaAuthTypesItemPropertiesItemDefault: t.TypeAlias = 'str | float | bool'

class ConnectionSchemaAuthTypesItemPropertiesItem(t.TypedDict):
    name: str
    title: str
    type: ConnectionSchemaAuthTypesItemPropertiesItemType
    required: bool
    secret: bool
    """Takes the name of a secret only"""
    default: NotRequired[ConnectionSchemaAuthTypesItemPropertiesItemDefault]
    help: str

class ConnectionSchemaAuthTypesItem(t.TypedDict):
    authType: str
    title: str
    properties: list[ConnectionSchemaAuthTypesItemPropertiesItem]

class ConnectionSchema(t.TypedDict):
    authProvider: str
    title: str
    platformConnectionTypes: list[PlatformConnectionType]
    authTypes: list[ConnectionSchemaAuthTypesItem]

class ConnectionSchemaPage(t.TypedDict):
    page: int
    results: list[ConnectionSchema]
    size: int
    total: int

ConnectionPropertyValueValue: t.TypeAlias = 'str | float | bool'

class ConnectionPropertyValue(t.TypedDict):
    """Either a value or the name of a secret"""
    value: NotRequired[ConnectionPropertyValueValue]
    secretName: NotRequired[str]
    """A secret of the project, or one of the runner that is granted to it"""
    secretKey: NotRequired[str]
    """Member of a secret that is a JSON object"""

ConnectionOverrideConnectionProperties: t.TypeAlias = 'dict[str, ConnectionPropertyValue]'
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""

class ConnectionOverride(t.TypedDict):
    environmentName: str
    connectionName: str
    connectionProperties: ConnectionOverrideConnectionProperties

class ConnectionOverridePage(t.TypedDict):
    page: int
    results: list[ConnectionOverride]
    size: int
    total: int

NewConnectionOverrideConnectionProperties: t.TypeAlias = 'dict[str, ConnectionPropertyValue]'
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""

class NewConnectionOverride(t.TypedDict):
    environmentName: str
    connectionName: str
    connectionProperties: NewConnectionOverrideConnectionProperties

ProjectConnectionConnectionDetailsConnectionProperties: t.TypeAlias = 'dict[str, ConnectionPropertyValue]'
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""

class ProjectConnectionConnectionDetails(t.TypedDict):
    description: NotRequired[str]
    secretsLocation: NotRequired[str]
    """A note where the secrets are; kept as given"""
    connectionProperties: ProjectConnectionConnectionDetailsConnectionProperties

class ProjectConnection(t.TypedDict):
    name: str
    platformConnectionType: PlatformConnectionType
    authProvider: str
    """The provider that it connects to, as listed by /v1/connection-schemas"""
    authType: str
    """How it signs in, as the connection schema lists it"""
    connectionDetails: ProjectConnectionConnectionDetails
    updatedAt: str
    updatedBy: str

class ProjectConnectionPage(t.TypedDict):
    page: int
    results: list[ProjectConnection]
    size: int
    total: int

ListConnectionsSort: t.TypeAlias = 't.Literal["name", "updatedAt", "-name", "-updatedAt"]'

NewProjectConnectionConnectionDetailsConnectionProperties: t.TypeAlias = 'dict[str, ConnectionPropertyValue]'
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""

class NewProjectConnectionConnectionDetails(t.TypedDict):
    description: NotRequired[str]
    secretsLocation: NotRequired[str]
    """A note where the secrets are; kept as given"""
    connectionProperties: NewProjectConnectionConnectionDetailsConnectionProperties

class NewProjectConnection(t.TypedDict):
    name: str
    """Unique in the project without regard to case, and immutable"""
    platformConnectionType: PlatformConnectionType
    authProvider: str
    """The provider that it connects to, as listed by /v1/connection-schemas"""
    authType: str
    """How it signs in, as the connection schema lists it"""
    connectionDetails: NewProjectConnectionConnectionDetails

NewDataPlatformConnectionConnectionDetailsConnectionProperties: t.TypeAlias = 'dict[str, ConnectionPropertyValue]'
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""

class NewDataPlatformConnectionConnectionDetails(t.TypedDict):
    description: NotRequired[str]
    secretsLocation: NotRequired[str]
    """A note where the secrets are; kept as given"""
    connectionProperties: NewDataPlatformConnectionConnectionDetailsConnectionProperties

class NewDataPlatformConnection(t.TypedDict):
    name: str
    """Unique in the project without regard to case, and immutable"""
    platformConnectionType: NotRequired[t.Literal["DWH"]]
    authProvider: str
    """The provider that it connects to, as listed by /v1/connection-schemas"""
    authType: str
    """How it signs in, as the connection schema lists it"""
    connectionDetails: NewDataPlatformConnectionConnectionDetails

ProjectConnectionChangeConnectionDetailsConnectionProperties: t.TypeAlias = 'dict[str, ConnectionPropertyValue]'
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""

class ProjectConnectionChangeConnectionDetails(t.TypedDict):
    description: NotRequired[str]
    secretsLocation: NotRequired[str]
    """A note where the secrets are; kept as given"""
    connectionProperties: ProjectConnectionChangeConnectionDetailsConnectionProperties

class ProjectConnectionChange(t.TypedDict):
    platformConnectionType: PlatformConnectionType
    authProvider: str
    """The provider that it connects to, as listed by /v1/connection-schemas"""
    authType: str
    """How it signs in, as the connection schema lists it"""
    connectionDetails: ProjectConnectionChangeConnectionDetails

class ConnectionTest(t.TypedDict):
    """The environment whose runner tries the connection. With `connection` that is tried instead of the stored one, and nothing is stored"""
    environmentName: str
    connection: NotRequired[ProjectConnectionChange]

class ConnectionTestResult(t.TypedDict):
    ok: bool
    message: str
    """What was reached, or why the connection failed"""
    version: NotRequired[str]
    """Version of the server, if it reports one"""
    latencyMs: int

class ConnectionForm1(t.TypedDict):
    type: t.Literal["DUCKDB"]
    schema: NotRequired[str]
    """main by default"""

class ConnectionForm2(t.TypedDict):
    type: t.Literal["POSTGRES"]
    host: str
    port: NotRequired[int]
    """5432 by default"""
    database: str
    user: str
    passwordSecret: NotRequired[str]
    """Name of a secret that the runner knows, never its value"""
    schema: NotRequired[str]
    """public by default"""
    ssl: NotRequired[bool]

Connection: t.TypeAlias = 'ConnectionForm1 | ConnectionForm2'
"""The database that the SQL of this environment runs on"""

class EnvironmentTestDatabasesValue(t.TypedDict):
    database: NotRequired[str]
    """Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names"""
    schema: NotRequired[str]
    """Used where only the database is named; the connection's by default"""

EnvironmentTestDatabases: t.TypeAlias = 'dict[str, EnvironmentTestDatabasesValue]'
"""What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case"""

EnvironmentTestDefaultConnections: t.TypeAlias = 'dict[str, t.Any]'
"""Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`"""

class EnvironmentTestConnectionOverridesForm1ItemConnectionPropertiesValue(t.TypedDict):
    value: NotRequired[t.Any]
    secretName: NotRequired[str]
    secretKey: NotRequired[str]

EnvironmentTestConnectionOverridesForm1ItemConnectionProperties: t.TypeAlias = 'dict[str, EnvironmentTestConnectionOverridesForm1ItemConnectionPropertiesValue]'

class EnvironmentTestConnectionOverridesForm1Item(t.TypedDict):
    connectionName: str
    connectionProperties: EnvironmentTestConnectionOverridesForm1ItemConnectionProperties

EnvironmentTestConnectionOverrides: t.TypeAlias = 'list[EnvironmentTestConnectionOverridesForm1Item] | TriggerEvent'

class EnvironmentTest(t.TypedDict):
    """Settings as they would be saved. What is left out is as it is stored; a new environment needs `defaultAgentId`"""
    defaultAgentId: NotRequired[str]
    connection: NotRequired[Connection]
    databases: NotRequired[EnvironmentTestDatabases]
    dialectFunctions: NotRequired[bool]
    """Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default"""
    defaultConnections: NotRequired[EnvironmentTestDefaultConnections]
    connectionOverrides: NotRequired[EnvironmentTestConnectionOverrides]

Method: t.TypeAlias = 't.Literal["GET", "POST"]'

AuthenticationType: t.TypeAlias = 't.Literal["NONE", "BASIC", "BEARER_TOKEN", "API_KEY", "OAUTH"]'

AddTo: t.TypeAlias = 't.Literal["QUERY_PARAMETER", "HEADER_PARAMETER"]'

class EndpointAuthentication(t.TypedDict):
    type: AuthenticationType
    keyName: NotRequired[str]
    """API_KEY: name of the key"""
    addTo: NotRequired[AddTo]
    oauthIds: NotRequired[list[str]]
    """OAUTH: the entries this endpoint may use"""

class ConnectorParameter(t.TypedDict):
    name: str
    value: NotRequired[str]
    configurable: NotRequired[bool]

FieldType: t.TypeAlias = 't.Literal["OBJECT", "ARRAY", "STRING", "INTEGER", "NUMBER", "BOOLEAN", "ANY"]'

class StructureField(t.TypedDict):
    """One place of the response, e.g. $.data.items[*].id"""
    path: str
    """A place in the response, e.g. $.data.items"""
    type: FieldType

class ResponseShape(t.TypedDict):
    structure: NotRequired[list[StructureField]]
    repeatingElement: NotRequired[str]
    """A place in the response, e.g. $.data.items"""

PaginationType: t.TypeAlias = 't.Literal["NONE", "PAGE", "OFFSET", "CURSOR", "LINK_HEADER", "RELATIVE_PATH", "FULL_PATH"]'

PaginationAddTo: t.TypeAlias = 't.Literal["QUERY_PARAMETER", "BODY"]'

class Pagination(t.TypedDict):
    type: PaginationType
    pageParameter: NotRequired[str]
    startPage: NotRequired[int]
    pageSizeParameter: NotRequired[str]
    pageSize: NotRequired[int]
    offsetParameter: NotRequired[str]
    startOffset: NotRequired[int]
    cursorParameter: NotRequired[str]
    cursor: NotRequired[str]
    """Where the response says it, e.g. $.next, or @.id of the last element"""
    hasMore: NotRequired[str]
    """A place in the response, e.g. $.data.items"""
    addTo: NotRequired[PaginationAddTo]
    rel: NotRequired[str]
    baseUri: NotRequired[str]
    nextPage: NotRequired[str]
    """A place in the response, e.g. $.data.items"""

class Endpoint(t.TypedDict):
    name: str
    method: Method
    url: str
    authentication: EndpointAuthentication
    uriParameters: list[ConnectorParameter]
    queryParameters: list[ConnectorParameter]
    headerParameters: list[ConnectorParameter]
    body: NotRequired[str]
    response: ResponseShape
    pagination: Pagination
    endpointId: str

class Connector(t.TypedDict):
    connectorId: str
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation"""
    name: str
    endpoints: list[Endpoint]

class ConnectorPage(t.TypedDict):
    page: int
    results: list[Connector]
    size: int
    total: int

class NewEndpoint(t.TypedDict):
    endpointId: NotRequired[str]
    name: str
    method: Method
    url: str
    authentication: NotRequired[EndpointAuthentication]
    uriParameters: NotRequired[list[ConnectorParameter]]
    queryParameters: NotRequired[list[ConnectorParameter]]
    headerParameters: NotRequired[list[ConnectorParameter]]
    body: NotRequired[str]
    response: NotRequired[ResponseShape]
    pagination: NotRequired[Pagination]

class NewConnector(t.TypedDict):
    projectId: NotRequired[str]
    """The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it"""
    name: str
    endpoints: list[NewEndpoint]

class FlexConnectorPageResultsItem(t.TypedDict):
    connectorId: str
    name: str

class FlexConnectorPage(t.TypedDict):
    page: int
    results: list[FlexConnectorPageResultsItem]
    size: int
    total: int

class ConnectorChange(t.TypedDict):
    connectorId: NotRequired[str]
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation"""
    name: str
    endpoints: list[NewEndpoint]

GrantType: t.TypeAlias = 't.Literal["CLIENT_CREDENTIALS", "AUTHORIZATION_CODE"]'

CredentialsIn: t.TypeAlias = 't.Literal["BODY", "HEADER"]'

TokenParameterAddTo: t.TypeAlias = 't.Literal["BODY", "QUERY_PARAMETER", "HEADER_PARAMETER"]'

class TokenParameter(t.TypedDict):
    name: str
    value: str
    addTo: NotRequired[TokenParameterAddTo]

class AuthParameter(t.TypedDict):
    name: str
    value: str

class ExportedOAuth(t.TypedDict):
    oauthId: str
    name: str
    grantType: GrantType
    clientId: str
    accessTokenUrl: str
    authorizeUrl: NotRequired[str]
    credentialsIn: CredentialsIn
    tokenParameters: NotRequired[list[TokenParameter]]
    authParameters: NotRequired[list[AuthParameter]]
    allowedHosts: NotRequired[list[str]]
    """Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl"""

class ExportedConnector(t.TypedDict):
    format: t.Literal["headrace-connector"]
    version: int
    connector: ConnectorChange
    oauths: list[ExportedOAuth]

class Duplicate(t.TypedDict):
    name: NotRequired[str]
    projectId: NotRequired[str]
    """The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it"""

class ImportedConnector(t.TypedDict):
    format: t.Literal["headrace-connector"]
    version: int
    connector: ConnectorChange
    oauths: list[ExportedOAuth]
    projectId: NotRequired[str]
    """The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it"""

class Sharing(t.TypedDict):
    projectId: str | None
    """The project that owns it; null is the installation"""
    allProjects: bool
    """Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it"""
    projectIds: list[str]
    """Other projects that may use it; adding one needs the same permission in that project"""

class SharingChange(t.TypedDict):
    """An absent projectId keeps the owner"""
    projectId: NotRequired[str | None]
    """The project that owns it; null is the installation"""
    allProjects: bool
    """Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it"""
    projectIds: list[str]
    """Other projects that may use it; adding one needs the same permission in that project"""

class AuthenticationValues(t.TypedDict):
    type: AuthenticationType
    username: NotRequired[str]
    password: NotRequired[str]
    token: NotRequired[str]
    keyName: NotRequired[str]
    keyValue: NotRequired[str]
    addTo: NotRequired[AddTo]
    oauthId: NotRequired[str]

class GivenParameter(t.TypedDict):
    name: str
    value: str

class TestRequest(t.TypedDict):
    """The values given here are used once and not stored"""
    authentication: AuthenticationValues
    uriParameters: NotRequired[list[GivenParameter]]
    queryParameters: NotRequired[list[GivenParameter]]
    headerParameters: NotRequired[list[GivenParameter]]
    body: NotRequired[str]

class TestAnswerHeadersItem(t.TypedDict):
    name: str
    value: str

class TestAnswer(t.TypedDict):
    status: NotRequired[int]
    """Absent when there was no response; `error` says why"""
    statusText: NotRequired[str]
    error: NotRequired[str]
    url: str
    """The request, credentials masked"""
    headers: list[TestAnswerHeadersItem]
    body: str
    """Up to 1 MiB"""
    bodyTruncated: bool
    durationMs: int
    structure: list[StructureField]
    repeatingElements: list[str]
    """Lists found in the body"""
    elementCount: NotRequired[int]
    """Elements of the repeating element"""
    nextPage: NotRequired[str]
    """The next page, or why paging ends"""
    warnings: list[str]

class UnsavedTest(t.TypedDict):
    """Neither the endpoint nor the values are stored"""
    endpoint: NewEndpoint
    test: TestRequest

ConsumptionItemConsumptionType: t.TypeAlias = 't.Literal["orchestration", "transformation"]'

class ConsumptionItemDimensions(t.TypedDict):
    projectId: str
    environment: str
    pipelineName: str
    agentId: str

class ConsumptionItem(t.TypedDict):
    consumptionType: ConsumptionItemConsumptionType
    dimensions: ConsumptionItemDimensions
    credits: float
    """Hours for which components kept a slot of the runner busy"""

class ConsumptionOfDay(t.TypedDict):
    consumedFrom: str
    """Midnight UTC"""
    consumedBefore: str
    """The next midnight"""
    consumption: list[ConsumptionItem]

class ConsumptionList(t.TypedDict):
    results: list[ConsumptionOfDay]

class UserConsumptionChargedUsersItem(t.TypedDict):
    username: str

class UserConsumption(t.TypedDict):
    chargedUsers: list[UserConsumptionChargedUsersItem]
    """Who started executions that consumed something, by hand or by the API"""
    consumedFrom: str
    """As it was given"""
    consumedBefore: str
    """As it was given"""
    credits: float
    """Credits that those executions consumed"""

AccountRole: t.TypeAlias = 't.Literal["SUPER_ADMIN", "USER"]'

ProjectRoleGrantRole: t.TypeAlias = 't.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]'

class ProjectRoleGrant(t.TypedDict):
    projectId: str
    role: ProjectRoleGrantRole

EnvironmentAccessGrantAccess: t.TypeAlias = 't.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]'

class EnvironmentAccessGrant(t.TypedDict):
    projectId: str
    environmentName: str
    access: EnvironmentAccessGrantAccess

class ApiCredential(t.TypedDict):
    clientId: str
    name: str
    accountRole: AccountRole
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    projectRoles: list[ProjectRoleGrant]
    environmentAccess: list[EnvironmentAccessGrant]
    createdAt: str
    expiresAt: NotRequired[str]
    lastUsedAt: NotRequired[str]

class ApiCredentialPage(t.TypedDict):
    page: int
    results: list[ApiCredential]
    size: int
    total: int

ListApiCredentialsSort: t.TypeAlias = 't.Literal["createdAt", "name", "expiresAt", "-createdAt", "-name", "-expiresAt"]'

class NewApiCredential(t.TypedDict):
    name: str
    accountRole: AccountRole
    accountPermissions: NotRequired[list[t.Literal["PROJECT_CREATOR"]]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    projectRoles: NotRequired[list[ProjectRoleGrant]]
    environmentAccess: NotRequired[list[EnvironmentAccessGrant]]
    expiresAt: NotRequired[str]

class CreatedApiCredential(t.TypedDict):
    clientId: str
    name: str
    accountRole: AccountRole
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    projectRoles: list[ProjectRoleGrant]
    environmentAccess: list[EnvironmentAccessGrant]
    createdAt: str
    expiresAt: NotRequired[str]
    lastUsedAt: NotRequired[str]
    clientSecret: str
    """Shown only once"""

class ApiCredentialPatch(t.TypedDict):
    name: NotRequired[str]
    expiresAt: NotRequired[str | None]
    """null: never"""

class ScimMeta(t.TypedDict):
    """Creation, last change and location"""
    created: NotRequired[str]
    """When it was created"""
    lastModified: NotRequired[str]
    """When it was last changed"""
    location: NotRequired[str]
    """Its address"""
    resourceType: NotRequired[str]
    """User or Group"""
    version: NotRequired[str]
    """Its entity tag"""

class ScimAddress(t.TypedDict):
    """Postal addresses"""
    country: NotRequired[str]
    """Country"""
    display: NotRequired[str]
    """A human-readable name"""
    formatted: NotRequired[str]
    """The full address, as it is shown"""
    locality: NotRequired[str]
    """City"""
    postalCode: NotRequired[str]
    """Postal code"""
    primary: NotRequired[bool]
    """Whether this is the preferred one; at most one is"""
    region: NotRequired[str]
    """State or region"""
    streetAddress: NotRequired[str]
    """Street and number"""
    type: NotRequired[str]
    """Its purpose, for instance work or home"""

class ScimValue(t.TypedDict):
    """Certificates"""
    display: NotRequired[str]
    """A human-readable name"""
    primary: NotRequired[bool]
    """Whether this is the preferred one; at most one is"""
    type: NotRequired[str]
    """Its purpose, for instance work or home"""
    value: NotRequired[str]
    """The value itself"""

class ScimGroupOfUser(t.TypedDict):
    """Groups that the user belongs to directly"""
    display: NotRequired[str]
    """The group's name"""
    ref: NotRequired[str]
    """The group's address"""
    value: NotRequired[str]
    """The group's id"""

class ScimName(t.TypedDict):
    """The parts of the name"""
    familyName: NotRequired[str]
    """Last name"""
    formatted: NotRequired[str]
    """The full name, as it is shown"""
    givenName: NotRequired[str]
    """First name"""
    honorificPrefix: NotRequired[str]
    """Title before the name"""
    honorificSuffix: NotRequired[str]
    """Suffix after the name"""
    middleName: NotRequired[str]
    """Middle names"""

class ScimManager(t.TypedDict):
    """Who manages the user"""
    value: NotRequired[str]
    """The manager's id"""
    ref: NotRequired[str]
    """The manager's address"""
    displayName: NotRequired[str]
    """The manager's name"""

class ScimEnterpriseUser(t.TypedDict):
    employeeNumber: NotRequired[str]
    """Number or other identifier"""
    costCenter: NotRequired[str]
    """Cost center"""
    organization: NotRequired[str]
    """Organization"""
    division: NotRequired[str]
    """Division"""
    department: NotRequired[str]
    """Department"""
    manager: NotRequired[ScimManager]

NewScimUser = t.TypedDict("NewScimUser", {
    "schemas": 'NotRequired[list[str]]',
    "id": 'NotRequired[str]',
    "externalId": 'NotRequired[str]',
    "meta": 'ScimMeta',
    "active": 'NotRequired[bool]',
    "addresses": 'NotRequired[list[ScimAddress]]',
    "displayName": 'NotRequired[str]',
    "emails": 'NotRequired[list[ScimValue]]',
    "entitlements": 'NotRequired[list[ScimValue]]',
    "groups": 'NotRequired[list[ScimGroupOfUser]]',
    "ims": 'NotRequired[list[ScimValue]]',
    "locale": 'NotRequired[str]',
    "name": 'NotRequired[ScimName]',
    "nickName": 'NotRequired[str]',
    "password": 'NotRequired[str]',
    "phoneNumbers": 'NotRequired[list[ScimValue]]',
    "photos": 'NotRequired[list[ScimValue]]',
    "preferredLanguage": 'NotRequired[str]',
    "profileUrl": 'NotRequired[str]',
    "roles": 'NotRequired[list[ScimValue]]',
    "timezone": 'NotRequired[str]',
    "title": 'NotRequired[str]',
    "userName": 'NotRequired[str]',
    "userType": 'NotRequired[str]',
    "x509Certificates": 'NotRequired[list[ScimValue]]',
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": 'NotRequired[ScimEnterpriseUser]',
})
"""A user"""

ScimUser = t.TypedDict("ScimUser", {
    "schemas": 'NotRequired[list[str]]',
    "id": 'NotRequired[str]',
    "externalId": 'NotRequired[str]',
    "meta": 'NotRequired[ScimMeta]',
    "active": 'NotRequired[bool]',
    "addresses": 'NotRequired[list[ScimAddress]]',
    "displayName": 'NotRequired[str]',
    "emails": 'NotRequired[list[ScimValue]]',
    "entitlements": 'NotRequired[list[ScimValue]]',
    "groups": 'NotRequired[list[ScimGroupOfUser]]',
    "ims": 'NotRequired[list[ScimValue]]',
    "locale": 'NotRequired[str]',
    "name": 'NotRequired[ScimName]',
    "nickName": 'NotRequired[str]',
    "password": 'NotRequired[str]',
    "phoneNumbers": 'NotRequired[list[ScimValue]]',
    "photos": 'NotRequired[list[ScimValue]]',
    "preferredLanguage": 'NotRequired[str]',
    "profileUrl": 'NotRequired[str]',
    "roles": 'NotRequired[list[ScimValue]]',
    "timezone": 'NotRequired[str]',
    "title": 'NotRequired[str]',
    "userName": 'NotRequired[str]',
    "userType": 'NotRequired[str]',
    "x509Certificates": 'NotRequired[list[ScimValue]]',
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": 'NotRequired[ScimEnterpriseUser]',
})
"""A user"""

class ScimError(t.TypedDict):
    schemas: list[str]
    status: str
    """The HTTP status, as a text"""
    scimType: NotRequired[str]
    """For instance uniqueness or invalidFilter"""
    detail: str

class ListScimUsersResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ScimUser]

ListScimUsersSortOrder: t.TypeAlias = 't.Literal["ascending", "descending"]'

SearchRequestSortOrder: t.TypeAlias = 't.Literal["ascending", "descending"]'

class SearchRequest(t.TypedDict):
    schemas: NotRequired[list[str] | None]
    attributes: NotRequired[list[str]]
    excludedAttributes: NotRequired[list[str]]
    filter: NotRequired[str]
    """RFC 7644 §3.4.2.2"""
    sortBy: NotRequired[str]
    """The attribute to sort by"""
    sortOrder: NotRequired[SearchRequestSortOrder]
    startIndex: NotRequired[int]
    """1 is the first"""
    count: NotRequired[int]
    """100 by default"""

class SearchScimUsersResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ScimUser]

class PatchRequestOperationsItem(t.TypedDict):
    op: str
    """add, replace or remove, in any case"""
    path: NotRequired[str | None]
    value: NotRequired[t.Any]

class PatchRequest(t.TypedDict):
    schemas: NotRequired[list[str] | None]
    Operations: list[PatchRequestOperationsItem]

class ScimMember(t.TypedDict):
    """Users and groups"""
    display: NotRequired[str]
    """The member's name"""
    ref: NotRequired[str]
    """The member's address"""
    type: NotRequired[str]
    """User or Group"""
    value: NotRequired[str]
    """The member's id"""

class ScimGroup(t.TypedDict):
    """Users and groups that are granted roles together"""
    schemas: NotRequired[list[str]]
    id: NotRequired[str]
    """Assigned by the directory"""
    externalId: NotRequired[str]
    """The identifier in the identity provider"""
    meta: NotRequired[ScimMeta]
    displayName: str
    """Unique without regard to case"""
    members: NotRequired[list[ScimMember]]

class ListScimGroupsResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ScimGroup]

ListScimGroupsSortOrder: t.TypeAlias = 't.Literal["ascending", "descending"]'

class SearchScimGroupsResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ScimGroup]

class BulkRequestOperationsItem(t.TypedDict):
    method: str
    """POST, PUT, PATCH or DELETE"""
    path: str
    """/Users, /Groups/{id}, …; bulkId:… refers to a new resource"""
    bulkId: NotRequired[str]
    version: NotRequired[str]
    data: NotRequired[t.Any]

class BulkRequest(t.TypedDict):
    schemas: NotRequired[list[str] | None]
    failOnErrors: NotRequired[int]
    """Stop after this many errors"""
    Operations: list[BulkRequestOperationsItem]
    """At most 1000; more are 413"""

class BulkResponseOperationsItem(t.TypedDict):
    method: str
    bulkId: NotRequired[str]
    version: NotRequired[str]
    location: NotRequired[str]
    status: str
    response: NotRequired[t.Any]

class BulkResponse(t.TypedDict):
    schemas: list[str]
    Operations: list[BulkResponseOperationsItem]

GetScimServiceProviderConfigResult: t.TypeAlias = 'dict[str, t.Any]'
"""RFC 7643 §5 to §7"""

ListScimResourceTypesResultResourcesItem: t.TypeAlias = 'dict[str, t.Any]'
"""RFC 7643 §5 to §7"""

class ListScimResourceTypesResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ListScimResourceTypesResultResourcesItem]

GetScimResourceTypeResult: t.TypeAlias = 'dict[str, t.Any]'
"""RFC 7643 §5 to §7"""

ListScimSchemasResultResourcesItem: t.TypeAlias = 'dict[str, t.Any]'
"""RFC 7643 §5 to §7"""

class ListScimSchemasResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ListScimSchemasResultResourcesItem]

GetScimSchemaResult: t.TypeAlias = 'dict[str, t.Any]'
"""RFC 7643 §5 to §7"""

class DirectorySettings(t.TypedDict):
    enabled: bool
    """false: the SCIM interface refuses every request"""
    requireMeta: bool
    """Whether a create must contain `meta`"""
    acceptPasswords: bool
    """Whether directory tokens may set passwords; otherwise a password that they send is ignored"""

class DirectorySettingsPatch(t.TypedDict):
    enabled: NotRequired[bool]
    """false: the SCIM interface refuses every request"""
    requireMeta: NotRequired[bool]
    """Whether a create must contain `meta`"""
    acceptPasswords: NotRequired[bool]
    """Whether directory tokens may set passwords; otherwise a password that they send is ignored"""

class DirectoryReach(t.TypedDict):
    reached: bool
    """Directory tokens see and change it, unless it holds an account role; what they create is so from the start"""

class DirectoryToken(t.TypedDict):
    id: str
    name: str
    createdAt: str
    createdBy: str
    expiresAt: str
    expiresSoon: bool
    """Within 30 days, or in the past"""
    lastUsedAt: NotRequired[str]

class DirectoryTokens(t.TypedDict):
    results: list[DirectoryToken]

class NewDirectoryToken(t.TypedDict):
    name: str
    expiresAt: NotRequired[str]
    """A year ahead by default, two years at most"""

class CreatedDirectoryToken(t.TypedDict):
    id: str
    name: str
    createdAt: str
    createdBy: str
    expiresAt: str
    expiresSoon: bool
    """Within 30 days, or in the past"""
    lastUsedAt: NotRequired[str]
    token: str
    """Shown only once"""

class DraftSummary(t.TypedDict):
    branch: str
    fileCount: int
    bytes: int
    updatedAt: str

class DraftPage(t.TypedDict):
    page: int
    results: list[DraftSummary]
    size: int
    total: int

class DraftedFile(t.TypedDict):
    path: str
    deleted: bool
    """The file is to be deleted"""
    bytes: int
    baseCommit: NotRequired[str]
    """The commit that the draft of the file was made on"""
    updatedAt: str

class Draft(t.TypedDict):
    branch: str
    fileCount: int
    bytes: int
    updatedAt: str
    files: list[DraftedFile]

PutDraftFileEncoding: t.TypeAlias = 't.Literal["utf-8", "base64"]'
"""Encoding of the content; utf-8 by default"""

class PutDraftFile(t.TypedDict):
    path: str
    content: str | None
    """At most 4 MiB; null: the file is to be deleted"""
    encoding: NotRequired[PutDraftFileEncoding]
    baseCommit: NotRequired[str]
    """The commit that the content was made on; without it the one that the draft has, and in a new draft a new file"""

DraftFileEncoding: t.TypeAlias = 't.Literal["utf-8", "base64"]'

class DraftFile(t.TypedDict):
    path: str
    deleted: bool
    """The file is to be deleted"""
    bytes: int
    baseCommit: NotRequired[str]
    """The commit that the draft of the file was made on"""
    updatedAt: str
    encoding: NotRequired[DraftFileEncoding]
    content: NotRequired[str]
    """Absent when the file is to be deleted"""

class NewDraftCommit(t.TypedDict):
    message: str

class Commit(t.TypedDict):
    commitHash: str
    """Full id of a commit"""
    parents: list[str]
    authorName: str
    authorEmail: str
    authoredAt: str
    subject: str
    body: str
    """The message without its first line"""

class NewEnvironmentMove(t.TypedDict):
    connectionName: str
    """A connection of the project to a lake"""

EnvironmentMoveStatus: t.TypeAlias = 't.Literal["WAITING", "COPYING", "COMMITTING", "SUCCEEDED", "FAILED", "CANCELLED"]'
"""WAITING: for executions that run. COPYING: nothing is to be seen in the lake yet. COMMITTING: everything is copied and compared. SUCCEEDED: SQL runs on the lake. FAILED, CANCELLED: SQL runs on the file as before."""

class EnvironmentMove(t.TypedDict):
    moveId: str
    environmentName: str
    connectionName: str
    status: EnvironmentMoveStatus
    waitingFor: NotRequired[str]
    """What the copy cannot begin without"""
    tablesDone: int
    tablesTotal: int
    """0 while the runner has not counted them"""
    rows: int
    """Rows of the tables that are copied"""
    views: NotRequired[int]
    notKept: NotRequired[list[str]]
    """What the file has and a lake cannot: keys, checks, indexes, sequences, functions and types"""
    file: NotRequired[str]
    """Where the file stays, on the machine of the runner"""
    message: NotRequired[str]
    """Why it failed"""
    createdAt: str
    startedAt: NotRequired[str]
    finishedAt: NotRequired[str]

class EnvironmentMovePage(t.TypedDict):
    page: int
    results: list[EnvironmentMove]
    size: int
    total: int

AccessLevel: t.TypeAlias = 't.Literal["admin", "runner", "readOnly", "noAccess"]'

class EnvironmentDatabasesValue(t.TypedDict):
    database: NotRequired[str]
    """Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names"""
    schema: NotRequired[str]
    """Used where only the database is named; the connection's by default"""

EnvironmentDatabases: t.TypeAlias = 'dict[str, EnvironmentDatabasesValue]'
"""What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case"""

OnRunnerLoss: t.TypeAlias = 't.Literal["RESUME", "FAIL"]'
"""When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution"""

ReviewLevel: t.TypeAlias = 't.Literal["OFF", "ERRORS", "WARNINGS"]'

EnvironmentDefaultConnections: t.TypeAlias = 'dict[str, t.Any]'
"""Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`"""

class EnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue(t.TypedDict):
    value: NotRequired[t.Any]
    secretName: NotRequired[str]
    secretKey: NotRequired[str]

EnvironmentConnectionOverridesForm1ItemConnectionProperties: t.TypeAlias = 'dict[str, EnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue]'

class EnvironmentConnectionOverridesForm1Item(t.TypedDict):
    connectionName: str
    connectionProperties: EnvironmentConnectionOverridesForm1ItemConnectionProperties

EnvironmentConnectionOverrides: t.TypeAlias = 'list[EnvironmentConnectionOverridesForm1Item] | TriggerEvent'

class Environment(t.TypedDict):
    name: str
    displayName: str
    description: str
    defaultAgentId: str
    defaultAgentName: str
    defaultUserAccessLevel: AccessLevel
    connection: Connection
    databases: NotRequired[EnvironmentDatabases]
    dialectFunctions: bool
    """Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default"""
    onRunnerLoss: OnRunnerLoss
    reviewBeforePublishing: ReviewLevel
    """Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""
    allowUnpublishedRuns: bool
    """Whether branches, commits and drafts run here without being published. By default true, and false where the name or the display name says production (prod, prd)"""
    maxConcurrentExecutions: NotRequired[int]
    """How many executions the environment runs at once; the others wait. Absent: as many as there is room for"""
    defaultConnections: NotRequired[EnvironmentDefaultConnections]
    connectionOverrides: NotRequired[EnvironmentConnectionOverrides]

class EnvironmentPage(t.TypedDict):
    page: int
    results: list[Environment]
    size: int
    total: int

class NewEnvironmentDatabasesValue(t.TypedDict):
    database: NotRequired[str]
    """Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names"""
    schema: NotRequired[str]
    """Used where only the database is named; the connection's by default"""

NewEnvironmentDatabases: t.TypeAlias = 'dict[str, NewEnvironmentDatabasesValue]'
"""What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case"""

NewEnvironmentDefaultConnections: t.TypeAlias = 'dict[str, t.Any]'
"""Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`"""

class NewEnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue(t.TypedDict):
    value: NotRequired[t.Any]
    secretName: NotRequired[str]
    secretKey: NotRequired[str]

NewEnvironmentConnectionOverridesForm1ItemConnectionProperties: t.TypeAlias = 'dict[str, NewEnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue]'

class NewEnvironmentConnectionOverridesForm1Item(t.TypedDict):
    connectionName: str
    connectionProperties: NewEnvironmentConnectionOverridesForm1ItemConnectionProperties

NewEnvironmentConnectionOverrides: t.TypeAlias = 'list[NewEnvironmentConnectionOverridesForm1Item] | TriggerEvent'

class NewEnvironment(t.TypedDict):
    name: str
    """Immutable. No slashes, no blanks at either end, neither . nor .."""
    defaultAgentId: str
    displayName: NotRequired[str]
    description: NotRequired[str]
    defaultUserAccessLevel: NotRequired[AccessLevel]
    connection: NotRequired[Connection]
    databases: NotRequired[NewEnvironmentDatabases]
    dialectFunctions: NotRequired[bool]
    """Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default"""
    onRunnerLoss: NotRequired[OnRunnerLoss]
    reviewBeforePublishing: NotRequired[ReviewLevel]
    """Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""
    allowUnpublishedRuns: NotRequired[bool]
    """Whether branches, commits and drafts run here without being published. By default true, and false where the name or the display name says production (prod, prd)"""
    maxConcurrentExecutions: NotRequired[int]
    """How many executions the environment runs at once; the others wait. Absent: as many as there is room for"""
    defaultConnections: NotRequired[NewEnvironmentDefaultConnections]
    connectionOverrides: NotRequired[NewEnvironmentConnectionOverrides]

class EnvironmentPatchDatabasesValue(t.TypedDict):
    database: NotRequired[str]
    """Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names"""
    schema: NotRequired[str]
    """Used where only the database is named; the connection's by default"""

EnvironmentPatchDatabases: t.TypeAlias = 'dict[str, EnvironmentPatchDatabasesValue]'
"""What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case"""

EnvironmentPatchDefaultConnections: t.TypeAlias = 'dict[str, t.Any]'
"""Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`"""

class EnvironmentPatchConnectionOverridesForm1ItemConnectionPropertiesValue(t.TypedDict):
    value: NotRequired[t.Any]
    secretName: NotRequired[str]
    secretKey: NotRequired[str]

EnvironmentPatchConnectionOverridesForm1ItemConnectionProperties: t.TypeAlias = 'dict[str, EnvironmentPatchConnectionOverridesForm1ItemConnectionPropertiesValue]'

class EnvironmentPatchConnectionOverridesForm1Item(t.TypedDict):
    connectionName: str
    connectionProperties: EnvironmentPatchConnectionOverridesForm1ItemConnectionProperties

EnvironmentPatchConnectionOverrides: t.TypeAlias = 'list[EnvironmentPatchConnectionOverridesForm1Item] | TriggerEvent'

class EnvironmentPatch(t.TypedDict):
    defaultAgentId: NotRequired[str]
    displayName: NotRequired[str]
    description: NotRequired[str]
    defaultUserAccessLevel: NotRequired[AccessLevel]
    connection: NotRequired[Connection]
    databases: NotRequired[EnvironmentPatchDatabases]
    dialectFunctions: NotRequired[bool]
    """Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default"""
    onRunnerLoss: NotRequired[OnRunnerLoss]
    reviewBeforePublishing: NotRequired[ReviewLevel]
    """Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""
    allowUnpublishedRuns: NotRequired[bool]
    """Whether branches, commits and drafts run here without being published. By default true, and false where the name or the display name says production (prod, prd)"""
    maxConcurrentExecutions: NotRequired[int | None]
    defaultConnections: NotRequired[EnvironmentPatchDefaultConnections]
    connectionOverrides: NotRequired[EnvironmentPatchConnectionOverrides]

ScalarVariablesValue: t.TypeAlias = 'str | float'

ScalarVariables: t.TypeAlias = 'dict[str, ScalarVariablesValue]'

GridVariables: t.TypeAlias = 'dict[str, list[list[str]]]'
"""Rows of cells, in the order of the columns"""

class NewExecution(t.TypedDict):
    pipelineName: str
    environmentName: str
    versionName: NotRequired[str]
    """The newest by default"""
    ref: NotRequired[str]
    """Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs published versions only (`allowUnpublishedRuns`)"""
    draft: NotRequired[str]
    """Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref`"""
    fromComponentName: NotRequired[str]
    """For a `ref` or `draft`: only this component of the orchestration and what follows from it. Links from components outside count as fired"""
    onlyComponentName: NotRequired[str]
    """For a `ref` or `draft`: only this component of the orchestration, with what it repeats"""
    agentId: NotRequired[str]
    """The environment's default by default"""
    executionTag: NotRequired[str]
    """At most one live execution per tag and environment"""
    scalarVariables: NotRequired[ScalarVariables]
    gridVariables: NotRequired[GridVariables]

ExecutionPipelineType: t.TypeAlias = 't.Literal["ORCHESTRATION", "TRANSFORMATION"]'

ExecutionStatus: t.TypeAlias = 't.Literal["QUEUED", "RUNNING", "SUCCESS", "FAILED", "CANCELLING", "CANCELLED", "SKIPPED"]'

Trigger: t.TypeAlias = 't.Literal["API", "SCHEDULE", "SCHEDULE_RUN_NOW", "TRIGGER", "TRIGGER_RUN_NOW", "DESIGNER"]'

VariableType: t.TypeAlias = 't.Literal["TEXT", "NUMBER", "GRID"]'
"""TEXT is a JSON string, NUMBER a JSON number, GRID rows of text"""

VariableBehaviour: t.TypeAlias = 't.Literal["SHARED", "COPIED"]'
"""COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run"""

ExecutionVariableValue: t.TypeAlias = 'str | float | list[list[str]]'

ExecutionVariableSource: t.TypeAlias = 't.Literal["PROJECT_VARIABLE", "ENVIRONMENT_OVERRIDE", "PIPELINE_VARIABLE", "CALLER"]'
"""Where the value comes from"""

class ExecutionVariable(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    value: ExecutionVariableValue
    columns: NotRequired[list[str]]
    source: ExecutionVariableSource

class Execution(t.TypedDict):
    pipelineExecutionId: str
    projectId: str
    environmentName: str
    pipelineName: str
    pipelineType: ExecutionPipelineType
    versionName: str
    """For unpublished runs, a label instead of a version name"""
    ref: NotRequired[str]
    """For unpublished runs, the branch, tag or commit"""
    draft: NotRequired[str]
    """For unpublished runs, the branch whose draft was run"""
    commitHash: NotRequired[str]
    """For unpublished runs, the commit, or the one that the draft is based on"""
    fromComponentName: NotRequired[str]
    """The component that it began with, when it ran a part of the pipeline"""
    onlyComponentName: NotRequired[str]
    """The component that it ran alone, when it ran a part of the pipeline"""
    status: ExecutionStatus
    trigger: Trigger
    user: str
    message: NotRequired[str]
    executionTag: NotRequired[str]
    scheduleId: NotRequired[str]
    triggerId: NotRequired[str]
    agentId: str
    queuedAt: str
    startedAt: NotRequired[str]
    finishedAt: NotRequired[str]
    parentPipelineExecutionId: NotRequired[str]
    """The execution whose step runs this one"""
    rerunOf: NotRequired[str]
    """The execution that this one reruns"""
    variables: NotRequired[list[ExecutionVariable]]
    """The variables that it started with, once it has started; not in lists. Secrets are masked"""

class TestExecutionPatch(t.TypedDict):
    status: t.Literal["CANCELLED"]
    forceUpdate: NotRequired[bool]
    """Do not wait for running components"""

class ExecutionList(t.TypedDict):
    results: list[Execution]
    more: NotRequired[str]
    """Send it as `paginationToken` for the next page"""
    count: NotRequired[int]
    """With `countUpTo`: executions on all pages, and no more than that; there may be more when it is equal"""

ListPipelineExecutionsStatusItem: t.TypeAlias = 't.Literal["QUEUED", "RUNNING", "SUCCESS", "FAILED", "CANCELLING", "CANCELLED", "SKIPPED", "UNKNOWN"]'

ListPipelineExecutionsSort: t.TypeAlias = 't.Literal["queuedAt", "-queuedAt"]'

class ExecutionStatusAnswer(t.TypedDict):
    pipelineExecutionId: str
    status: ExecutionStatus

NewRerunFrom: t.TypeAlias = 't.Literal["START", "FAILED_STEP"]'
"""START: run everything again, with the current project variables. FAILED_STEP: keep what succeeded with the variables of that time, and run what failed or never ran"""

NewRerunScalarVariablesValue: t.TypeAlias = 'str | float | None'

NewRerunScalarVariables: t.TypeAlias = 'dict[str, NewRerunScalarVariablesValue]'
"""Values in place of those of the execution, by name and from START only; the others are kept. null: none, so that the variable's own value counts"""

NewRerunGridVariables: t.TypeAlias = 'dict[str, list[list[str]] | None]'
"""Values in place of those of the execution, by name and from START only; the others are kept. null: none, so that the variable's own value counts"""

NewRerun = t.TypedDict("NewRerun", {
    "from": 'NewRerunFrom',
    "versionName": 'NotRequired[str]',
    "scalarVariables": 'NotRequired[NewRerunScalarVariables]',
    "gridVariables": 'NotRequired[NewRerunGridVariables]',
})

StepResult: t.TypeAlias = 't.Literal["SUCCESS", "FAILED", "SKIPPED", "CANCELLED", "RUNNING"]'

class StepChildPipeline(t.TypedDict):
    """Only for steps that ran another pipeline; `id` is itself a pipelineExecutionId"""
    id: str
    name: str

StepVariableChangeValue: t.TypeAlias = 'str | float | list[list[str]]'

class StepVariableChange(t.TypedDict):
    name: str
    value: StepVariableChangeValue
    iteration: NotRequired[int]
    """For an iterator, the iteration that starts with this value"""
    shortened: NotRequired[bool]
    """true: only the beginning of a long value is shown"""

StepGatesItemOnFailure: t.TypeAlias = 't.Literal["STOP", "WARN"]'
"""STOP: nothing is published when it fails, and the step fails"""

StepGatesItemResult: t.TypeAlias = 't.Literal["PASSED", "FAILED"]'

class StepGatesItem(t.TypedDict):
    name: str
    type: str
    onFailure: StepGatesItemOnFailure
    result: StepGatesItemResult
    expected: str
    actual: str
    failingRows: NotRequired[int]
    """For gates that find rows"""
    keptIn: NotRequired[str]
    """The table that its failed rows are kept in"""

class Step(t.TypedDict):
    id: str
    key: str
    """Unique in the execution and the same in its reruns: the component's name, then what is around it from the outside in, `[3]` for an iteration and `#2` for an attempt (a first one may be left out); `\\`, `#`, `[` and `]` of the name are escaped with `\\`"""
    name: str
    result: StepResult
    childPipeline: NotRequired[StepChildPipeline]
    type: str
    startedAt: str
    finishedAt: NotRequired[str]
    message: NotRequired[str]
    rowCount: NotRequired[int]
    byteCount: NotRequired[int]
    """The bytes of files, requests and answers that it read or wrote; absent where the component does not count them"""
    attempt: int
    iteration: NotRequired[int]
    reused: NotRequired[bool]
    """true: it ran at these times in the execution that this one reruns"""
    variableChanges: NotRequired[list[StepVariableChange]]
    """Variables that it changed, in order. Secrets are masked, long lists and values cut short"""
    moreVariableChanges: NotRequired[bool]
    """true: there were more changes"""
    gates: NotRequired[list[StepGatesItem]]
    """Results of its gates, in order; absent if none was checked"""

class StepPage(t.TypedDict):
    page: int
    results: list[Step]
    size: int
    total: int

class StepDetailsChildPipeline(t.TypedDict):
    """Only for steps that ran another pipeline; `id` is itself a pipelineExecutionId"""
    id: str
    name: str

StepDetailsGatesItemOnFailure: t.TypeAlias = 't.Literal["STOP", "WARN"]'
"""STOP: nothing is published when it fails, and the step fails"""

StepDetailsGatesItemResult: t.TypeAlias = 't.Literal["PASSED", "FAILED"]'

class StepDetailsGatesItem(t.TypedDict):
    name: str
    type: str
    onFailure: StepDetailsGatesItemOnFailure
    result: StepDetailsGatesItemResult
    expected: str
    actual: str
    failingRows: NotRequired[int]
    """For gates that find rows"""
    keptIn: NotRequired[str]
    """The table that its failed rows are kept in"""

class StepDetailsParametersItem(t.TypedDict):
    name: str
    value: t.Any
    """As in the pipeline's file, with variables replaced"""
    resolved: NotRequired[bool]
    """true: variables were replaced in it; otherwise it is as in the file"""
    characters: NotRequired[int]
    """Length of the whole value. Present if only its beginning is returned"""

class StepDetailsStatementsItem(t.TypedDict):
    text: str
    characters: NotRequired[int]
    """Length of the whole value. Present if only its beginning is returned"""

class StepDetails(t.TypedDict):
    id: str
    key: str
    """Unique in the execution and the same in its reruns: the component's name, then what is around it from the outside in, `[3]` for an iteration and `#2` for an attempt (a first one may be left out); `\\`, `#`, `[` and `]` of the name are escaped with `\\`"""
    name: str
    result: StepResult
    childPipeline: NotRequired[StepDetailsChildPipeline]
    type: str
    startedAt: str
    finishedAt: NotRequired[str]
    message: NotRequired[str]
    rowCount: NotRequired[int]
    byteCount: NotRequired[int]
    """The bytes of files, requests and answers that it read or wrote; absent where the component does not count them"""
    attempt: int
    iteration: NotRequired[int]
    reused: NotRequired[bool]
    """true: it ran at these times in the execution that this one reruns"""
    variableChanges: NotRequired[list[StepVariableChange]]
    """Variables that it changed, in order. Secrets are masked, long lists and values cut short"""
    moreVariableChanges: NotRequired[bool]
    """true: there were more changes"""
    gates: NotRequired[list[StepDetailsGatesItem]]
    """Results of its gates, in order; absent if none was checked"""
    parameters: list[StepDetailsParametersItem]
    """Secrets are masked. Parameters that the run did not reach are as in the file"""
    statements: list[StepDetailsStatementsItem]
    """What its database was given to execute, in order, secrets masked; not what carries rows. At most 50"""
    moreStatements: NotRequired[int]
    """Statements beyond those"""

NewCancellationsStatusForm1: t.TypeAlias = 't.Literal["QUEUED", "RUNNING", "CANCELLING"]'

NewCancellationsStatusForm2Item: t.TypeAlias = 't.Literal["QUEUED", "RUNNING", "CANCELLING"]'

NewCancellationsStatus: t.TypeAlias = 'NewCancellationsStatusForm1 | list[NewCancellationsStatusForm2Item]'
"""One or more; CANCELLING executions end with `forceUpdate` only"""

class NewCancellations(t.TypedDict):
    pipelineName: NotRequired[str]
    """A part of the name, without regard to case"""
    environmentName: NotRequired[str]
    status: NotRequired[NewCancellationsStatus]
    scheduleId: NotRequired[str]
    agentId: NotRequired[str]
    startedAfter: NotRequired[str]
    startedBefore: NotRequired[str]
    queuedAfter: NotRequired[str]
    queuedBefore: NotRequired[str]
    unpublished: NotRequired[bool]
    """Runs of branches, commits and drafts, or those of published versions"""
    timeFrame: NotRequired[str]
    """Queued within this ISO 8601 duration before now, for instance PT1H or P7D"""
    forceUpdate: NotRequired[bool]
    """Do not wait for running components"""
    limit: NotRequired[int]
    """5,000 by default, of each state the oldest first"""

class Cancellations(t.TypedDict):
    cancelled: int
    """Executions that ended at once"""
    cancelling: int
    """Executions that end when their runners have stopped them"""
    more: bool
    """Whether more may match: repeat the request"""

class SlowerPipeline(t.TypedDict):
    projectId: str
    pipelineName: str
    environmentName: str
    pipelineExecutionId: str
    """The newest execution that succeeded, in the last 24 hours"""
    finishedAt: str
    durationMs: int
    """How long that execution ran"""
    usualMs: int
    """The median of the successful executions before it"""
    comparedWith: int
    """How many executions that median is of"""

class SlowerPipelineList(t.TypedDict):
    results: list[SlowerPipeline]

RunEventEventType: t.TypeAlias = 't.Literal["START", "COMPLETE", "ABORT", "FAIL"]'

class RunEventRunFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

RunEventRunFacets: t.TypeAlias = 'dict[str, RunEventRunFacetsValue]'

class RunEventRun(t.TypedDict):
    runId: str
    """The execution"""
    facets: RunEventRunFacets

class RunEventJobFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

RunEventJobFacets: t.TypeAlias = 'dict[str, RunEventJobFacetsValue]'

class RunEventJob(t.TypedDict):
    namespace: str
    name: str
    facets: RunEventJobFacets

class RunEventInputsItemFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

RunEventInputsItemFacets: t.TypeAlias = 'dict[str, RunEventInputsItemFacetsValue]'

class RunEventInputsItem(t.TypedDict):
    namespace: str
    name: str
    facets: RunEventInputsItemFacets

class RunEventOutputsItemFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

RunEventOutputsItemFacets: t.TypeAlias = 'dict[str, RunEventOutputsItemFacetsValue]'

class RunEventOutputsItemOutputFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

RunEventOutputsItemOutputFacets: t.TypeAlias = 'dict[str, RunEventOutputsItemOutputFacetsValue]'

class RunEventOutputsItem(t.TypedDict):
    namespace: str
    name: str
    facets: RunEventOutputsItemFacets
    outputFacets: NotRequired[RunEventOutputsItemOutputFacets]

class RunEvent(t.TypedDict):
    eventType: RunEventEventType
    eventTime: str
    """When it happened"""
    producer: str
    schemaURL: str
    run: RunEventRun
    job: RunEventJob
    inputs: list[RunEventInputsItem]
    outputs: list[RunEventOutputsItem]

class LineageEvent(t.TypedDict):
    id: str
    """The same however often it is read"""
    event: RunEvent

class ListLineageEventsResult(t.TypedDict):
    page: int
    results: list[LineageEvent]
    size: int
    total: int

AssetKind: t.TypeAlias = 't.Literal["TABLE", "OBJECT", "FILE", "API", "TOPIC"]'

class Asset(t.TypedDict):
    assetId: str
    """The same for the same name"""
    namespace: str
    """Where it is, as OpenLineage names it: postgres://host:port, s3://bucket"""
    name: str
    """Its name there: database.schema.table, or a path"""
    kind: AssetKind
    columnNames: NotRequired[list[str]]
    """Where a pipeline made it and named them all"""
    firstSeenTime: str
    """When a pipeline first read or wrote it"""
    lastWrittenTime: NotRequired[str]
    """When a pipeline last wrote it"""

class ListAssetsResult(t.TypedDict):
    page: int
    results: list[Asset]
    size: int
    total: int

ListAssetsSort: t.TypeAlias = 't.Literal["name", "lastWrittenTime", "-name", "-lastWrittenTime"]'

class AssetWriteItem(t.TypedDict):
    projectId: str
    """Of the pipeline that wrote it"""
    environmentName: str
    executionId: str
    """Of that pipeline"""
    rootExecutionId: str
    """Of the pipeline that was started"""
    pipelineName: str
    componentName: str
    rowCount: NotRequired[int]
    """Rows that the step counted; absent where it does not tell"""
    writtenTime: str
    """When the step ended"""

class AssetUse(t.TypedDict):
    projectId: str
    """A project whose pipelines use it"""
    projectName: str
    environmentName: str
    reads: bool
    writes: bool
    lastUsedTime: NotRequired[str]
    """When one did last; absent where none ran yet"""

class AssetDetails(t.TypedDict):
    assetId: str
    """The same for the same name"""
    namespace: str
    """Where it is, as OpenLineage names it: postgres://host:port, s3://bucket"""
    name: str
    """Its name there: database.schema.table, or a path"""
    kind: AssetKind
    columnNames: NotRequired[list[str]]
    """Where a pipeline made it and named them all"""
    firstSeenTime: str
    """When a pipeline first read or wrote it"""
    lastWrittenTime: NotRequired[str]
    """When a pipeline last wrote it"""
    lastWrite: NotRequired[AssetWriteItem]
    uses: list[AssetUse]
    """In environments that you see; at most 100"""

class ListAssetWritesResult(t.TypedDict):
    page: int
    results: list[AssetWriteItem]
    size: int
    total: int

AssetPipelineKnownFromItem: t.TypeAlias = 't.Literal["RUN", "VERSION"]'

class AssetPipeline(t.TypedDict):
    projectId: str
    """Of the pipeline"""
    projectName: str
    environmentName: str
    pipelineName: str
    reads: bool
    writes: bool
    knownFrom: list[AssetPipelineKnownFromItem]
    """RUN: a run did it. VERSION: a pipeline of the newest enabled version of the environment will do it, as its file says"""
    lastExecutionId: NotRequired[str]
    """The execution that did it last; absent where none did yet"""
    lastTime: NotRequired[str]
    """When it did"""

class ListAssetPipelinesResult(t.TypedDict):
    page: int
    results: list[AssetPipeline]
    size: int
    total: int

class AssetNode(t.TypedDict):
    assetId: str
    """The same for the same name"""
    namespace: str
    """Where it is, as OpenLineage names it: postgres://host:port, s3://bucket"""
    name: str
    """Its name there: database.schema.table, or a path"""
    kind: AssetKind
    distance: int
    """Steps from the asset: below 0 upstream, above 0 downstream"""
    hiddenUpstream: int
    """Assets from which it is computed in environments that you may not see; at most 1000 are counted"""
    hiddenDownstream: int
    """Assets that are computed from it in environments that you may not see; at most 1000 are counted"""
    lastWrittenTime: NotRequired[str]
    """When a pipeline last wrote it"""

AssetEdgeColumns: t.TypeAlias = 'dict[str, list[str]]'
"""By written column, the columns from which it is computed. Empty where they are not known"""

AssetEdgeKnownFromItem: t.TypeAlias = 't.Literal["RUN", "VERSION"]'

class AssetEdge(t.TypedDict):
    fromAssetId: str
    """What is read"""
    toAssetId: str
    """What is written"""
    projectId: str
    """Of the pipeline that does it"""
    environmentName: str
    pipelineName: str
    componentName: str
    columns: AssetEdgeColumns
    knownFrom: list[AssetEdgeKnownFromItem]
    """RUN: a run did it. VERSION: a pipeline of the newest enabled version of the environment will do it, as its file says"""
    lastExecutionId: NotRequired[str]
    """The execution that did it last; absent where none did yet"""
    lastTime: NotRequired[str]
    """When it did"""

class AssetGraph(t.TypedDict):
    nodes: list[AssetNode]
    edges: list[AssetEdge]
    truncated: bool
    """There is more than the limit, or the depth, that was asked for"""

class TracedColumnItem(t.TypedDict):
    assetId: str
    """The same for the same name"""
    namespace: str
    """Where it is, as OpenLineage names it: postgres://host:port, s3://bucket"""
    name: str
    """Its name there: database.schema.table, or a path"""
    kind: AssetKind
    column: str
    distance: int
    pipelines: list[str]
    """Pipelines that carry the column, on the side of the requested asset"""

class ColumnTrace(t.TypedDict):
    upstream: list[TracedColumnItem]
    """Columns from which the column is computed"""
    downstream: list[TracedColumnItem]
    """Columns that are computed from the column"""
    truncated: bool
    """There are more than 500 columns"""

class VersionLineageStepsItemReadsItem(t.TypedDict):
    assetId: str
    """Of the asset"""
    namespace: str
    name: str

class VersionLineageStepsItemWritesItem(t.TypedDict):
    assetId: str
    """Of the asset"""
    namespace: str
    name: str

VersionLineageStepsItemEdgesItemColumns: t.TypeAlias = 'dict[str, list[str]]'

class VersionLineageStepsItemEdgesItem(t.TypedDict):
    fromAssetId: str
    """What is read"""
    toAssetId: str
    """What is written"""
    columns: VersionLineageStepsItemEdgesItemColumns

class VersionLineageStepsItem(t.TypedDict):
    pipelineName: str
    componentName: str
    reads: list[VersionLineageStepsItemReadsItem]
    writes: list[VersionLineageStepsItemWritesItem]
    edges: list[VersionLineageStepsItemEdgesItem]
    unread: list[str]
    """Why statements could not be read"""

class VersionLineage(t.TypedDict):
    versionName: str
    environmentName: str
    current: bool
    """It is the newest enabled version of the environment: the one that the graph of assets shows"""
    recordedTime: NotRequired[str]
    """When it was recorded, with the values that variables had then; absent: it was read now"""
    steps: list[VersionLineageStepsItem]
    """The components that will read or write something; at most 1000"""
    truncated: bool
    """There are more components"""

class StepLineageItemReadsItem(t.TypedDict):
    assetId: str
    """Of the asset"""
    namespace: str
    name: str

class StepLineageItemWritesItem(t.TypedDict):
    assetId: str
    """Of the asset"""
    namespace: str
    name: str

StepLineageItemEdgesItemColumns: t.TypeAlias = 'dict[str, list[str]]'

class StepLineageItemEdgesItem(t.TypedDict):
    fromAssetId: str
    """What is read"""
    toAssetId: str
    """What is written"""
    columns: StepLineageItemEdgesItemColumns

class StepLineageItem(t.TypedDict):
    executionId: str
    """Of the execution, or of a pipeline that it called"""
    pipelineName: str
    componentName: str
    rowCount: NotRequired[int]
    """Rows that the step counted; absent where it does not tell"""
    reads: list[StepLineageItemReadsItem]
    writes: list[StepLineageItemWritesItem]
    edges: list[StepLineageItemEdgesItem]
    unread: list[str]
    """Why statements could not be read"""

class ExecutionLineage(t.TypedDict):
    steps: list[StepLineageItem]
    """Steps that read or wrote something; at most 1000"""

OAuthStatus: t.TypeAlias = 't.Literal["PENDING_SETUP", "AUTHORIZED"]'

class OAuth(t.TypedDict):
    oauthId: str
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation"""
    name: str
    grantType: GrantType
    clientId: str
    accessTokenUrl: str
    authorizeUrl: NotRequired[str]
    credentialsIn: CredentialsIn
    tokenParameters: list[TokenParameter]
    authParameters: list[AuthParameter]
    allowedHosts: NotRequired[list[str]]
    """Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl"""
    hasClientSecret: bool
    status: OAuthStatus
    redirectUri: str
    """To be registered at the authorization server"""
    expiresAt: NotRequired[str]
    fault: NotRequired[str]
    """Why the last attempt to fetch a token failed"""
    createdAt: str

class OAuthPage(t.TypedDict):
    page: int
    results: list[OAuth]
    size: int
    total: int

class NewOAuth(t.TypedDict):
    """On update absent clientSecret and allowedHosts stay as they are; null is the host of accessTokenUrl. Hosts that were not allowed before drop the token and need clientSecret again"""
    name: str
    grantType: GrantType
    clientId: str
    accessTokenUrl: str
    authorizeUrl: NotRequired[str]
    credentialsIn: NotRequired[CredentialsIn]
    tokenParameters: NotRequired[list[TokenParameter]]
    authParameters: NotRequired[list[AuthParameter]]
    allowedHosts: NotRequired[list[str] | None]
    projectId: NotRequired[str]
    """The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it"""
    clientSecret: NotRequired[str]

class Authorization(t.TypedDict):
    status: OAuthStatus
    authorizationUrl: NotRequired[str]
    expiresAt: NotRequired[str]

PrincipalKind: t.TypeAlias = 't.Literal["USER", "GROUP"]'

class Principal(t.TypedDict):
    id: str
    kind: PrincipalKind
    name: str
    active: bool
    """Always true for groups"""
    accountRole: AccountRole

class PrincipalPage(t.TypedDict):
    page: int
    results: list[Principal]
    size: int
    total: int

ListUsersSort: t.TypeAlias = 't.Literal["createdAt", "name", "-createdAt", "-name"]'

class Roles(t.TypedDict):
    accountRole: AccountRole
    accountPermissions: NotRequired[list[t.Literal["PROJECT_CREATOR"]]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    projectRoles: list[ProjectRoleGrant]
    environmentAccess: list[EnvironmentAccessGrant]

ListGroupsSort: t.TypeAlias = 't.Literal["createdAt", "name", "-createdAt", "-name"]'

MemberKind: t.TypeAlias = 't.Literal["USER", "GROUP", "CREDENTIAL"]'

MemberRole: t.TypeAlias = 't.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]'

class Member(t.TypedDict):
    id: str
    kind: MemberKind
    name: str
    role: MemberRole

class MemberPage(t.TypedDict):
    page: int
    results: list[Member]
    size: int
    total: int

CandidateKind: t.TypeAlias = 't.Literal["USER", "GROUP", "CREDENTIAL"]'

class Candidate(t.TypedDict):
    id: str
    kind: CandidateKind
    name: str

class CandidatePage(t.TypedDict):
    page: int
    results: list[Candidate]
    size: int
    total: int

NewMemberRole: t.TypeAlias = 't.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]'

class NewMember(t.TypedDict):
    role: NewMemberRole

EnvironmentMemberKind: t.TypeAlias = 't.Literal["USER", "GROUP", "CREDENTIAL"]'

EnvironmentMemberAccess: t.TypeAlias = 't.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]'

class EnvironmentMember(t.TypedDict):
    id: str
    kind: EnvironmentMemberKind
    name: str
    access: EnvironmentMemberAccess

class EnvironmentMemberPage(t.TypedDict):
    page: int
    results: list[EnvironmentMember]
    size: int
    total: int

NewEnvironmentMemberAccess: t.TypeAlias = 't.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]'

class NewEnvironmentMember(t.TypedDict):
    access: NewEnvironmentMemberAccess

PermissionsAccountRoleFromItemKind: t.TypeAlias = 't.Literal["USER", "GROUP"]'

class PermissionsAccountRoleFromItem(t.TypedDict):
    id: str
    kind: PermissionsAccountRoleFromItemKind
    name: str

PermissionsProjectsResultsItemRole: t.TypeAlias = 't.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]'

PermissionsProjectsResultsItemRoleFromItemKind: t.TypeAlias = 't.Literal["USER", "GROUP"]'

class PermissionsProjectsResultsItemRoleFromItem(t.TypedDict):
    id: str
    kind: PermissionsProjectsResultsItemRoleFromItemKind
    name: str

PermissionsProjectsResultsItemEnvironmentsItemAccess: t.TypeAlias = 't.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]'

PermissionsProjectsResultsItemEnvironmentsItemBecause: t.TypeAlias = 't.Literal["PROJECT_ADMIN", "GIVEN", "DEFAULT"]'
"""An administrator of the project; given by name; or the default of the environment"""

PermissionsProjectsResultsItemEnvironmentsItemAccessFromItemKind: t.TypeAlias = 't.Literal["USER", "GROUP"]'

class PermissionsProjectsResultsItemEnvironmentsItemAccessFromItem(t.TypedDict):
    id: str
    kind: PermissionsProjectsResultsItemEnvironmentsItemAccessFromItemKind
    name: str

class PermissionsProjectsResultsItemEnvironmentsItem(t.TypedDict):
    environmentName: str
    access: PermissionsProjectsResultsItemEnvironmentsItemAccess
    because: PermissionsProjectsResultsItemEnvironmentsItemBecause
    accessFrom: list[PermissionsProjectsResultsItemEnvironmentsItemAccessFromItem]
    """The user or its groups that were granted this"""
    permissions: list[str]

class PermissionsProjectsResultsItem(t.TypedDict):
    projectId: str
    name: str
    role: PermissionsProjectsResultsItemRole
    roleFrom: list[PermissionsProjectsResultsItemRoleFromItem]
    """The user or its groups that were granted this"""
    permissions: list[str]
    environments: list[PermissionsProjectsResultsItemEnvironmentsItem]

class PermissionsProjects(t.TypedDict):
    page: int
    results: list[PermissionsProjectsResultsItem]
    size: int
    total: int

class Permissions(t.TypedDict):
    userId: str
    active: bool
    """An inactive user has no permissions, whatever its roles"""
    accountRole: AccountRole
    accountRoleFrom: list[PermissionsAccountRoleFromItem]
    """The user or its groups that were granted this"""
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    projects: PermissionsProjects

EffectiveMemberPageResultsItemKind: t.TypeAlias = 't.Literal["USER", "CREDENTIAL"]'

EffectiveMemberPageResultsItemRole: t.TypeAlias = 't.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]'

EffectiveMemberPageResultsItemSourcesItemKind: t.TypeAlias = 't.Literal["DIRECT", "GROUP", "ACCOUNT_ADMINISTRATOR"]'

EffectiveMemberPageResultsItemSourcesItemRole: t.TypeAlias = 't.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]'

class EffectiveMemberPageResultsItemSourcesItem(t.TypedDict):
    kind: EffectiveMemberPageResultsItemSourcesItemKind
    role: EffectiveMemberPageResultsItemSourcesItemRole
    groupId: NotRequired[str]
    groupName: NotRequired[str]
    """The group that it was granted to; absent when direct"""
    decides: bool
    """False when another source is stronger or takes precedence"""

class EffectiveMemberPageResultsItem(t.TypedDict):
    id: str
    kind: EffectiveMemberPageResultsItemKind
    name: str
    role: EffectiveMemberPageResultsItemRole
    sources: list[EffectiveMemberPageResultsItemSourcesItem]
    """Every grant of a role, the deciding ones first"""

class EffectiveMemberPage(t.TypedDict):
    results: list[EffectiveMemberPageResultsItem]
    more: NotRequired[str]
    """Send it as `paginationToken` for the next page"""

EffectiveEnvironmentMemberPageResultsItemKind: t.TypeAlias = 't.Literal["USER", "CREDENTIAL"]'

EffectiveEnvironmentMemberPageResultsItemRole: t.TypeAlias = 't.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]'

EffectiveEnvironmentMemberPageResultsItemAccess: t.TypeAlias = 't.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]'

EffectiveEnvironmentMemberPageResultsItemSourcesItemKind: t.TypeAlias = 't.Literal["DIRECT", "GROUP", "DEFAULT", "PROJECT_ADMINISTRATOR", "ACCOUNT_ADMINISTRATOR"]'
"""DEFAULT: nothing was granted, so the default of the environment applies"""

EffectiveEnvironmentMemberPageResultsItemSourcesItemAccess: t.TypeAlias = 't.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]'

class EffectiveEnvironmentMemberPageResultsItemSourcesItem(t.TypedDict):
    kind: EffectiveEnvironmentMemberPageResultsItemSourcesItemKind
    access: EffectiveEnvironmentMemberPageResultsItemSourcesItemAccess
    groupId: NotRequired[str]
    groupName: NotRequired[str]
    """The group that it was granted to; absent when direct"""
    decides: bool
    """False when another source is stronger or takes precedence"""

class EffectiveEnvironmentMemberPageResultsItem(t.TypedDict):
    id: str
    kind: EffectiveEnvironmentMemberPageResultsItemKind
    name: str
    role: EffectiveEnvironmentMemberPageResultsItemRole
    access: EffectiveEnvironmentMemberPageResultsItemAccess
    sources: list[EffectiveEnvironmentMemberPageResultsItemSourcesItem]
    """Every source of access, the deciding ones first"""

class EffectiveEnvironmentMemberPage(t.TypedDict):
    results: list[EffectiveEnvironmentMemberPageResultsItem]
    more: NotRequired[str]
    """Send it as `paginationToken` for the next page"""

PersonalTokenScopesItem: t.TypeAlias = 't.Literal["read", "write"]'

class PersonalToken(t.TypedDict):
    id: str
    name: str
    scopes: list[PersonalTokenScopesItem]
    """read: operations that change nothing; write: all others. Never more than the roles of the user"""
    createdAt: str
    expiresAt: str
    lastUsedAt: NotRequired[str]

class PersonalTokens(t.TypedDict):
    results: list[PersonalToken]

NewPersonalTokenScopesItem: t.TypeAlias = 't.Literal["read", "write"]'

class NewPersonalToken(t.TypedDict):
    name: str
    scopes: list[NewPersonalTokenScopesItem]
    """read: operations that change nothing; write: all others. Never more than the roles of the user"""
    expiresAt: NotRequired[str]
    """90 days ahead by default, a year at most"""

CreatedPersonalTokenScopesItem: t.TypeAlias = 't.Literal["read", "write"]'

class CreatedPersonalToken(t.TypedDict):
    id: str
    name: str
    scopes: list[CreatedPersonalTokenScopesItem]
    """read: operations that change nothing; write: all others. Never more than the roles of the user"""
    createdAt: str
    expiresAt: str
    lastUsedAt: NotRequired[str]
    token: str
    """Shown only once"""

PipelineSummaryPipelineType: t.TypeAlias = 't.Literal["orchestration", "transformation"]'

class PipelineSummaryFaultCount(t.TypedDict):
    errors: int
    warnings: int

class PipelineSummary(t.TypedDict):
    name: str
    """Path in the repository without its ending"""
    path: str
    pipelineType: PipelineSummaryPipelineType
    faultCount: PipelineSummaryFaultCount
    componentCount: NotRequired[int]
    """Absent when the file cannot be read"""

class PipelinePage(t.TypedDict):
    page: int
    results: list[PipelineSummary]
    size: int
    total: int

PipelineDetailsPipelineType: t.TypeAlias = 't.Literal["orchestration", "transformation"]'

DrawnComponentParameters: t.TypeAlias = 'dict[str, t.Any]'
"""As the file has them"""

class DrawnComponentTransitions(t.TypedDict):
    """In an orchestration, the components that follow. They need not exist"""
    unconditional: NotRequired[list[str]]
    success: NotRequired[list[str]]
    failure: NotRequired[list[str]]
    true: NotRequired[list[str]]
    false: NotRequired[list[str]]

class DrawnComponentPostProcessingUpdateGridVariablesItem(t.TypedDict):
    variable: str
    values: t.Any

class DrawnComponentPostProcessing(t.TypedDict):
    updateScalarVariables: list[list[str]]
    """Rows of [variable, expression]"""
    updateGridVariables: list[DrawnComponentPostProcessingUpdateGridVariablesItem]
    updateOutputMessage: NotRequired[str]

class DrawnComponentPosition(t.TypedDict):
    """Absent when the file has none"""
    x: float
    """In pixels of the drawing"""
    y: float
    """In pixels of the drawing"""

class DrawnComponent(t.TypedDict):
    name: str
    type: str
    line: int
    """Line of the name in the file"""
    skipped: bool
    parameters: DrawnComponentParameters
    transitions: DrawnComponentTransitions
    sources: list[str]
    """In a transformation, the components that it reads from. They need not exist"""
    iterationTarget: NotRequired[str]
    """The component an iterator or retry repeats"""
    postProcessing: NotRequired[DrawnComponentPostProcessing]
    position: NotRequired[DrawnComponentPosition]

DeclaredVariableScope: t.TypeAlias = 't.Literal["COPIED", "SHARED"]'

DeclaredVariableVisibility: t.TypeAlias = 't.Literal["PUBLIC", "PRIVATE"]'

DeclaredVariableDefaultValue: t.TypeAlias = 'str | float | list[list[str]]'

class DeclaredVariable(t.TypedDict):
    name: str
    type: VariableType
    scope: DeclaredVariableScope
    visibility: DeclaredVariableVisibility
    description: str
    columns: list[str]
    """Columns of a GRID, in order; empty for scalars"""
    defaultValue: DeclaredVariableDefaultValue

class DrawnNote(t.TypedDict):
    text: str
    """Markdown"""
    x: NotRequired[float]
    """In pixels of the drawing"""
    y: NotRequired[float]
    """In pixels of the drawing"""
    width: NotRequired[float]
    """In pixels of the drawing"""
    height: NotRequired[float]
    """In pixels of the drawing"""
    theme: NotRequired[str]
    """A colour, such as yellow or light-blue"""

class DrawnGroup(t.TypedDict):
    """Components that are drawn inside one frame"""
    name: str
    components: list[str]
    """Their names"""

class PipelineDetails(t.TypedDict):
    name: str
    """Path in the repository without its ending"""
    path: str
    pipelineType: PipelineDetailsPipelineType
    commitHash: NotRequired[str]
    """The commit read, when a ref was asked for"""
    versionName: NotRequired[str]
    """The version read, when an environment was asked for"""
    description: str
    components: list[DrawnComponent]
    """In the order of the file; empty when unreadable"""
    variables: list[DeclaredVariable]
    notes: list[DrawnNote]
    groups: list[DrawnGroup]
    """Frames around components of the file"""
    faults: list[FileFault]
    """Errors and warnings of validation in this file, at most 200"""
    text: str
    """The file, at most its first 1048576 characters"""
    textTruncated: bool

PipelineCallsPipelineType: t.TypeAlias = 't.Literal["orchestration", "transformation"]'

CalleeState: t.TypeAlias = 't.Literal["KNOWN", "UNKNOWN", "WRONG_KIND", "DECIDED_WHILE_RUNNING"]'
"""UNKNOWN: there is no pipeline of this name. WRONG_KIND: it is of the other kind, and the component fails. DECIDED_WHILE_RUNNING: variables are part of the name"""

CalleePipelineType: t.TypeAlias = 't.Literal["orchestration", "transformation"]'
"""The type of pipeline that the component runs"""

class Callee(t.TypedDict):
    component: str
    """The component that runs the pipeline"""
    line: int
    """Line of that component in its file"""
    skipped: bool
    reference: str
    """The reference as the file writes it"""
    repeatedBy: NotRequired[str]
    """The iterator or retry that repeats the component"""
    state: CalleeState
    pipelineType: CalleePipelineType
    pipelineName: NotRequired[str]
    """Absent when it is decided while running"""
    path: NotRequired[str]
    """Path of its file, if there is one"""

SharedCalleeState: t.TypeAlias = 't.Literal["KNOWN", "UNKNOWN", "DECIDED_WHILE_RUNNING"]'

class SharedCallee(t.TypedDict):
    component: str
    """The component that runs the shared pipeline"""
    line: int
    skipped: bool
    reference: str
    """The reference as the file writes it"""
    repeatedBy: NotRequired[str]
    statedVersion: NotRequired[str]
    """Absent for the newest version"""
    versionName: NotRequired[str]
    """The version that the component runs now, if it can be run"""
    newestVersionName: NotRequired[str]
    """The newest version that is enabled"""
    state: SharedCalleeState
    fault: NotRequired[str]
    """Why it cannot be run, and what to do"""

PipelineCallerState: t.TypeAlias = 't.Literal["KNOWN", "UNKNOWN", "WRONG_KIND", "DECIDED_WHILE_RUNNING"]'
"""UNKNOWN: there is no pipeline of this name. WRONG_KIND: it is of the other kind, and the component fails. DECIDED_WHILE_RUNNING: variables are part of the name"""

PipelineCallerPipelineType: t.TypeAlias = 't.Literal["orchestration", "transformation"]'

class PipelineCaller(t.TypedDict):
    component: str
    """The component that runs the pipeline"""
    line: int
    """Line of that component in its file"""
    skipped: bool
    reference: str
    """The reference as the file writes it"""
    repeatedBy: NotRequired[str]
    """The iterator or retry that repeats the component"""
    state: PipelineCallerState
    pipelineName: str
    """Name of the pipeline that contains the component"""
    path: str
    pipelineType: PipelineCallerPipelineType

class PipelineCalls(t.TypedDict):
    name: str
    path: str
    pipelineType: PipelineCallsPipelineType
    commitHash: NotRequired[str]
    """The commit read; absent for a version, and for a draft of a new branch"""
    versionName: NotRequired[str]
    callees: list[Callee]
    """The pipelines that it runs, in the order of the file; at most 1000"""
    calleeCount: int
    sharedCallees: list[SharedCallee]
    """The shared pipelines that it runs, in the order of the file; at most 1000"""
    callers: list[PipelineCaller]
    """The pipelines that run it, by name; then those that may, because the name that they decide while running can become this one. At most 1000"""
    callerCount: int

class PipelineMatch(t.TypedDict):
    projectId: str
    projectName: str
    name: str
    """Path in the repository without its ending"""
    path: str
    branch: NotRequired[str]
    """The default branch of the repository, which has it"""
    environmentName: NotRequired[str]
    """Where it is published, in projects without a commit"""

class PipelineMatchPage(t.TypedDict):
    page: int
    results: list[PipelineMatch]
    size: int
    total: int

PipelineVersionChange: t.TypeAlias = 't.Literal["ADDED", "MODIFIED", "REMOVED"]'
"""Against the version that was published before it in this environment"""

class PipelineVersion(t.TypedDict):
    versionName: str
    commitHash: NotRequired[str]
    """As given by the publisher"""
    branch: NotRequired[str]
    publishedTime: str
    publishedBy: str
    enabled: bool
    change: PipelineVersionChange

class PipelineVersionPage(t.TypedDict):
    page: int
    results: list[PipelineVersion]
    size: int
    total: int

PipelineDiffChange: t.TypeAlias = 't.Literal["NONE", "ADDED", "MODIFIED", "REMOVED"]'

class ComponentDiff(t.TypedDict):
    """Changes of a pipeline by component name. The positions of components in the file do not matter"""
    added: list[str]
    changed: list[str]
    removed: list[str]

class PipelineDiffFrom(t.TypedDict):
    environmentName: str
    versionName: str
    path: NotRequired[str]
    """Absent when the version has no such pipeline"""
    text: NotRequired[str]
    """At most 1048576 characters"""
    textTruncated: bool

class PipelineDiffTo(t.TypedDict):
    environmentName: str
    versionName: str
    path: NotRequired[str]
    """Absent when the version has no such pipeline"""
    text: NotRequired[str]
    """At most 1048576 characters"""
    textTruncated: bool

PipelineDiff = t.TypedDict("PipelineDiff", {
    "change": 'PipelineDiffChange',
    "components": 'ComponentDiff',
    "from": 'PipelineDiffFrom',
    "to": 'PipelineDiffTo',
})

WarehouseKind: t.TypeAlias = 't.Literal["SNOWFLAKE", "DATABRICKS", "REDSHIFT", "BIGQUERY", "DUCKDB", "POSTGRES", "MYSQL", "CLICKHOUSE"]'

AgentDeploymentType: t.TypeAlias = 't.Literal["HYBRID", "FULL_SAAS"]'

class Project(t.TypedDict):
    id: str
    name: str
    description: str
    warehouse: WarehouseKind
    agentDeploymentType: AgentDeploymentType
    reviewBeforeMerging: ReviewLevel
    """Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""

class ProjectPage(t.TypedDict):
    page: int
    results: list[Project]
    size: int
    total: int

class NewProject(t.TypedDict):
    name: str
    description: NotRequired[str]
    warehouse: NotRequired[WarehouseKind]
    agentDeploymentType: NotRequired[AgentDeploymentType]
    reviewBeforeMerging: NotRequired[ReviewLevel]
    """Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""

class CreatedProject(t.TypedDict):
    projectId: str
    id: str
    name: str
    description: str
    warehouse: WarehouseKind
    agentDeploymentType: AgentDeploymentType
    reviewBeforeMerging: ReviewLevel
    """Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""

class ProjectPatch(t.TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]
    reviewBeforeMerging: NotRequired[ReviewLevel]
    """Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""

ProviderName: t.TypeAlias = 't.Literal["hosted", "git", "github", "gitlab", "azure-devops"]'

RepositoryProviderParameters: t.TypeAlias = 'dict[str, str]'

class Repository(t.TypedDict):
    provider: ProviderName
    repositoryName: str
    providerParameters: RepositoryProviderParameters
    cloneUrl: NotRequired[str]
    """URL of a hosted repository for git clone and git push"""
    tokenExpiresAt: NotRequired[str]
    tokenFault: NotRequired[str]
    """Why the stored token could not be rotated; store a new one"""
    migrationInProgress: bool
    publishedBranches: list[str]
    """Branches of which every new commit is published automatically, be it in an environment that the caller does not see"""
    createdAt: str
    createdBy: str

ProviderParameters: t.TypeAlias = 'dict[str, str]'
"""hosted: none. git: url, username? (http(s) or ssh). github: ownerName. gitlab: repositoryId, baseUrl?. azure-devops: organization, repositoryId, tenantId"""

class NewRepository(t.TypedDict):
    provider: ProviderName
    repositoryName: NotRequired[str]
    """The last part of the address by default"""
    providerParameters: NotRequired[ProviderParameters]

class RepositoryEventPageResultsItem(t.TypedDict):
    action: str
    madeBy: str
    madeAt: str
    detail: str

class RepositoryEventPage(t.TypedDict):
    page: int
    results: list[RepositoryEventPageResultsItem]
    size: int
    total: int

class BranchPageResultsItem(t.TypedDict):
    name: str
    commitHash: str
    """Full id of a commit"""
    committedAt: str
    subject: str
    isDefault: bool

class BranchPage(t.TypedDict):
    page: int
    results: list[BranchPageResultsItem]
    size: int
    total: int

NewBranch = t.TypedDict("NewBranch", {
    "name": 'str',
    "from": 'NotRequired[str]',
})

class Branch(t.TypedDict):
    name: str
    commitHash: str
    """Full id of a commit"""
    committedAt: str
    subject: str
    isDefault: bool

class CommitPageResultsItem(t.TypedDict):
    commitHash: str
    """Full id of a commit"""
    parents: list[str]
    authorName: str
    authorEmail: str
    authoredAt: str
    subject: str

class CommitPage(t.TypedDict):
    page: int
    results: list[CommitPageResultsItem]
    size: int
    total: int

FileChangeEncoding: t.TypeAlias = 't.Literal["utf-8", "base64"]'
"""Encoding of the content; utf-8 by default"""

class FileChange(t.TypedDict):
    path: str
    content: NotRequired[str]
    """At most 4 MiB"""
    encoding: NotRequired[FileChangeEncoding]
    delete: NotRequired[bool]
    """Instead of a content"""

class NewCommit(t.TypedDict):
    branch: str
    message: str
    baseCommit: NotRequired[str]
    """The commit that the changes were made on. Files that others have changed since are conflicts; without it, every file must be new"""
    changes: list[FileChange]

FilePageResultsItemKind: t.TypeAlias = 't.Literal["file", "link", "submodule"]'

class FilePageResultsItem(t.TypedDict):
    path: str
    bytes: int
    kind: FilePageResultsItemKind

class FilePage(t.TypedDict):
    page: int
    results: list[FilePageResultsItem]
    size: int
    total: int

PutFileEncoding: t.TypeAlias = 't.Literal["utf-8", "base64"]'
"""Encoding of the content; utf-8 by default"""

class PutFile(t.TypedDict):
    branch: str
    path: str
    content: str
    """At most 4 MiB"""
    encoding: NotRequired[PutFileEncoding]
    message: NotRequired[str]

class WrittenFile(t.TypedDict):
    branch: str
    path: str
    blobHash: str
    """The content as Git names it: its tag in If-Match"""
    commitHash: str
    """Full id of a commit"""

FileContentEncoding: t.TypeAlias = 't.Literal["utf-8", "base64"]'

class FileContent(t.TypedDict):
    path: str
    commitHash: str
    """Full id of a commit"""
    blobHash: str
    """The content as Git names it"""
    bytes: int
    encoding: FileContentEncoding
    content: str

class PublishFromGit(t.TypedDict):
    environmentName: str
    versionName: str
    ref: str
    """Branch, tag or commit"""

class Publication(t.TypedDict):
    environmentName: str
    branch: str
    lastCommit: NotRequired[str]
    """Full id of a commit"""
    lastResult: NotRequired[str]

class PublicationPage(t.TypedDict):
    page: int
    results: list[Publication]
    size: int
    total: int

class NewPublication(t.TypedDict):
    environmentName: str
    branch: str

NewMergeStrategy: t.TypeAlias = 't.Literal["AUTO", "FAST_FORWARD", "MERGE_COMMIT"]'
"""AUTO makes a merge commit only where the target cannot be moved forward"""

class NewMerge(t.TypedDict):
    source: str
    """Branch, tag or commit that is merged"""
    target: str
    """Branch that it is merged into"""
    message: NotRequired[str]
    strategy: NotRequired[NewMergeStrategy]
    sourceCommit: NotRequired[str]
    """Where the caller has seen the source: when it has moved, 409"""
    targetCommit: NotRequired[str]
    """Where the caller has seen the target: when it has moved, 409"""
    resolutions: NotRequired[list[FileChange]]
    """What becomes of files in conflict. With them, sourceCommit and targetCommit are required"""

MergeOutcome: t.TypeAlias = 't.Literal["UP_TO_DATE", "FAST_FORWARD", "MERGE_COMMIT"]'

class Merge(t.TypedDict):
    outcome: MergeOutcome
    target: str
    commitHash: str
    """Full id of a commit"""

FileDiffChange: t.TypeAlias = 't.Literal["ADDED", "MODIFIED", "REMOVED"]'

class FileDiff(t.TypedDict):
    path: str
    change: FileDiffChange
    diff: NotRequired[str]
    """Unified, at most 65536 characters; absent when the files of the page differ in too much"""
    diffTruncated: bool
    components: NotRequired[ComponentDiff]

class RepositoryDiff(t.TypedDict):
    fromCommit: NotRequired[str]
    """Full id of the commit. For a draft: the commit that it is based on; absent if the branch has no commit yet"""
    toCommit: NotRequired[str]
    """Full id of the commit. For a draft: the commit that it is based on; absent if the branch has no commit yet"""
    page: int
    results: list[FileDiff]
    size: int
    total: int

NewMigrationMode: t.TypeAlias = 't.Literal["MIRROR_PUSH", "RECONFIGURE"]'

class NewMigration(t.TypedDict):
    mode: NewMigrationMode
    provider: ProviderName
    repositoryName: NotRequired[str]
    providerParameters: NotRequired[ProviderParameters]

DryRunChecksItemResult: t.TypeAlias = 't.Literal["PASSED", "FAILED", "UNKNOWN"]'

class DryRunChecksItem(t.TypedDict):
    name: str
    result: DryRunChecksItemResult
    detail: str
    """The finding, and how to correct it"""

class DryRun(t.TypedDict):
    ready: bool
    """No check failed"""
    checks: list[DryRunChecksItem]

MigrationStatus: t.TypeAlias = 't.Literal["IN_PROGRESS", "SUCCEEDED", "FAILED"]'

MigrationMode: t.TypeAlias = 't.Literal["MIRROR_PUSH", "RECONFIGURE"]'

class MigrationSource(t.TypedDict):
    provider: ProviderName
    repositoryName: str

class MigrationTarget(t.TypedDict):
    provider: ProviderName
    repositoryName: str

class Migration(t.TypedDict):
    migrationId: str
    status: MigrationStatus
    detail: NotRequired[str]
    """Phase and counts, or the cause of a failure"""
    mode: MigrationMode
    source: MigrationSource
    target: MigrationTarget
    startedBy: str
    startedAt: str
    finishedAt: NotRequired[str]

class MigrationPage(t.TypedDict):
    page: int
    results: list[Migration]
    size: int
    total: int

class NewReview(t.TypedDict):
    branchName: str
    """Branch or tag of the project's repository"""
    commitId: NotRequired[str]
    """The newest of the branch by default"""
    dataWarehouseType: NotRequired[WarehouseKind]
    """The warehouse type of the project by default"""
    filePaths: NotRequired[list[str]]
    """Only findings in these files are returned; all by default"""

ReviewReviewStatus: t.TypeAlias = 't.Literal["PASSED", "FAILED"]'
"""FAILED when a finding has the severity ERROR"""

FindingSeverity: t.TypeAlias = 't.Literal["ERROR", "WARNING"]'

class Finding(t.TypedDict):
    rule: str
    """The id of a rule, or rules-file for what is wrong with the rules"""
    severity: FindingSeverity
    message: str
    component: NotRequired[str]
    line: int
    file: str
    """Path in the repository"""
    hint: NotRequired[str]
    """How to correct it"""

ReviewResults: t.TypeAlias = 'dict[str, list[Finding]]'
"""Findings by the name of the pipeline; pipelines without findings have empty lists"""

class Review(t.TypedDict):
    reviewStatus: ReviewReviewStatus
    commitId: str
    """The commit that was reviewed"""
    results: ReviewResults
    excludedFiles: list[str]
    """Files that are no pipelines, or that the rules leave out"""

AgentStatus: t.TypeAlias = 't.Literal["pending", "running", "unknown", "stopping", "stopped", "pausing", "paused"]'

AgentType: t.TypeAlias = 't.Literal["pipeline", "streaming", "data_productivity_cloud"]'

CloudProvider: t.TypeAlias = 't.Literal["aws", "azure", "gcp", "google_cloud", "snowflake", "self_hosted"]'

Deployment: t.TypeAlias = 't.Literal["fargate", "eks", "container app", "aci", "aks", "gke", "gce", "native app", "process", "container", "kubernetes"]'

VersionDetailsSupport: t.TypeAlias = 't.Literal["SUPPORTED", "UNSUPPORTED"]'

class VersionDetails(t.TypedDict):
    agentUpdateAvailable: bool
    agentVersion: NotRequired[str]
    """Omitted until the first connection"""
    support: VersionDetailsSupport
    trackName: str
    trackReleaseDate: str
    trackVersion: str

class AgentInfo(t.TypedDict):
    agentId: str
    agentStatus: AgentStatus
    agentType: AgentType
    cloudProvider: CloudProvider
    connected: bool
    """A live session with a heartbeat in the last 15 seconds"""
    deployment: Deployment
    description: str
    enableAutoUpdates: bool
    maxInstances: NotRequired[int]
    """Processes with its credential that may be connected at once, when it is more than one"""
    name: str
    pausedUntil: NotRequired[str]
    """Only while the runner is paused"""
    restrictedAccess: bool
    versionDetails: VersionDetails

class AgentPage(t.TypedDict):
    page: int
    results: list[AgentInfo]
    size: int
    total: int

ListAgentsSort: t.TypeAlias = 't.Literal["name", "-name"]'

class NewAgent(t.TypedDict):
    name: str
    agentType: AgentType
    cloudProvider: CloudProvider
    deployment: Deployment
    description: NotRequired[str]
    enableAutoUpdates: NotRequired[bool]
    maxInstances: NotRequired[int]
    """How many processes with its credential may be connected at once; 1 by default"""
    restrictedAccess: NotRequired[bool]
    trackName: NotRequired[str]
    """current or stable"""

class AgentPatch(t.TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]
    enableAutoUpdates: NotRequired[bool]
    maxInstances: NotRequired[int]
    """How many processes with its credential may be connected at once; 1 by default"""
    restrictedAccess: NotRequired[bool]
    trackName: NotRequired[str]
    """current or stable"""

class DeletedAgent(t.TypedDict):
    agentId: str

AgentCommandCommand: t.TypeAlias = 't.Literal["PAUSE", "RESUME", "RESTART", "STOP"]'

class AgentCommand(t.TypedDict):
    command: AgentCommandCommand
    pausedUntil: NotRequired[str]
    """For PAUSE: 24 hours ahead by default, at most 30 days"""

class AgentCredentials(t.TypedDict):
    clientId: str
    clientSecret: str

class CredentialAction(t.TypedDict):
    action: t.Literal["SECRET_REFRESH"]

class AllowListProjectsValue(t.TypedDict):
    environments: NotRequired[list[str]]

AllowListProjects: t.TypeAlias = 'dict[str, AllowListProjectsValue]'

class AllowList(t.TypedDict):
    projects: AllowListProjects

class AgentTrack(t.TypedDict):
    trackName: str
    trackVersion: str
    trackReleaseDate: str

class AgentTracks(t.TypedDict):
    tracks: list[AgentTrack]
    """Must contain `current`, the default track of runners"""
    minimumVersion: NotRequired[str | None]
    """Older runners are UNSUPPORTED. If omitted, the current minimum stays; null removes it"""

class TablesWanted(t.TypedDict):
    environmentName: str
    database: NotRequired[str]
    """A database name of the environment; its own database by default"""
    schema: NotRequired[str]
    """Only tables of this schema"""
    prefix: NotRequired[str]
    """Prefix of the names, in any letter case"""
    table: NotRequired[str]
    """Instead of a prefix: the name of the tables whose columns are wanted, in any letter case"""
    limit: NotRequired[int]
    """Tables at most, 200 by default"""

class DatabaseTableColumnsItem(t.TypedDict):
    name: str
    type: str
    """The database's own name"""

class DatabaseTable(t.TypedDict):
    schema: str
    name: str
    columns: NotRequired[list[DatabaseTableColumnsItem]]
    """With `table`: in their order"""

class DatabaseTables(t.TypedDict):
    ok: bool
    """false: `message` says why there are no tables"""
    message: NotRequired[str]
    usualSchema: NotRequired[str]
    """The schema that names without one mean"""
    schemas: NotRequired[list[str]]
    """At most 500; absent with `table`"""
    tables: NotRequired[list[DatabaseTable]]
    """Tables and views: those of the usual schema first, then by schema and name"""
    more: NotRequired[bool]
    """Whether there are more than the limit"""
    latencyMs: int

class NewSample(t.TypedDict):
    pipelineName: str
    """A transformation"""
    componentName: str
    environmentName: str
    versionName: NotRequired[str]
    """The newest by default"""
    ref: NotRequired[str]
    """Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs published versions only (`allowUnpublishedRuns`)"""
    draft: NotRequired[str]
    """Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref`"""
    scalarVariables: NotRequired[ScalarVariables]
    gridVariables: NotRequired[GridVariables]
    limit: NotRequired[int]
    """Rows at most, 100 by default; 0: columns and SQL only"""

class SampleColumnsItem(t.TypedDict):
    name: str
    type: str
    """The database's own name"""

class Sample(t.TypedDict):
    ok: bool
    """false: `message` says why there are no rows"""
    message: NotRequired[str]
    componentName: NotRequired[str]
    """The component that the message is about; it may be one before the wanted one"""
    columns: NotRequired[list[SampleColumnsItem]]
    rows: NotRequired[list[list[str | None]]]
    """Cells as text, in the order of the columns. For a component that writes, the rows that it receives"""
    more: NotRequired[bool]
    """Whether there are more rows"""
    shortened: NotRequired[bool]
    """true: long cells end with …"""
    sql: NotRequired[str]
    """The query sent to the database, without the limit"""
    latencyMs: int

IntervalUnit: t.TypeAlias = 't.Literal["MINUTES", "HOURS", "DAYS", "WEEKS"]'

class ScheduleIntervalExpression(t.TypedDict):
    interval: int
    unit: IntervalUnit

ScheduleScalarVariables: t.TypeAlias = 'dict[str, str]'

MissedRunPolicy: t.TypeAlias = 't.Literal["RUN_ONCE", "SKIP", "RUN_ALL"]'
"""After a time without a server: one run, none, or each of the last 100 due times"""

class Schedule(t.TypedDict):
    scheduleId: str
    name: str
    pipelineName: str
    versionName: NotRequired[str]
    """Absent: the newest version"""
    environmentName: str
    runnerId: str
    scheduleEnabled: bool
    allowConcurrentExecutions: bool
    cronExpression: NotRequired[str]
    cronTimezone: str
    intervalExpression: NotRequired[ScheduleIntervalExpression]
    effectiveFrom: str
    lastRunAt: NotRequired[str]
    nextRunAt: NotRequired[str]
    """Absent while disabled"""
    scalarVariables: ScheduleScalarVariables
    gridVariables: GridVariables
    missedRunPolicy: MissedRunPolicy
    jitterSeconds: int
    dueTimeVariable: NotRequired[str]
    """The scalar variable that is given the due time of each run, as ISO 8601 in UTC"""
    disabledReason: NotRequired[str]
    """Why the platform disabled it; absent when a person did"""

class SchedulePage(t.TypedDict):
    page: int
    results: list[Schedule]
    size: int
    total: int

ListSchedulesSort: t.TypeAlias = 't.Literal["name", "pipelineName", "environmentName", "nextRunAt", "lastRunAt", "-name", "-pipelineName", "-environmentName", "-nextRunAt", "-lastRunAt"]'

class NewSchedulePipeline(t.TypedDict):
    pipelineName: str
    environmentName: str
    versionName: NotRequired[str]
    agentId: NotRequired[str]
    scalarVariables: NotRequired[ScalarVariables]
    gridVariables: NotRequired[GridVariables]
    dueTimeVariable: NotRequired[str]
    """The scalar variable that is given the due time of each run, as ISO 8601 in UTC"""

class IntervalExpression(t.TypedDict):
    """Counted from effectiveFrom; days and weeks keep the local time in cronTimezone"""
    interval: int
    unit: IntervalUnit

class NewScheduleSchedule(t.TypedDict):
    name: str
    cronExpression: NotRequired[str]
    """Quartz with 6 or 7 fields (seconds first), or Unix cron with 5"""
    intervalExpression: NotRequired[IntervalExpression]
    cronTimezone: NotRequired[str]
    """IANA name, UTC by default"""
    effectiveFrom: NotRequired[str]
    scheduleEnabled: NotRequired[bool]
    allowConcurrentExecutions: NotRequired[bool]
    missedRunPolicy: NotRequired[MissedRunPolicy]
    jitterSeconds: NotRequired[int]
    """Each run is later by a share of this that is fixed for the schedule"""

class NewSchedule(t.TypedDict):
    pipeline: NewSchedulePipeline
    schedule: NewScheduleSchedule

class SchedulePatch(t.TypedDict):
    name: NotRequired[str]
    pipelineName: NotRequired[str]
    environmentName: NotRequired[str]
    versionName: NotRequired[str | None]
    runnerId: NotRequired[str | None]
    cronExpression: NotRequired[str | None]
    intervalExpression: NotRequired[IntervalExpression | None]
    cronTimezone: NotRequired[str]
    """IANA name, UTC by default"""
    effectiveFrom: NotRequired[str]
    scheduleEnabled: NotRequired[bool]
    allowConcurrentExecutions: NotRequired[bool]
    missedRunPolicy: NotRequired[MissedRunPolicy]
    jitterSeconds: NotRequired[int]
    """Each run is later by a share of this that is fixed for the schedule"""
    scalarVariables: NotRequired[ScalarVariables]
    gridVariables: NotRequired[GridVariables]
    dueTimeVariable: NotRequired[str | None]

class FireTimeList(t.TypedDict):
    fireTimes: list[str]

class PreviewRequest(t.TypedDict):
    cronExpression: NotRequired[str]
    """Quartz with 6 or 7 fields (seconds first), or Unix cron with 5"""
    intervalExpression: NotRequired[IntervalExpression]
    cronTimezone: NotRequired[str]
    """IANA name, UTC by default"""
    effectiveFrom: NotRequired[str]
    after: NotRequired[str]
    count: NotRequired[int]

TickOutcome: t.TypeAlias = 't.Literal["FIRED", "SKIPPED", "FAILED", "MISSED"]'

class Tick(t.TypedDict):
    dueAt: str
    outcome: TickOutcome
    reason: NotRequired[str]
    pipelineExecutionId: NotRequired[str]
    plannedAt: str
    """The due time and the share of the jitter"""
    decidedAt: str
    latenessMs: int
    """From plannedAt to decidedAt"""
    missedCount: int
    """Due times left out before this one, counted up to 1,000"""
    backfillId: NotRequired[str]

class TickPage(t.TypedDict):
    page: int
    results: list[Tick]
    size: int
    total: int

BackfillStatus: t.TypeAlias = 't.Literal["RUNNING", "DONE", "CANCELLED"]'

Backfill = t.TypedDict("Backfill", {
    "backfillId": 'str',
    "from": 'str',
    "to": 'str',
    "total": 'int',
    "queued": 'int',
    "status": 'BackfillStatus',
    "createdAt": 'str',
    "createdBy": 'str',
    "finishedAt": 'NotRequired[str]',
})

class BackfillPage(t.TypedDict):
    page: int
    results: list[Backfill]
    size: int
    total: int

NewBackfill = t.TypedDict("NewBackfill", {
    "from": 'str',
    "to": 'str',
    "dryRun": 'NotRequired[bool]',
})

class BackfillPlan(t.TypedDict):
    dryRun: bool
    total: int
    """Due times in the range"""
    alreadyRun: int
    """Due times that started a run before: they are not started again"""
    fireTimes: list[str]
    """The first 100 that will run"""
    backfillId: NotRequired[str]

BegunBackfillStatus: t.TypeAlias = 't.Literal["RUNNING", "DONE", "CANCELLED"]'

BegunBackfill = t.TypedDict("BegunBackfill", {
    "dryRun": 'bool',
    "total": 'int',
    "alreadyRun": 'int',
    "fireTimes": 'list[str]',
    "backfillId": 'str',
    "from": 'str',
    "to": 'str',
    "queued": 'int',
    "status": 'BegunBackfillStatus',
    "createdAt": 'str',
    "createdBy": 'str',
    "finishedAt": 'NotRequired[str]',
})
"""The backfill and its plan. `total` counts like a dry run all due times of the range; reading the backfill counts those that it runs"""

class UpcomingRun(t.TypedDict):
    scheduleId: str
    scheduleName: str
    projectId: str
    pipelineName: str
    environmentName: str
    nextRunAt: str

class UpcomingRunList(t.TypedDict):
    results: list[UpcomingRun]

class Secret(t.TypedDict):
    name: str
    description: str
    updatedAt: str
    updatedBy: str

class SecretPage(t.TypedDict):
    page: int
    results: list[Secret]
    size: int
    total: int

ListSecretsSort: t.TypeAlias = 't.Literal["name", "updatedAt", "-name", "-updatedAt"]'

class NewSecret(t.TypedDict):
    name: str
    """Unique in the project without regard to case"""
    value: str
    description: NotRequired[str]

class SecretChange(t.TypedDict):
    value: str
    description: NotRequired[str]

SecretReferenceAgentType: t.TypeAlias = 't.Literal["AWS", "Azure", "Matillion hosted"]'
"""As programs send it; kept as given"""

class SecretReference(t.TypedDict):
    name: str
    description: str
    secretReferenceType: t.Literal["PASSWORD"]
    secretName: str
    """Name of the secret at the runner"""
    secretKey: NotRequired[str]
    """Member of a secret that is a JSON object; absent: all of the secret"""
    agentId: NotRequired[str]
    """A runner that has the secret. A note: the runner of each execution looks the secret up"""
    agentType: NotRequired[SecretReferenceAgentType]
    createdAt: str
    createdBy: str

class SecretReferencePage(t.TypedDict):
    page: int
    results: list[SecretReference]
    size: int
    total: int

NewSecretReferenceAgentType: t.TypeAlias = 't.Literal["AWS", "Azure", "Matillion hosted"]'
"""As programs send it; kept as given"""

class NewSecretReference(t.TypedDict):
    secretName: str
    """Name of the secret at the runner"""
    secretKey: NotRequired[str]
    """Member of a secret that is a JSON object; absent: all of the secret"""
    description: NotRequired[str]
    secretReferenceType: NotRequired[t.Literal["PASSWORD"]]
    agentId: NotRequired[str]
    """A runner that has the secret. A note: the runner of each execution looks the secret up"""
    agentType: NotRequired[NewSecretReferenceAgentType]

PublishSharedPipelinesBody: t.TypeAlias = 'dict[str, str]'
"""Each part is a file, named by its path"""

SharedPipelineDetailsPipelineType: t.TypeAlias = 't.Literal["orchestration", "transformation"]'

SharedParameterDefaultValue: t.TypeAlias = 'str | float | list[list[str]]'

class SharedParameter(t.TypedDict):
    name: str
    type: VariableType
    displayName: NotRequired[str]
    description: str
    required: bool
    """A caller has to set it"""
    defaultValue: SharedParameterDefaultValue
    columns: NotRequired[list[str]]
    """Columns of a GRID, in order"""

class SharedPipelineDetails(t.TypedDict):
    sharedPipelineId: str
    """A component names it by <prefix>#<id>"""
    description: str
    sourcePipeline: str
    """Its path in the version, without the ending"""
    pipelineType: SharedPipelineDetailsPipelineType
    displayName: NotRequired[str]
    parameters: list[SharedParameter]

class PublishedSharedArtifact(t.TypedDict):
    sharedPipelineIdPrefix: str
    versionName: str
    enabled: bool
    """A disabled version is not the newest"""
    createdAt: str
    branch: NotRequired[str]
    commitHash: NotRequired[str]
    provider: NotRequired[str]
    """Provider of the owner's repository"""
    artifactId: str
    publishedBy: str
    pipelineCount: int
    """Pipelines that it shares"""
    projectId: NotRequired[str]
    sharedPipelines: list[SharedPipelineDetails]
    faults: list[FileFault]
    """Errors and warnings of validation; a component with an error fails when run"""
    ignoredResources: list[IgnoredResource]
    """Files that are no text, or no part of a pipeline project"""

class SharedArtifact(t.TypedDict):
    sharedPipelineIdPrefix: str
    versionName: str
    enabled: bool
    """A disabled version is not the newest"""
    createdAt: str
    branch: NotRequired[str]
    commitHash: NotRequired[str]
    provider: NotRequired[str]
    """Provider of the owner's repository"""
    artifactId: str
    publishedBy: str
    pipelineCount: int
    """Pipelines that it shares"""
    projectId: NotRequired[str]

class SharedArtifactPage(t.TypedDict):
    page: int
    results: list[SharedArtifact]
    size: int
    total: int

class PublishSharedFromGit(t.TypedDict):
    projectId: str
    ref: str
    """Branch, tag or commit of its repository"""
    versionName: str
    sharedPipelineIdPrefix: NotRequired[str]
    """Names the set; the name of the project by default"""

ListedSharedPipelinePipelineType: t.TypeAlias = 't.Literal["orchestration", "transformation"]'

class ListedSharedPipeline(t.TypedDict):
    sharedPipelineIdPrefix: str
    sharedPipelineId: str
    """A component names it by <prefix>#<id>"""
    description: str
    sourcePipeline: str
    """Its path in the version, without the ending"""
    pipelineType: ListedSharedPipelinePipelineType
    displayName: NotRequired[str]
    versionName: str
    """The newest version that is enabled"""
    publishedTime: str
    projectId: NotRequired[str]
    """The project that owns it; absent for the installation"""

class SharedPipelinePage(t.TypedDict):
    page: int
    results: list[ListedSharedPipeline]
    size: int
    total: int

class SharedArtifactDetails(t.TypedDict):
    artifactDetails: SharedArtifact
    sharedPipelines: list[SharedPipelineDetails]

class SharedChange(t.TypedDict):
    enabled: bool

ChangedSharedParameterAspectsItem: t.TypeAlias = 't.Literal["TYPE", "DEFAULT", "REQUIRED", "COLUMNS", "DESCRIPTION"]'

ChangedSharedParameter = t.TypedDict("ChangedSharedParameter", {
    "name": 'str',
    "aspects": 'list[ChangedSharedParameterAspectsItem]',
    "from": 'SharedParameter',
    "to": 'SharedParameter',
})

class SharedPipelineDiff(t.TypedDict):
    sharedPipelineIdPrefix: str
    sharedPipelineId: str
    fromVersionName: str
    toVersionName: str
    isShared: bool
    """Whether the later version still shares the pipeline"""
    breaking: bool
    """Whether a caller that sets what the earlier version takes may fail with the later one"""
    added: list[SharedParameter]
    removed: list[SharedParameter]
    changed: list[ChangedSharedParameter]

class SharedPipelineUser(t.TypedDict):
    projectId: str
    projectName: str
    environmentName: str
    callerVersionName: str
    """The newest version of the environment"""
    pipelines: list[str]
    """Pipelines with a component that runs it"""
    sharedPipelineId: str
    versionName: str
    """The version of the shared pipeline that they run"""
    statedVersion: str
    """The version in the components: a version name or [Latest]"""
    isNewest: bool
    enabled: bool
    """Whether the version that they run is enabled"""
    isGranted: bool
    """Whether the set is still shared with the project; where it is not, these pipelines fail"""

class SharedPipelineUserPage(t.TypedDict):
    page: int
    results: list[SharedPipelineUser]
    size: int
    total: int
    hiddenCount: int
    """Users in projects and environments that you may not see"""

class Credentials(t.TypedDict):
    userName: str
    password: str

SessionKind: t.TypeAlias = 't.Literal["CREDENTIAL", "USER"]'

class Session(t.TypedDict):
    kind: SessionKind
    id: str
    name: str
    accountRole: AccountRole
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    csrfToken: NotRequired[str]
    """For the header X-CSRF-Token of every request that changes something"""
    expiresAt: NotRequired[str]

SecondFactorWantedSecondFactor: t.TypeAlias = 't.Literal["CODE", "ENROLMENT"]'
"""CODE: POST /v1/session/second-factor. ENROLMENT: POST /v1/session/second-factor/enrolment first"""

class SecondFactorWanted(t.TypedDict):
    secondFactor: SecondFactorWantedSecondFactor

class SignedOut(t.TypedDict):
    signOutUrl: str
    """Lead the browser there: it signs out at the identity provider and comes back to the sign-in page"""

class SessionsResultsItem(t.TypedDict):
    id: str
    method: str
    """password, or the name of an identity provider"""
    address: str
    userAgent: str
    createdAt: str
    lastUsedAt: str
    expiresAt: str
    current: bool

class Sessions(t.TypedDict):
    results: list[SessionsResultsItem]

class PasswordChange(t.TypedDict):
    currentPassword: str
    newPassword: str

class SignInOptionsProvidersItem(t.TypedDict):
    id: str
    name: str
    url: str

class SignInOptions(t.TypedDict):
    password: bool
    providers: list[SignInOptionsProvidersItem]

ClientKeysKeysItem: t.TypeAlias = 'dict[str, t.Any]'

class ClientKeys(t.TypedDict):
    keys: list[ClientKeysKeysItem]

class LogoutForm(t.TypedDict):
    logout_token: str

IdentityProviderTokenEndpointAuthMethod: t.TypeAlias = 't.Literal["auto", "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none"]'
"""How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves"""

IdentityProviderUserNameClaim: t.TypeAlias = 't.Literal["email", "preferred_username", "upn"]'
"""Compared with userName on the first sign-in; later the subject counts"""

class IdentityProvider(t.TypedDict):
    id: str
    name: str
    issuer: str
    """https, or http on loopback"""
    clientId: str
    tokenEndpointAuthMethod: IdentityProviderTokenEndpointAuthMethod
    scopes: str
    userNameClaim: IdentityProviderUserNameClaim
    justInTimeDomains: list[str]
    """Users with a verified address in these domains are created on their first sign-in"""
    signOutAtProvider: bool
    """Whether users who sign out here are led to the provider, to sign out there too; false by default"""
    redirectUri: str
    """To be registered at the provider"""
    postLogoutRedirectUri: str
    """To be registered at the provider for signOutAtProvider"""
    backChannelLogoutUri: str
    """Registered at the provider, it ends sessions here as soon as users sign out there"""
    jwksUri: NotRequired[str]
    """With private_key_jwt: the public key, to be registered at the provider"""

class IdentityProviders(t.TypedDict):
    results: list[IdentityProvider]

NewIdentityProviderTokenEndpointAuthMethod: t.TypeAlias = 't.Literal["auto", "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none"]'
"""How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves"""

NewIdentityProviderUserNameClaim: t.TypeAlias = 't.Literal["email", "preferred_username", "upn"]'
"""Compared with userName on the first sign-in; later the subject counts"""

class NewIdentityProvider(t.TypedDict):
    name: str
    issuer: str
    """https, or http on loopback"""
    clientId: str
    clientSecret: NotRequired[str]
    tokenEndpointAuthMethod: NotRequired[NewIdentityProviderTokenEndpointAuthMethod]
    scopes: NotRequired[str]
    userNameClaim: NotRequired[NewIdentityProviderUserNameClaim]
    justInTimeDomains: NotRequired[list[str]]
    """Users with a verified address in these domains are created on their first sign-in"""
    signOutAtProvider: NotRequired[bool]
    """Whether users who sign out here are led to the provider, to sign out there too; false by default"""

IdentityProviderPatchTokenEndpointAuthMethod: t.TypeAlias = 't.Literal["auto", "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none"]'
"""How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves"""

IdentityProviderPatchUserNameClaim: t.TypeAlias = 't.Literal["email", "preferred_username", "upn"]'
"""Compared with userName on the first sign-in; later the subject counts"""

class IdentityProviderPatch(t.TypedDict):
    name: NotRequired[str]
    clientId: NotRequired[str]
    clientSecret: NotRequired[str | None]
    """null: none any more"""
    tokenEndpointAuthMethod: NotRequired[IdentityProviderPatchTokenEndpointAuthMethod]
    scopes: NotRequired[str]
    userNameClaim: NotRequired[IdentityProviderPatchUserNameClaim]
    justInTimeDomains: NotRequired[list[str]]
    """Users with a verified address in these domains are created on their first sign-in"""
    signOutAtProvider: NotRequired[bool]
    """Whether users who sign out here are led to the provider, to sign out there too; false by default"""

class UserIdentitiesResultsItem(t.TypedDict):
    providerId: str
    provider: str
    """Name of the identity provider"""
    subject: str
    """Who the user is at the provider: the claim `sub`"""

class UserIdentities(t.TypedDict):
    results: list[UserIdentitiesResultsItem]

class Invitation(t.TypedDict):
    createdAt: str
    createdBy: str
    expiresAt: str
    expired: bool
    """An expired one cannot be accepted; create another"""

class CreatedInvitation(t.TypedDict):
    createdAt: str
    createdBy: str
    expiresAt: str
    expired: bool
    """An expired one cannot be accepted; create another"""
    invitationUrl: str
    """The link for the user; shown only once"""

class InvitationToken(t.TypedDict):
    token: str
    """The part of the link after #"""

class InvitedUser(t.TypedDict):
    userName: str
    name: str
    """Display name"""
    expiresAt: str

class Acceptance(t.TypedDict):
    token: str
    """The part of the link after #"""
    password: str

class AnyCode(t.TypedDict):
    code: str
    """Code of the app, or a recovery code"""

class Enrolment(t.TypedDict):
    secret: str
    """For apps that read no QR code; Base32"""
    otpauthUri: str
    """For a QR code"""
    expiresAt: str
    """Confirm the enrolment before"""

class NewCode(t.TypedDict):
    code: str
    """Six-digit code of the authenticator app"""

EnrolledSessionKind: t.TypeAlias = 't.Literal["CREDENTIAL", "USER"]'

class EnrolledSession(t.TypedDict):
    kind: EnrolledSessionKind
    id: str
    name: str
    accountRole: AccountRole
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    csrfToken: NotRequired[str]
    """For the header X-CSRF-Token of every request that changes something"""
    expiresAt: NotRequired[str]
    recoveryCodes: list[str]
    """Each works once. Shown only once"""

class SecondFactor(t.TypedDict):
    enrolled: bool
    enrolledAt: NotRequired[str]
    recoveryCodesLeft: int
    required: bool
    """Whether one is demanded, of this user or by the installation"""
    requiredOfUser: bool
    """Whether one is demanded of this user in particular"""

class PasswordProof(t.TypedDict):
    currentPassword: str

class RecoveryCodeList(t.TypedDict):
    recoveryCodes: list[str]
    """Each works once. Shown only once"""

class SecondFactorDemand(t.TypedDict):
    required: bool
    """Demand one of this user, whatever the installation demands"""

SecondFactorPolicy: t.TypeAlias = 't.Literal["OPTIONAL", "ADMINISTRATORS", "EVERYBODY"]'

class SignInSettings(t.TypedDict):
    secondFactor: SecondFactorPolicy
    """Who must have a second factor to sign in with a password"""

class ExecutionFigures(t.TypedDict):
    succeeded: int
    """Executions that ended with SUCCESS"""
    failed: int
    """Executions that ended with FAILED"""
    cancelled: int
    """Executions that ended with CANCELLED"""
    successRate: NotRequired[float]
    """Share of SUCCESS among those that succeeded or failed; absent when none did"""
    medianMs: NotRequired[float]
    """The median duration of those that succeeded, within 5 %; absent when none did"""
    p95Ms: NotRequired[float]
    """The 95th percentile of that duration"""
    averageWaitMs: NotRequired[float]
    """The average time that they were queued; absent without executions"""
    longestWaitMs: NotRequired[float]
    """The longest time that one of them was queued"""
    rows: int
    """The sum of the rows that their components, and those of called pipelines, reported"""
    bytes: NotRequired[int]
    """The sum of the bytes of files, requests and answers that they read or wrote; absent where none counts them"""

class ExecutionStatistics(t.TypedDict):
    day: NotRequired[str]
    """In UTC; by DAY"""
    projectId: NotRequired[str]
    environmentName: NotRequired[str]
    """By ENVIRONMENT"""
    pipelineName: NotRequired[str]
    """By PIPELINE"""
    succeeded: int
    """Executions that ended with SUCCESS"""
    failed: int
    """Executions that ended with FAILED"""
    cancelled: int
    """Executions that ended with CANCELLED"""
    successRate: NotRequired[float]
    """Share of SUCCESS among those that succeeded or failed; absent when none did"""
    medianMs: NotRequired[float]
    """The median duration of those that succeeded, within 5 %; absent when none did"""
    p95Ms: NotRequired[float]
    """The 95th percentile of that duration"""
    averageWaitMs: NotRequired[float]
    """The average time that they were queued; absent without executions"""
    longestWaitMs: NotRequired[float]
    """The longest time that one of them was queued"""
    rows: int
    """The sum of the rows that their components, and those of called pipelines, reported"""
    bytes: NotRequired[int]
    """The sum of the bytes of files, requests and answers that they read or wrote; absent where none counts them"""

class ExecutionStatisticsList(t.TypedDict):
    overall: ExecutionFigures
    results: list[ExecutionStatistics]

ListExecutionStatisticsBy: t.TypeAlias = 't.Literal["DAY", "PROJECT", "ENVIRONMENT", "PIPELINE"]'

class ComponentStatistics(t.TypedDict):
    projectId: str
    pipelineName: str
    """The pipeline that the component is in"""
    componentName: str
    componentType: str
    runs: int
    """How often it ran, iterations included"""
    failures: int
    """How often it failed"""
    totalMs: float
    """How long it ran in all"""
    averageMs: float
    """How long it ran on average"""
    longestMs: float
    """How long its longest run took"""
    rows: int
    """The sum of the rows that it reported"""
    bytes: NotRequired[int]
    """The sum of the bytes of files, requests and answers that it read or wrote; absent where none counts them"""

class ComponentStatisticsList(t.TypedDict):
    results: list[ComponentStatistics]

StreamingPipelineStreamingSource: t.TypeAlias = 'dict[str, t.Any]'
"""The database whose changes are captured. Kept and returned as given; name secrets in it, and do not write their values"""

StreamingPipelineStreamingTarget: t.TypeAlias = 'dict[str, t.Any]'
"""Where the changes are written. Kept and returned as given; name secrets in it, and do not write their values"""

StreamingPipelineAdvancedProperties: t.TypeAlias = 'dict[str, t.Any]'
"""Further settings. Kept and returned as given; name secrets in it, and do not write their values"""

class StreamingPipeline(t.TypedDict):
    streamingPipelineId: str
    projectId: str
    name: str
    agentId: str
    """The runner that is meant to run it"""
    streamingSource: StreamingPipelineStreamingSource
    streamingTarget: StreamingPipelineStreamingTarget
    advancedProperties: NotRequired[StreamingPipelineAdvancedProperties]

class StreamingPipelinePage(t.TypedDict):
    page: int
    results: list[StreamingPipeline]
    size: int
    total: int

NewStreamingPipelineStreamingSource: t.TypeAlias = 'dict[str, t.Any]'
"""The database whose changes are captured. Kept and returned as given; name secrets in it, and do not write their values"""

NewStreamingPipelineStreamingTarget: t.TypeAlias = 'dict[str, t.Any]'
"""Where the changes are written. Kept and returned as given; name secrets in it, and do not write their values"""

NewStreamingPipelineAdvancedProperties: t.TypeAlias = 'dict[str, t.Any]'
"""Further settings. Kept and returned as given; name secrets in it, and do not write their values"""

class NewStreamingPipeline(t.TypedDict):
    name: str
    agentId: str
    """The runner that is meant to run it"""
    streamingSource: NewStreamingPipelineStreamingSource
    streamingTarget: NewStreamingPipelineStreamingTarget
    advancedProperties: NotRequired[NewStreamingPipelineAdvancedProperties]

StreamingPipelineStatus: t.TypeAlias = 't.Literal["STARTING", "SNAPSHOTTING", "STREAMING", "STOPPING", "NOT_RUNNING", "UNKNOWN"]'
"""Always NOT_RUNNING: no runner of this version can run streams"""

class StreamingPipelineState(t.TypedDict):
    status: StreamingPipelineStatus

StreamingPipelineCommandCommand: t.TypeAlias = 't.Literal["START", "STOP"]'
"""START is answered with 409"""

class StreamingPipelineCommand(t.TypedDict):
    command: StreamingPipelineCommandCommand

NewTestExecutionScope: t.TypeAlias = 't.Literal["TEST", "PIPELINE", "PROJECT"]'
"""TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them"""

NewTestExecutionScratch: t.TypeAlias = 't.Literal["DATABASE", "SCHEMA"]'
"""What each test gets on PostgreSQL: a database of its own, or, where the account may create none, only a schema: then a pipeline that names other schemas reads and writes there. On other databases but DuckDB it is always a schema"""

class NewTestExecution(t.TypedDict):
    environmentName: str
    scope: NewTestExecutionScope
    tests: NotRequired[list[str]]
    """For scope TEST: paths of the tests without `.test.yaml`"""
    pipelines: NotRequired[list[str]]
    """For scope PIPELINE: names of the pipelines"""
    versionName: NotRequired[str]
    """The newest by default"""
    ref: NotRequired[str]
    """Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs published versions only (`allowUnpublishedRuns`)"""
    draft: NotRequired[str]
    """Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref`"""
    agentId: NotRequired[str]
    """The environment's default by default"""
    executionTag: NotRequired[str]
    """At most one live execution per tag and environment"""
    scratch: NotRequired[NewTestExecutionScratch]

TestExecutionScope: t.TypeAlias = 't.Literal["TEST", "PIPELINE", "PROJECT"]'
"""TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them"""

class TestExecutionTotals(t.TypedDict):
    total: int
    """Tests that were chosen; for scope PIPELINE those that have begun, until it ends"""
    passed: int
    failed: int
    cancelled: int
    """Tests that were stopped or never began"""

TestExecutionTestsItemStatus: t.TypeAlias = 't.Literal["PENDING", "RUNNING", "PASSED", "FAILED", "CANCELLED"]'

class TestExecutionTestsItemAssertionsItem(t.TypedDict):
    what: str
    """What was checked"""
    line: int
    """Line of the assertion in the file"""
    passed: bool
    expected: str
    actual: str

class TestExecutionTestsItem(t.TypedDict):
    name: str
    file: str
    status: TestExecutionTestsItemStatus
    durationMs: NotRequired[int]
    message: NotRequired[str]
    """Why the test could not be completed, or why a run that was expected to fail did so"""
    assertions: list[TestExecutionTestsItemAssertionsItem]

class TestExecution(t.TypedDict):
    testExecutionId: str
    """Also the id of a pipeline execution, whose steps are the tests and whose log is theirs"""
    projectId: str
    environmentName: str
    scope: TestExecutionScope
    pipelines: NotRequired[list[str]]
    status: ExecutionStatus
    versionName: str
    """For unpublished runs, a label instead of a version name"""
    ref: NotRequired[str]
    """For unpublished runs, the branch, tag or commit"""
    draft: NotRequired[str]
    """For unpublished runs, the branch whose draft was run"""
    commitHash: NotRequired[str]
    """For unpublished runs, the commit, or the one that the draft is based on"""
    user: str
    agentId: str
    executionTag: NotRequired[str]
    queuedAt: str
    startedAt: NotRequired[str]
    finishedAt: NotRequired[str]
    message: NotRequired[str]
    totals: TestExecutionTotals
    tests: list[TestExecutionTestsItem]

TestExecutionPageResultsItemScope: t.TypeAlias = 't.Literal["TEST", "PIPELINE", "PROJECT"]'
"""TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them"""

class TestExecutionPageResultsItemTotals(t.TypedDict):
    total: int
    """Tests that were chosen; for scope PIPELINE those that have begun, until it ends"""
    passed: int
    failed: int
    cancelled: int
    """Tests that were stopped or never began"""

class TestExecutionPageResultsItem(t.TypedDict):
    testExecutionId: str
    """Also the id of a pipeline execution, whose steps are the tests and whose log is theirs"""
    projectId: str
    environmentName: str
    scope: TestExecutionPageResultsItemScope
    pipelines: NotRequired[list[str]]
    status: ExecutionStatus
    versionName: str
    """For unpublished runs, a label instead of a version name"""
    ref: NotRequired[str]
    """For unpublished runs, the branch, tag or commit"""
    draft: NotRequired[str]
    """For unpublished runs, the branch whose draft was run"""
    commitHash: NotRequired[str]
    """For unpublished runs, the commit, or the one that the draft is based on"""
    user: str
    agentId: str
    executionTag: NotRequired[str]
    queuedAt: str
    startedAt: NotRequired[str]
    finishedAt: NotRequired[str]
    message: NotRequired[str]
    totals: TestExecutionPageResultsItemTotals

class TestExecutionPage(t.TypedDict):
    page: int
    results: list[TestExecutionPageResultsItem]
    size: int
    total: int

TriggerConditionType: t.TypeAlias = 't.Literal["PIPELINE_END", "ASSETS", "FILE", "SQL", "EVENT"]'

TriggerConditionStatesItem: t.TypeAlias = 't.Literal["SUCCESS", "FAILED", "CANCELLED"]'

class TriggerConditionAssetsItem(t.TypedDict):
    assetId: str
    namespace: NotRequired[str]
    """As the API returns it; ignored in requests"""
    name: NotRequired[str]
    """As the API returns it; ignored in requests"""

TriggerConditionMatch: t.TypeAlias = 't.Literal["ALL", "ANY"]'
"""ASSETS: ALL when each was written since the trigger fired last, ANY at each write; ALL by default"""

TriggerConditionFires: t.TypeAlias = 't.Literal["BECOMES_TRUE", "VALUE_CHANGES"]'
"""SQL: when the cell becomes true or another number than 0, or when it changes; BECOMES_TRUE by default"""

class TriggerCondition(t.TypedDict):
    type: TriggerConditionType
    projectId: NotRequired[str]
    """PIPELINE_END: the trigger's own project by default"""
    environmentName: NotRequired[str]
    """PIPELINE_END: the trigger's own environment by default"""
    pipelineName: NotRequired[str]
    """PIPELINE_END: the published pipeline whose end is waited for"""
    states: NotRequired[list[TriggerConditionStatesItem]]
    """PIPELINE_END: how it has to end; SUCCESS by default"""
    assets: NotRequired[list[TriggerConditionAssetsItem]]
    """ASSETS: the assets whose writes are waited for; each once"""
    match: NotRequired[TriggerConditionMatch]
    withinSeconds: NotRequired[int]
    """ASSETS with ALL: how far apart the newest writes of the assets may be; any time by default"""
    connection: NotRequired[str]
    """FILE: a connection of the project to an object store or SFTP server; absent: the runner's files"""
    folder: NotRequired[str]
    """FILE: the folder to watch, or an address such as s3://bucket/orders"""
    filePattern: NotRequired[str]
    """FILE: a regular expression of the whole path below the folder; every file by default"""
    sql: NotRequired[str]
    """SQL: a query; the first cell of its first row is what counts"""
    fires: NotRequired[TriggerConditionFires]
    pollSeconds: NotRequired[int]
    """FILE and SQL: seconds between checks; 60 by default"""
    signed: NotRequired[bool]
    """EVENT: whether events have to be signed (Standard Webhooks), besides the token; false by default"""

TriggerMissedPolicy: t.TypeAlias = 't.Literal["RUN_ALL", "RUN_ONCE", "SKIP"]'
"""What happened while no server was there to see it within 30 s: each starts a run, only the latest does, or none"""

DataTriggerScalarVariables: t.TypeAlias = 'dict[str, str]'

DataTriggerVariablePaths: t.TypeAlias = 'dict[str, str]'
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""

class DataTrigger(t.TypedDict):
    triggerId: str
    name: str
    pipelineName: str
    versionName: NotRequired[str]
    """Absent: the newest version"""
    environmentName: str
    runnerId: str
    enabled: bool
    condition: TriggerCondition
    allowConcurrentExecutions: bool
    missedRunPolicy: TriggerMissedPolicy
    scalarVariables: DataTriggerScalarVariables
    gridVariables: GridVariables
    variablePaths: DataTriggerVariablePaths
    createdAt: str
    createdBy: str
    lastFiredAt: NotRequired[str]
    lookedAt: NotRequired[str]
    """FILE and SQL: time of the last check"""
    fault: NotRequired[str]
    """Why it cannot start anything at present: what it waits for is gone, or cannot be seen"""

class DataTriggerPage(t.TypedDict):
    page: int
    results: list[DataTrigger]
    size: int
    total: int

ListTriggersSort: t.TypeAlias = 't.Literal["name", "pipelineName", "environmentName", "-name", "-pipelineName", "-environmentName"]'

NewTriggerVariablePaths: t.TypeAlias = 'dict[str, str]'
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""

class NewTrigger(t.TypedDict):
    name: str
    pipelineName: str
    environmentName: str
    condition: TriggerCondition
    versionName: NotRequired[str]
    runnerId: NotRequired[str]
    scalarVariables: NotRequired[ScalarVariables]
    gridVariables: NotRequired[GridVariables]
    variablePaths: NotRequired[NewTriggerVariablePaths]
    enabled: NotRequired[bool]
    allowConcurrentExecutions: NotRequired[bool]
    """false: what happens while an execution of the trigger is live is skipped"""
    missedRunPolicy: NotRequired[TriggerMissedPolicy]

ChangedTriggerScalarVariables: t.TypeAlias = 'dict[str, str]'

ChangedTriggerVariablePaths: t.TypeAlias = 'dict[str, str]'
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""

class ChangedTrigger(t.TypedDict):
    triggerId: str
    name: str
    pipelineName: str
    versionName: NotRequired[str]
    """Absent: the newest version"""
    environmentName: str
    runnerId: str
    enabled: bool
    condition: TriggerCondition
    allowConcurrentExecutions: bool
    missedRunPolicy: TriggerMissedPolicy
    scalarVariables: ChangedTriggerScalarVariables
    gridVariables: GridVariables
    variablePaths: ChangedTriggerVariablePaths
    createdAt: str
    createdBy: str
    lastFiredAt: NotRequired[str]
    lookedAt: NotRequired[str]
    """FILE and SQL: time of the last check"""
    fault: NotRequired[str]
    """Why it cannot start anything at present: what it waits for is gone, or cannot be seen"""
    signingSecret: NotRequired[str]
    """Only when it was made just now. It is not shown again"""

TriggerPatchVariablePaths: t.TypeAlias = 'dict[str, str]'
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""

class TriggerPatch(t.TypedDict):
    name: NotRequired[str]
    pipelineName: NotRequired[str]
    environmentName: NotRequired[str]
    condition: NotRequired[TriggerCondition]
    versionName: NotRequired[str | None]
    runnerId: NotRequired[str | None]
    scalarVariables: NotRequired[ScalarVariables]
    gridVariables: NotRequired[GridVariables]
    variablePaths: NotRequired[TriggerPatchVariablePaths]
    enabled: NotRequired[bool]
    allowConcurrentExecutions: NotRequired[bool]
    """false: what happens while an execution of the trigger is live is skipped"""
    missedRunPolicy: NotRequired[TriggerMissedPolicy]
    newSigningSecret: NotRequired[bool]
    """true: makes another secret; the one before is not accepted any more"""

class AcceptedEvent(t.TypedDict):
    eventId: str
    """From `webhook-id` or `Idempotency-Key`, else made by the server. The same id starts one run"""
    acceptedAt: str

TriggerOutcome: t.TypeAlias = 't.Literal["PENDING", "WAITING", "FIRED", "SKIPPED", "FAILED", "MISSED"]'

class TriggerFire(t.TypedDict):
    cause: str
    """Names what happened: the same never starts the trigger twice"""
    occurredAt: str
    decidedAt: NotRequired[str]
    outcome: TriggerOutcome
    reason: NotRequired[str]
    """Why nothing was started, or why it failed at once"""
    pipelineExecutionId: NotRequired[str]
    chainLength: int
    """How many triggers in a row led here, this one included"""
    backfilled: NotRequired[bool]
    facts: TriggerEvent
    """What happened: of a pipeline its execution, of assets their writes, of a file its name, size and time, of an event its body"""

class TriggerFirePage(t.TypedDict):
    page: int
    results: list[TriggerFire]
    size: int
    total: int

NewTriggerBackfill = t.TypedDict("NewTriggerBackfill", {
    "from": 'str',
    "to": 'str',
    "dryRun": 'NotRequired[bool]',
})

class TriggerBackfill(t.TypedDict):
    dryRun: bool
    total: int
    """Events in the range"""
    alreadyRun: int
    """Events that started a run before: they are not started again"""
    causes: list[str]
    """The first 100 that run"""

TriggerPreviewRequestVariablePaths: t.TypeAlias = 'dict[str, str]'
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""

class TriggerPreviewRequest(t.TypedDict):
    environmentName: str
    condition: TriggerCondition
    variablePaths: NotRequired[TriggerPreviewRequestVariablePaths]
    event: NotRequired[TriggerEvent]

TriggerPreviewFoundItemScalarVariablesValue: t.TypeAlias = 'str | float'

TriggerPreviewFoundItemScalarVariables: t.TypeAlias = 'dict[str, TriggerPreviewFoundItemScalarVariablesValue]'

class TriggerPreviewFoundItem(t.TypedDict):
    facts: TriggerEvent
    """What happened: of a pipeline its execution, of assets their writes, of a file its name, size and time, of an event its body"""
    scalarVariables: TriggerPreviewFoundItemScalarVariables
    gridVariables: GridVariables

class TriggerPreview(t.TypedDict):
    ok: bool
    """false: it cannot be looked at; the message says why"""
    message: str
    found: list[TriggerPreviewFoundItem]
    """The latest that would have started it, with the variables that each would set; at most 10"""

VariableValue: t.TypeAlias = 'str | float | list[list[str]]'
"""Text, a number, or rows of text, as the type of the variable says"""

class Override(t.TypedDict):
    environmentName: str
    value: VariableValue

class VariablePageResultsItem(t.TypedDict):
    id: str
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: str
    value: VariableValue
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool
    overrides: NotRequired[list[Override]]

class VariablePage(t.TypedDict):
    page: int
    results: list[VariablePageResultsItem]
    size: int
    total: int

ListProjectVariablesSort: t.TypeAlias = 't.Literal["name", "-name"]'

class NewVariable(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: NotRequired[str]
    value: NotRequired[VariableValue]
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: NotRequired[bool]

class Variable(t.TypedDict):
    id: str
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: str
    value: VariableValue
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool

class VariablePatch(t.TypedDict):
    type: VariableType
    behaviour: VariableBehaviour
    description: NotRequired[str]
    value: NotRequired[VariableValue]
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: NotRequired[bool]

ResolvedVariableSource: t.TypeAlias = 't.Literal["PROJECT_VARIABLE", "ENVIRONMENT_OVERRIDE"]'
"""Where the value comes from"""

class ResolvedVariable(t.TypedDict):
    name: str
    environmentName: str
    type: VariableType
    behaviour: VariableBehaviour
    value: VariableValue
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    source: ResolvedVariableSource

class VariableWithOverrides(t.TypedDict):
    id: str
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: str
    value: VariableValue
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool
    overrides: list[Override]

class OverrideRequestOverridesItem(t.TypedDict):
    environmentName: str
    value: t.Any
    """Text, a number, or rows of text, as the type of the variable says; any other value fails alone"""

class OverrideRequest(t.TypedDict):
    overrides: list[OverrideRequestOverridesItem]

FailureReason: t.TypeAlias = 't.Literal["ENVIRONMENT_NOT_FOUND", "FORBIDDEN", "INCOMPATIBLE_TYPE"]'

class FailedOverride(t.TypedDict):
    environmentName: str
    value: t.Any
    """Text, a number, or rows of text, as the type of the variable says; any other value fails alone"""
    reason: FailureReason
    detail: str

class OverrideOutcome(t.TypedDict):
    id: str
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: str
    value: VariableValue
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool
    overrides: list[Override]
    failedOverride: list[FailedOverride]

VariableChangeAction: t.TypeAlias = 't.Literal["CREATED", "UPDATED", "DELETED"]'

class VariableChangeBeforeForm1(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: NotRequired[str]
    value: NotRequired[VariableValue]
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: NotRequired[bool]
    overrides: NotRequired[list[Override]]
    id: NotRequired[str]

class VariableChangeBeforeForm2(t.TypedDict):
    value: VariableValue

VariableChangeBefore: t.TypeAlias = 'VariableChangeBeforeForm1 | VariableChangeBeforeForm2'

class VariableChangeAfterForm1(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: NotRequired[str]
    value: NotRequired[VariableValue]
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: NotRequired[bool]
    overrides: NotRequired[list[Override]]
    id: NotRequired[str]

class VariableChangeAfterForm2(t.TypedDict):
    value: VariableValue

VariableChangeAfter: t.TypeAlias = 'VariableChangeAfterForm1 | VariableChangeAfterForm2'

class VariableChange(t.TypedDict):
    changeId: int
    variableName: str
    environmentName: NotRequired[str]
    """The change was made to the override of this environment"""
    action: VariableChangeAction
    changedBy: str
    changedAt: str
    before: NotRequired[VariableChangeBefore]
    after: NotRequired[VariableChangeAfter]

class VariableChangePage(t.TypedDict):
    page: int
    results: list[VariableChange]
    size: int
    total: int

RestoreRequestTo: t.TypeAlias = 't.Literal["BEFORE", "AFTER"]'
"""BEFORE (default) undoes the change; AFTER goes back to what it made"""

class RestoreRequest(t.TypedDict):
    to: NotRequired[RestoreRequestTo]

class VariableFileVariablesItem(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: NotRequired[str]
    value: NotRequired[VariableValue]
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: NotRequired[bool]
    overrides: NotRequired[list[Override]]

class VariableFile(t.TypedDict):
    formatVersion: NotRequired[t.Literal[1]]
    variables: list[VariableFileVariablesItem]

ExportProjectVariablesFormat: t.TypeAlias = 't.Literal["json"] | t.Literal["yaml"] | t.Literal["csv"]'

ImportOutcomeChangesItemAction: t.TypeAlias = 't.Literal["CREATED", "UPDATED", "DELETED"]'

class ImportOutcomeChangesItemBeforeForm1(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: NotRequired[str]
    value: NotRequired[VariableValue]
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: NotRequired[bool]
    overrides: NotRequired[list[Override]]
    id: NotRequired[str]

class ImportOutcomeChangesItemBeforeForm2(t.TypedDict):
    value: VariableValue

ImportOutcomeChangesItemBefore: t.TypeAlias = 'ImportOutcomeChangesItemBeforeForm1 | ImportOutcomeChangesItemBeforeForm2'

class ImportOutcomeChangesItemAfterForm1(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: NotRequired[str]
    value: NotRequired[VariableValue]
    columns: NotRequired[list[str]]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: NotRequired[bool]
    overrides: NotRequired[list[Override]]
    id: NotRequired[str]

class ImportOutcomeChangesItemAfterForm2(t.TypedDict):
    value: VariableValue

ImportOutcomeChangesItemAfter: t.TypeAlias = 'ImportOutcomeChangesItemAfterForm1 | ImportOutcomeChangesItemAfterForm2'

class ImportOutcomeChangesItem(t.TypedDict):
    variableName: str
    environmentName: NotRequired[str]
    action: ImportOutcomeChangesItemAction
    before: NotRequired[ImportOutcomeChangesItemBefore]
    after: NotRequired[ImportOutcomeChangesItemAfter]

class ImportOutcomeFailedOverrideItem(t.TypedDict):
    variableName: str
    environmentName: str
    value: t.Any
    """Text, a number, or rows of text, as the type of the variable says; any other value fails alone"""
    reason: FailureReason
    detail: str

class ImportOutcome(t.TypedDict):
    dryRun: bool
    changes: list[ImportOutcomeChangesItem]
    unchanged: int
    """Variables of the file that are as it says, overrides included"""
    failedOverride: list[ImportOutcomeFailedOverrideItem]

ImportProjectVariablesMode: t.TypeAlias = 't.Literal["MERGE"] | t.Literal["REPLACE"]'

ViewedList: t.TypeAlias = 't.Literal["EXECUTIONS", "SCHEDULES", "EVENTS"]'
"""The list that the view is of: `GET /v1/pipeline-executions`, `…/schedules` or `/v1/events`"""

SavedViewFilter: t.TypeAlias = 'dict[str, str]'
"""Query parameters of the list, by name. Values are checked when the list is asked"""

class SavedView(t.TypedDict):
    savedViewId: str
    list: ViewedList
    name: str
    """Unique among your views of the list, in any case"""
    filter: SavedViewFilter
    projectId: NotRequired[str]
    """The project whose members see the view too"""
    owner: str
    """Who saved it"""
    isOwn: bool
    """Whether the caller saved it"""
    updatedAt: str

class SavedViewPage(t.TypedDict):
    page: int
    results: list[SavedView]
    size: int
    total: int

NewSavedViewFilter: t.TypeAlias = 'dict[str, str]'
"""Query parameters of the list, by name. Values are checked when the list is asked"""

class NewSavedView(t.TypedDict):
    list: ViewedList
    name: str
    """Unique among your views of the list, in any case"""
    filter: NewSavedViewFilter
    projectId: NotRequired[str]
    """The project whose members see the view too"""

SavedViewPatchFilter: t.TypeAlias = 'dict[str, str]'
"""Query parameters of the list, by name. Values are checked when the list is asked"""

class SavedViewPatch(t.TypedDict):
    name: NotRequired[str]
    """Unique among your views of the list, in any case"""
    filter: NotRequired[SavedViewPatchFilter]
    projectId: NotRequired[str | None]
    """null: the view is not shared any more"""

class WebhookTemplate(t.TypedDict):
    id: str
    name: str
    """Unique in the installation without regard to case; [Custom] is built in"""
    payload: str
    """The initial payload of a webhook. It need not be JSON yet; validation of the pipeline reports it"""
    updatedAt: str
    updatedBy: str

class WebhookTemplatePage(t.TypedDict):
    page: int
    results: list[WebhookTemplate]
    size: int
    total: int

class NewWebhookTemplate(t.TypedDict):
    name: str
    """Unique in the installation without regard to case; [Custom] is built in"""
    payload: str
    """The initial payload of a webhook. It need not be JSON yet; validation of the pipeline reports it"""

class WebhookTemplatePatch(t.TypedDict):
    name: NotRequired[str]
    """Unique in the installation without regard to case; [Custom] is built in"""
    payload: NotRequired[str]
    """The initial payload of a webhook. It need not be JSON yet; validation of the pipeline reports it"""
