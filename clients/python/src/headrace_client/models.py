# Generated from openapi/public-v1.json by npm run generate.
"""The bodies of the API: typed dictionaries with the members that the API has."""

from __future__ import annotations

import typing as t

class ConflictSide(t.TypedDict, total=False):
    """The requested state"""
    blobHash: str
    """The file as Git names it"""
    content: str
    """Text content, unless it is too long"""

class _FileConflict(t.TypedDict):
    path: str
    theirs: ConflictSide
    yours: ConflictSide

class FileConflict(_FileConflict, total=False):
    """A file that two changes would leave in different states"""
    base: ConflictSide
    theirsCommit: str
    """The commit that has `theirs`: the base of a change that is made after reading both sides"""
    components: list[str]
    """For a pipeline, the components that both sides changed"""

class _Problem(t.TypedDict):
    type: str
    """Its last path segment is a slug such as bad-request"""
    title: str
    status: int
    detail: str
    instance: str
    """Path of the request"""
    violations: list[str]
    """One sentence per violation, with the path of the field"""

class Problem(_Problem, total=False):
    """RFC 9457. The response header x-request-id identifies the request in the logs"""
    conflicts: list[FileConflict]
    """Only for conflicting changes of files: both sides of each"""

class TokenForm(t.TypedDict, total=False):
    grant_type: str
    """client_credentials"""
    client_id: str
    client_secret: str
    audience: str
    """Accepted and not needed"""
    scope: str

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

class _AgentConfig(t.TypedDict):
    name: t.Literal["data_engineer_agent"]
    mode: t.Literal["ACT"]
    projectId: str
    environmentName: str
    """The environment in which granted tools may act; in every other each call needs a decision"""
    sourceBranchName: str
    """The branch that the branch of the task begins at"""

class AgentConfig(_AgentConfig, total=False):
    targetBranchName: str
    """The one branch that the task writes to, created if it does not exist. Never the default branch, nor one that is published automatically"""
    generateBranch: bool
    """Instead of a targetBranchName: creates a branch of a new name"""
    workingDirectory: str
    """Where new files belong"""
    graphId: str
    """Kept as given"""

class _AgentTaskSummary(t.TypedDict):
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

class AgentTaskSummary(_AgentTaskSummary, total=False):
    error: str
    """Why it is ERRORED"""

class AgentTaskList(t.TypedDict):
    page: int
    size: int
    total: int
    tasks: list[AgentTaskSummary]

class NewAgentTaskGrantedPermissionsItem(t.TypedDict):
    toolName: str

class _NewAgentTask(t.TypedDict):
    agentConfig: AgentConfig
    message: str

class NewAgentTask(_NewAgentTask, total=False):
    grantedPermissions: list[NewAgentTaskGrantedPermissionsItem]
    """Tools that may act in the environment of the task without a decision on each call. Calls in environments of production always need one"""

class CreatedAgentTask(t.TypedDict):
    taskId: str
    status: AgentTaskStatus
    agentName: str
    createdAt: str

class AgentTaskGrantedPermissionsItem(t.TypedDict):
    toolName: str

class PendingDecisionPermissionMessage(t.TypedDict):
    title: str
    body: str

class _PendingDecisionQuestionsItem(t.TypedDict):
    question: str
    """One question, with what is needed to answer it"""

class PendingDecisionQuestionsItem(_PendingDecisionQuestionsItem, total=False):
    options: list[str]
    """Answers to choose from; the user may also write another one"""
    multiSelect: bool
    """Whether several options may be chosen"""

class _PendingDecision(t.TypedDict):
    type: PendingDecisionType
    toolId: str
    toolName: str
    toolInput: t.Any
    """Arguments of the call"""
    permissionMessage: PendingDecisionPermissionMessage

class PendingDecision(_PendingDecision, total=False):
    questions: list[PendingDecisionQuestionsItem]
    """Of the type ask_user: each needs an answer"""

class _AgentTask(t.TypedDict):
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
    grantedPermissions: list[AgentTaskGrantedPermissionsItem]
    pendingDecisions: list[PendingDecision]

class AgentTask(_AgentTask, total=False):
    error: str
    """Why it is ERRORED"""

class AgentMessageDataToolCallsItem(t.TypedDict):
    toolId: str
    toolName: str
    toolInput: t.Any

class _AgentMessageData(t.TypedDict):
    type: AgentMessageDataType
    text: str
    """Text, never markup"""

class AgentMessageData(_AgentMessageData, total=False):
    toolCalls: list[AgentMessageDataToolCallsItem]
    toolId: str
    toolName: str
    isError: bool

class AgentMessage(t.TypedDict):
    data: AgentMessageData
    groupId: str
    """A message of a user and all that follows from it"""
    timestamp: str

class _AgentMessageList(t.TypedDict):
    results: list[AgentMessage]
    next: str
    """The paginationToken for what follows the last message that is known; to poll on with"""

class AgentMessageList(_AgentMessageList, total=False):
    more: str
    """The paginationToken of the next batch; absent when there is none yet"""

class NewAgentMessage(t.TypedDict):
    message: str

class AgentTaskState(t.TypedDict):
    taskId: str
    status: AgentTaskStatus

class _AgentDecisionsDecisionsItemForm1(t.TypedDict):
    type: t.Literal["tool"]
    id: str
    """The toolId of the pending decision"""
    approved: bool
    """true: this one call is made. false: it is not"""

class AgentDecisionsDecisionsItemForm1(_AgentDecisionsDecisionsItemForm1, total=False):
    """Of questions, too: not approved, they stay without an answer"""
    reason: str
    """Told to the agent when the call is not approved"""

class _AgentDecisionsDecisionsItemForm2AnswersItem(t.TypedDict):
    questionIndex: int
    """Of the question, from 0"""

class AgentDecisionsDecisionsItemForm2AnswersItem(_AgentDecisionsDecisionsItemForm2AnswersItem, total=False):
    selectedOptions: list[str]
    """Options of the question, as written there"""
    text: str
    """An answer in your own words"""

class AgentDecisionsDecisionsItemForm2(t.TypedDict):
    type: t.Literal["ask_user"]
    id: str
    """The toolId of the pending decision"""
    answers: list[AgentDecisionsDecisionsItemForm2AnswersItem]
    """One for each question"""

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

class _MailServer(t.TypedDict):
    host: str
    sender: str

class MailServer(_MailServer, total=False):
    port: int
    """465 with TLS, else 587"""
    encryption: MailEncryption
    username: str

QuietHours = t.TypedDict("QuietHours", {
    "from": 'str',
    "to": 'str',
    "timeZone": 'str',
})
"""Messages are held back at these times of every day, and sent when they are over"""

class _AlertChannel(t.TypedDict):
    id: str
    name: str
    """Unique among the channels of its owner without regard to case"""
    type: AlertChannelType
    enabled: bool
    target: str
    """The origin of its address, or its mail server; the rest of an address is a secret"""
    updatedAt: str
    updatedBy: str

class AlertChannel(_AlertChannel, total=False):
    projectId: str
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    recipients: list[str]
    mailServer: MailServer
    digestMinutes: int
    """Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for PAGERDUTY, which has an event for each incident"""
    quietHours: QuietHours
    lastDeliveredAt: str
    lastError: str
    """Why the last attempt failed; absent after one that succeeded"""

class AlertChannelPage(t.TypedDict):
    page: int
    results: list[AlertChannel]
    size: int
    total: int

class _NewMailServer(t.TypedDict):
    host: str
    sender: str

class NewMailServer(_NewMailServer, total=False):
    port: int
    """465 with TLS, else 587"""
    encryption: MailEncryption
    username: str
    password: str
    """Encrypted, and never shown again"""

class _NewAlertChannel(t.TypedDict):
    name: str
    """Unique among the channels of its owner without regard to case"""
    type: AlertChannelType

class NewAlertChannel(_NewAlertChannel, total=False):
    projectId: str
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    enabled: bool
    """True by default"""
    recipients: list[str]
    """EMAIL: who receives it"""
    mailServer: NewMailServer
    digestMinutes: int
    """Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for PAGERDUTY, which has an event for each incident"""
    quietHours: QuietHours
    webhookUrl: str
    """WEBHOOK, SLACK, TEAMS: the address to post to. PAGERDUTY: another endpoint of the Events API v2, such as that of the EU. Encrypted; only its origin is shown again"""
    routingKey: str
    """PAGERDUTY: the integration key. Encrypted, and never shown again"""
    signingSecret: str
    """WEBHOOK: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks). Made by the server when absent. Encrypted, and never shown again"""

class _CreatedAlertChannel(t.TypedDict):
    id: str
    name: str
    """Unique among the channels of its owner without regard to case"""
    type: AlertChannelType
    enabled: bool
    target: str
    """The origin of its address, or its mail server; the rest of an address is a secret"""
    updatedAt: str
    updatedBy: str

class CreatedAlertChannel(_CreatedAlertChannel, total=False):
    projectId: str
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    recipients: list[str]
    mailServer: MailServer
    digestMinutes: int
    """Messages wait this long after the first, and go out together as one message. Without it each is sent at once. Not for PAGERDUTY, which has an event for each incident"""
    quietHours: QuietHours
    lastDeliveredAt: str
    lastError: str
    """Why the last attempt failed; absent after one that succeeded"""
    signingSecret: str
    """WEBHOOK: made by the server. It is shown this once"""

class AlertChannelPatch(t.TypedDict, total=False):
    """Null takes digests or quiet hours away. The password of a mail server stays while its host and user name do; another host needs it again, and so does another endpoint the routing key"""
    name: str
    """Unique among the channels of its owner without regard to case"""
    enabled: bool
    recipients: list[str]
    """EMAIL: who receives it"""
    mailServer: NewMailServer
    digestMinutes: int | None
    quietHours: QuietHours | None
    webhookUrl: str
    """WEBHOOK, SLACK, TEAMS: the address to post to. PAGERDUTY: another endpoint of the Events API v2, such as that of the EU. Encrypted; only its origin is shown again"""
    routingKey: str
    """PAGERDUTY: the integration key. Encrypted, and never shown again"""
    signingSecret: str
    """WEBHOOK: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks). Made by the server when absent. Encrypted, and never shown again"""

class AlertChannelTest(t.TypedDict):
    delivered: bool
    message: str
    """The response of the receiver, or why nothing reached it"""

class _AlertRule(t.TypedDict):
    id: str
    name: str
    """Unique among the rules of its owner without regard to case"""
    events: list[AlertEvent]
    channelIds: list[str]
    """Channels of the same owner"""
    notifyRecovered: bool
    enabled: bool
    updatedAt: str
    updatedBy: str

class AlertRule(_AlertRule, total=False):
    projectId: str
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    environmentName: str
    """Any environment when absent"""
    pipelineName: str
    """Any pipeline when absent"""
    executionTag: str
    """Only executions with this tag"""
    afterMinutes: int
    """After how long RUNNING_LONG, QUEUED_LONG, RUNNER_LOST and SCHEDULE_LATE are reported. By default 10 minutes in the queue or after the due time, 2 minutes without a process of the runner, and half as long again as the longest of the last 30 successful runs of the pipeline in the environment, once there are 10"""
    creditsPerMonth: float
    """Needed by BUDGET_EXCEEDED, and only there: what the rule watches may consume so many credits (busy hours of slots) in a calendar month, in UTC"""

class AlertRulePage(t.TypedDict):
    page: int
    results: list[AlertRule]
    size: int
    total: int

class _NewAlertRule(t.TypedDict):
    name: str
    """Unique among the rules of its owner without regard to case"""
    events: list[AlertEvent]
    channelIds: list[str]
    """Channels of the same owner"""

class NewAlertRule(_NewAlertRule, total=False):
    projectId: str
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    environmentName: str
    """Any environment when absent"""
    pipelineName: str
    """Any pipeline when absent"""
    executionTag: str
    """Only executions with this tag"""
    afterMinutes: int
    """After how long RUNNING_LONG, QUEUED_LONG, RUNNER_LOST and SCHEDULE_LATE are reported. By default 10 minutes in the queue or after the due time, 2 minutes without a process of the runner, and half as long again as the longest of the last 30 successful runs of the pipeline in the environment, once there are 10"""
    creditsPerMonth: float
    """Needed by BUDGET_EXCEEDED, and only there: what the rule watches may consume so many credits (busy hours of slots) in a calendar month, in UTC"""
    notifyRecovered: bool
    """Whether to send a message when an incident ends, too. True by default"""
    enabled: bool
    """True by default"""

class _AlertIncident(t.TypedDict):
    id: str
    alertRuleId: str
    alertRuleName: str
    event: AlertEvent
    status: AlertIncidentStatus
    title: str
    occurrences: int
    """Number of occurrences since it was opened"""
    openedAt: str
    lastAt: str

class AlertIncident(_AlertIncident, total=False):
    projectId: str
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    pipelineExecutionId: str
    closedAt: str

class _AlertIncidentPage(t.TypedDict):
    results: list[AlertIncident]

class AlertIncidentPage(_AlertIncidentPage, total=False):
    more: str
    """Send it as `paginationToken` for the next page"""

class _AlertDelivery(t.TypedDict):
    id: str
    alertIncidentId: str
    alertChannelId: str
    alertChannelName: str
    kind: AlertDeliveryKind
    title: str
    status: AlertDeliveryStatus
    attempts: int
    createdAt: str

class AlertDelivery(_AlertDelivery, total=False):
    projectId: str
    """The project that owns it; absent for the installation, which only a SUPER_ADMIN manages"""
    digestId: str
    """The same for everything that was sent as one message"""
    lastError: str
    """Why the last attempt failed"""
    deliveredAt: str

class _AlertDeliveryPage(t.TypedDict):
    results: list[AlertDelivery]

class AlertDeliveryPage(_AlertDeliveryPage, total=False):
    more: str
    """Send it as `paginationToken` for the next page"""

class _FileFault(t.TypedDict):
    severity: FileFaultSeverity
    file: str
    line: int
    rule: str
    message: str

class FileFault(_FileFault, total=False):
    component: str
    hint: str

class IgnoredResource(t.TypedDict):
    name: str
    reason: str

class _PublishedArtifact(t.TypedDict):
    artifactId: str
    versionName: str
    environmentName: str
    publishedTime: str
    publishedBy: str
    fileCount: int
    enabled: bool
    """A disabled version is not the newest, and cannot be run"""
    pipelineCount: int
    faults: list[FileFault]
    """Errors and warnings of validation; a component with an error fails when run. Also schedules and triggers whose pipeline the version lacks"""
    ignoredResources: list[IgnoredResource]
    """Files that are no text, or no part of a pipeline project: the version is published without them. The first 1,000"""
    ignoredCount: int
    """How many files the version is published without"""

class PublishedArtifact(_PublishedArtifact, total=False):
    commitHash: str
    branch: str

class _Artifact(t.TypedDict):
    artifactId: str
    versionName: str
    environmentName: str
    publishedTime: str
    publishedBy: str
    fileCount: int
    enabled: bool
    """A disabled version is not the newest, and cannot be run"""

class Artifact(_Artifact, total=False):
    commitHash: str
    branch: str

class ArtifactPage(t.TypedDict):
    page: int
    results: list[Artifact]
    size: int
    total: int

class ArtifactDetailsFilesItem(t.TypedDict):
    path: str
    bytes: int

class _ArtifactDetailsDetails(t.TypedDict):
    createdAt: str
    """When these files were published first"""
    deployedAt: str
    """When they came to this environment"""
    enabled: bool
    versionName: str

class ArtifactDetailsDetails(_ArtifactDetailsDetails, total=False):
    branch: str
    commitHash: str
    provider: str
    """The provider of the project's repository, if it has one"""

class _ArtifactDetails(t.TypedDict):
    artifactId: str
    versionName: str
    environmentName: str
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

class ArtifactDetails(_ArtifactDetails, total=False):
    commitHash: str
    branch: str

class ArtifactChange(t.TypedDict):
    enabled: bool

class Promotion(t.TypedDict):
    versionName: str
    sourceEnvironmentName: str
    targetEnvironmentName: str

class _PublishedPipelinePageResultsItem(t.TypedDict):
    name: str
    publishedTime: str

class PublishedPipelinePageResultsItem(_PublishedPipelinePageResultsItem, total=False):
    environmentName: str
    """Where the request names none"""

class PublishedPipelinePage(t.TypedDict):
    page: int
    results: list[PublishedPipelinePageResultsItem]
    size: int
    total: int

class _EventActor(t.TypedDict):
    kind: EventActorKind
    id: str
    name: str

class EventActor(_EventActor, total=False):
    tokenId: str
    """Personal access token of the user, if it was done with one"""

class _EventFrom(t.TypedDict):
    address: str

class EventFrom(_EventFrom, total=False):
    userAgent: str

_Event = t.TypedDict("_Event", {
    "seq": 'int',
    "hash": 'str',
    "at": 'str',
    "operation": 'str',
    "outcome": 'EventOutcome',
    "method": 'str',
    "path": 'str',
    "from": 'EventFrom',
    "requestId": 'str',
    "eventId": 'str',
    "eventTimestamp": 'str',
    "eventType": 'EventEventType',
    "eventName": 'str',
    "eventDescription": 'str',
    "eventSource": 'str',
    "eventSubjectType": 'str',
    "additionalInfo": 'TriggerEvent',
})
_EventOptional = t.TypedDict("_EventOptional", {
    "status": 'int',
    "actor": 'EventActor',
    "projectId": 'str',
    "request": 't.Any',
    "before": 't.Any',
    "after": 't.Any',
    "details": 't.Any',
    "eventProjectId": 'str',
    "eventSubjectId": 'str',
    "eventSubjectName": 'str',
    "actorId": 'str',
    "actorEmail": 'str',
}, total=False)

class Event(_Event, _EventOptional):
    pass

class EventPage(t.TypedDict):
    page: int
    results: list[Event]
    size: int
    total: int

class _Verification(t.TypedDict):
    intact: bool
    entries: int
    """Entries that were verified"""
    hash: str
    """Hash of the last entry: stored elsewhere, it proves that no entries were cut off"""

class Verification(_Verification, total=False):
    fault: str

class EventOperationPageResultsItem(t.TypedDict):
    operation: str

class EventOperationPage(t.TypedDict):
    page: int
    results: list[EventOperationPageResultsItem]
    size: int
    total: int

class _RecordedActor(t.TypedDict):
    id: str
    kind: RecordedActorKind
    name: str
    """Name of the actor in its newest event"""

class RecordedActor(_RecordedActor, total=False):
    userName: str
    """User name, if the user still exists"""

class EventActorPage(t.TypedDict):
    page: int
    results: list[RecordedActor]
    size: int
    total: int

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

class _ConnectionSchemaAuthTypesItemPropertiesItem(t.TypedDict):
    name: str
    title: str
    type: ConnectionSchemaAuthTypesItemPropertiesItemType
    required: bool
    secret: bool
    """Takes the name of a secret only"""
    help: str

class ConnectionSchemaAuthTypesItemPropertiesItem(_ConnectionSchemaAuthTypesItemPropertiesItem, total=False):
    default: ConnectionSchemaAuthTypesItemPropertiesItemDefault

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

class ConnectionPropertyValue(t.TypedDict, total=False):
    """Either a value or the name of a secret"""
    value: ConnectionPropertyValueValue
    secretName: str
    """A secret of the project, or one of the runner that is granted to it"""
    secretKey: str
    """Member of a secret that is a JSON object"""

class ConnectionOverride(t.TypedDict):
    environmentName: str
    connectionName: str
    connectionProperties: ConnectionOverrideConnectionProperties

class ConnectionOverridePage(t.TypedDict):
    page: int
    results: list[ConnectionOverride]
    size: int
    total: int

class NewConnectionOverride(t.TypedDict):
    environmentName: str
    connectionName: str
    connectionProperties: NewConnectionOverrideConnectionProperties

class _ProjectConnectionConnectionDetails(t.TypedDict):
    connectionProperties: ProjectConnectionConnectionDetailsConnectionProperties

class ProjectConnectionConnectionDetails(_ProjectConnectionConnectionDetails, total=False):
    description: str
    secretsLocation: str
    """A note where the secrets are; kept as given"""

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

class _NewProjectConnectionConnectionDetails(t.TypedDict):
    connectionProperties: NewProjectConnectionConnectionDetailsConnectionProperties

class NewProjectConnectionConnectionDetails(_NewProjectConnectionConnectionDetails, total=False):
    description: str
    secretsLocation: str
    """A note where the secrets are; kept as given"""

class NewProjectConnection(t.TypedDict):
    name: str
    """Unique in the project without regard to case, and immutable"""
    platformConnectionType: PlatformConnectionType
    authProvider: str
    """The provider that it connects to, as listed by /v1/connection-schemas"""
    authType: str
    """How it signs in, as the connection schema lists it"""
    connectionDetails: NewProjectConnectionConnectionDetails

class _NewDataPlatformConnectionConnectionDetails(t.TypedDict):
    connectionProperties: NewDataPlatformConnectionConnectionDetailsConnectionProperties

class NewDataPlatformConnectionConnectionDetails(_NewDataPlatformConnectionConnectionDetails, total=False):
    description: str
    secretsLocation: str
    """A note where the secrets are; kept as given"""

class _NewDataPlatformConnection(t.TypedDict):
    name: str
    """Unique in the project without regard to case, and immutable"""
    authProvider: str
    """The provider that it connects to, as listed by /v1/connection-schemas"""
    authType: str
    """How it signs in, as the connection schema lists it"""
    connectionDetails: NewDataPlatformConnectionConnectionDetails

class NewDataPlatformConnection(_NewDataPlatformConnection, total=False):
    platformConnectionType: t.Literal["DWH"]

class _ProjectConnectionChangeConnectionDetails(t.TypedDict):
    connectionProperties: ProjectConnectionChangeConnectionDetailsConnectionProperties

class ProjectConnectionChangeConnectionDetails(_ProjectConnectionChangeConnectionDetails, total=False):
    description: str
    secretsLocation: str
    """A note where the secrets are; kept as given"""

class ProjectConnectionChange(t.TypedDict):
    platformConnectionType: PlatformConnectionType
    authProvider: str
    """The provider that it connects to, as listed by /v1/connection-schemas"""
    authType: str
    """How it signs in, as the connection schema lists it"""
    connectionDetails: ProjectConnectionChangeConnectionDetails

class _ConnectionTest(t.TypedDict):
    environmentName: str

class ConnectionTest(_ConnectionTest, total=False):
    """The environment whose runner tries the connection. With `connection` that is tried instead of the stored one, and nothing is stored"""
    connection: ProjectConnectionChange

class _ConnectionTestResult(t.TypedDict):
    ok: bool
    message: str
    """What was reached, or why the connection failed"""
    latencyMs: int

class ConnectionTestResult(_ConnectionTestResult, total=False):
    version: str
    """Version of the server, if it reports one"""

class _ConnectionForm1(t.TypedDict):
    type: t.Literal["DUCKDB"]

class ConnectionForm1(_ConnectionForm1, total=False):
    schema: str
    """main by default"""

class _ConnectionForm2(t.TypedDict):
    type: t.Literal["POSTGRES"]
    host: str
    database: str
    user: str

class ConnectionForm2(_ConnectionForm2, total=False):
    port: int
    """5432 by default"""
    passwordSecret: str
    """Name of a secret that the runner knows, never its value"""
    schema: str
    """public by default"""
    ssl: bool

class EnvironmentTestDatabasesValue(t.TypedDict, total=False):
    database: str
    """Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names"""
    schema: str
    """Used where only the database is named; the connection's by default"""

class EnvironmentTestConnectionOverridesForm1ItemConnectionPropertiesValue(t.TypedDict, total=False):
    value: t.Any
    secretName: str
    secretKey: str

class EnvironmentTestConnectionOverridesForm1Item(t.TypedDict):
    connectionName: str
    connectionProperties: EnvironmentTestConnectionOverridesForm1ItemConnectionProperties

class EnvironmentTest(t.TypedDict, total=False):
    """Settings as they would be saved. What is left out is as it is stored; a new environment needs `defaultAgentId`"""
    defaultAgentId: str
    connection: Connection
    databases: EnvironmentTestDatabases
    dialectFunctions: bool
    """Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default"""
    defaultConnections: EnvironmentTestDefaultConnections
    connectionOverrides: EnvironmentTestConnectionOverrides

class _EndpointAuthentication(t.TypedDict):
    type: AuthenticationType

class EndpointAuthentication(_EndpointAuthentication, total=False):
    keyName: str
    """API_KEY: name of the key"""
    addTo: AddTo
    oauthIds: list[str]
    """OAUTH: the entries this endpoint may use"""

class _ConnectorParameter(t.TypedDict):
    name: str

class ConnectorParameter(_ConnectorParameter, total=False):
    value: str
    configurable: bool

class StructureField(t.TypedDict):
    """One place of the response, e.g. $.data.items[*].id"""
    path: str
    """A place in the response, e.g. $.data.items"""
    type: FieldType

class ResponseShape(t.TypedDict, total=False):
    structure: list[StructureField]
    repeatingElement: str
    """A place in the response, e.g. $.data.items"""

class _Pagination(t.TypedDict):
    type: PaginationType

class Pagination(_Pagination, total=False):
    pageParameter: str
    startPage: int
    pageSizeParameter: str
    pageSize: int
    offsetParameter: str
    startOffset: int
    cursorParameter: str
    cursor: str
    """Where the response says it, e.g. $.next, or @.id of the last element"""
    hasMore: str
    """A place in the response, e.g. $.data.items"""
    addTo: PaginationAddTo
    rel: str
    baseUri: str
    nextPage: str
    """A place in the response, e.g. $.data.items"""

class _Endpoint(t.TypedDict):
    name: str
    method: Method
    url: str
    authentication: EndpointAuthentication
    uriParameters: list[ConnectorParameter]
    queryParameters: list[ConnectorParameter]
    headerParameters: list[ConnectorParameter]
    response: ResponseShape
    pagination: Pagination
    endpointId: str

class Endpoint(_Endpoint, total=False):
    body: str

class _Connector(t.TypedDict):
    connectorId: str
    name: str
    endpoints: list[Endpoint]

class Connector(_Connector, total=False):
    projectId: str
    """The project that owns it; absent for the installation"""

class ConnectorPage(t.TypedDict):
    page: int
    results: list[Connector]
    size: int
    total: int

class _NewEndpoint(t.TypedDict):
    name: str
    method: Method
    url: str

class NewEndpoint(_NewEndpoint, total=False):
    endpointId: str
    authentication: EndpointAuthentication
    uriParameters: list[ConnectorParameter]
    queryParameters: list[ConnectorParameter]
    headerParameters: list[ConnectorParameter]
    body: str
    response: ResponseShape
    pagination: Pagination

class _NewConnector(t.TypedDict):
    name: str
    endpoints: list[NewEndpoint]

class NewConnector(_NewConnector, total=False):
    projectId: str
    """The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it"""

class FlexConnectorPageResultsItem(t.TypedDict):
    connectorId: str
    name: str

class FlexConnectorPage(t.TypedDict):
    page: int
    results: list[FlexConnectorPageResultsItem]
    size: int
    total: int

class _ConnectorChange(t.TypedDict):
    name: str
    endpoints: list[NewEndpoint]

class ConnectorChange(_ConnectorChange, total=False):
    connectorId: str
    projectId: str
    """The project that owns it; absent for the installation"""

class _TokenParameter(t.TypedDict):
    name: str
    value: str

class TokenParameter(_TokenParameter, total=False):
    addTo: TokenParameterAddTo

class AuthParameter(t.TypedDict):
    name: str
    value: str

class _ExportedOAuth(t.TypedDict):
    oauthId: str
    name: str
    grantType: GrantType
    clientId: str
    accessTokenUrl: str
    credentialsIn: CredentialsIn

class ExportedOAuth(_ExportedOAuth, total=False):
    authorizeUrl: str
    tokenParameters: list[TokenParameter]
    authParameters: list[AuthParameter]
    allowedHosts: list[str]
    """Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl"""

class ExportedConnector(t.TypedDict):
    format: t.Literal["headrace-connector"]
    version: int
    connector: ConnectorChange
    oauths: list[ExportedOAuth]

class Duplicate(t.TypedDict, total=False):
    name: str
    projectId: str
    """The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it"""

class _ImportedConnector(t.TypedDict):
    format: t.Literal["headrace-connector"]
    version: int
    connector: ConnectorChange
    oauths: list[ExportedOAuth]

class ImportedConnector(_ImportedConnector, total=False):
    projectId: str
    """The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it"""

class Sharing(t.TypedDict):
    projectId: str | None
    """The project that owns it; null is the installation"""
    allProjects: bool
    """Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it"""
    projectIds: list[str]
    """Other projects that may use it; adding one needs the same permission in that project"""

class _SharingChange(t.TypedDict):
    allProjects: bool
    """Whether every project may use it, later ones included. Only a SUPER_ADMIN may set it"""
    projectIds: list[str]
    """Other projects that may use it; adding one needs the same permission in that project"""

class SharingChange(_SharingChange, total=False):
    """An absent projectId keeps the owner"""
    projectId: str | None
    """The project that owns it; null is the installation"""

class _AuthenticationValues(t.TypedDict):
    type: AuthenticationType

class AuthenticationValues(_AuthenticationValues, total=False):
    username: str
    password: str
    token: str
    keyName: str
    keyValue: str
    addTo: AddTo
    oauthId: str

class GivenParameter(t.TypedDict):
    name: str
    value: str

class _TestRequest(t.TypedDict):
    authentication: AuthenticationValues

class TestRequest(_TestRequest, total=False):
    """The values given here are used once and not stored"""
    uriParameters: list[GivenParameter]
    queryParameters: list[GivenParameter]
    headerParameters: list[GivenParameter]
    body: str

class TestAnswerHeadersItem(t.TypedDict):
    name: str
    value: str

class _TestAnswer(t.TypedDict):
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
    warnings: list[str]

class TestAnswer(_TestAnswer, total=False):
    status: int
    """Absent when there was no response; `error` says why"""
    statusText: str
    error: str
    elementCount: int
    """Elements of the repeating element"""
    nextPage: str
    """The next page, or why paging ends"""

class UnsavedTest(t.TypedDict):
    """Neither the endpoint nor the values are stored"""
    endpoint: NewEndpoint
    test: TestRequest

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

class ProjectRoleGrant(t.TypedDict):
    projectId: str
    role: ProjectRoleGrantRole

class EnvironmentAccessGrant(t.TypedDict):
    projectId: str
    environmentName: str
    access: EnvironmentAccessGrantAccess

class _ApiCredential(t.TypedDict):
    clientId: str
    name: str
    accountRole: AccountRole
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    projectRoles: list[ProjectRoleGrant]
    environmentAccess: list[EnvironmentAccessGrant]
    createdAt: str

class ApiCredential(_ApiCredential, total=False):
    expiresAt: str
    lastUsedAt: str

class ApiCredentialPage(t.TypedDict):
    page: int
    results: list[ApiCredential]
    size: int
    total: int

class _NewApiCredential(t.TypedDict):
    name: str
    accountRole: AccountRole

class NewApiCredential(_NewApiCredential, total=False):
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    projectRoles: list[ProjectRoleGrant]
    environmentAccess: list[EnvironmentAccessGrant]
    expiresAt: str

class _CreatedApiCredential(t.TypedDict):
    clientId: str
    name: str
    accountRole: AccountRole
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    projectRoles: list[ProjectRoleGrant]
    environmentAccess: list[EnvironmentAccessGrant]
    createdAt: str
    clientSecret: str
    """Shown only once"""

class CreatedApiCredential(_CreatedApiCredential, total=False):
    expiresAt: str
    lastUsedAt: str

class ApiCredentialPatch(t.TypedDict, total=False):
    name: str
    expiresAt: str | None
    """null: never"""

class ScimMeta(t.TypedDict, total=False):
    """Creation, last change and location"""
    created: str
    """When it was created"""
    lastModified: str
    """When it was last changed"""
    location: str
    """Its address"""
    resourceType: str
    """User or Group"""
    version: str
    """Its entity tag"""

class ScimAddress(t.TypedDict, total=False):
    """Postal addresses"""
    country: str
    """Country"""
    display: str
    """A human-readable name"""
    formatted: str
    """The full address, as it is shown"""
    locality: str
    """City"""
    postalCode: str
    """Postal code"""
    primary: bool
    """Whether this is the preferred one; at most one is"""
    region: str
    """State or region"""
    streetAddress: str
    """Street and number"""
    type: str
    """Its purpose, for instance work or home"""

class ScimValue(t.TypedDict, total=False):
    """Certificates"""
    display: str
    """A human-readable name"""
    primary: bool
    """Whether this is the preferred one; at most one is"""
    type: str
    """Its purpose, for instance work or home"""
    value: str
    """The value itself"""

class ScimGroupOfUser(t.TypedDict, total=False):
    """Groups that the user belongs to directly"""
    display: str
    """The group's name"""
    ref: str
    """The group's address"""
    value: str
    """The group's id"""

class ScimName(t.TypedDict, total=False):
    """The parts of the name"""
    familyName: str
    """Last name"""
    formatted: str
    """The full name, as it is shown"""
    givenName: str
    """First name"""
    honorificPrefix: str
    """Title before the name"""
    honorificSuffix: str
    """Suffix after the name"""
    middleName: str
    """Middle names"""

class ScimManager(t.TypedDict, total=False):
    """Who manages the user"""
    value: str
    """The manager's id"""
    ref: str
    """The manager's address"""
    displayName: str
    """The manager's name"""

class ScimEnterpriseUser(t.TypedDict, total=False):
    employeeNumber: str
    """Number or other identifier"""
    costCenter: str
    """Cost center"""
    organization: str
    """Organization"""
    division: str
    """Division"""
    department: str
    """Department"""
    manager: ScimManager

_NewScimUser = t.TypedDict("_NewScimUser", {
    "meta": 'ScimMeta',
})
_NewScimUserOptional = t.TypedDict("_NewScimUserOptional", {
    "schemas": 'list[str]',
    "id": 'str',
    "externalId": 'str',
    "active": 'bool',
    "addresses": 'list[ScimAddress]',
    "displayName": 'str',
    "emails": 'list[ScimValue]',
    "entitlements": 'list[ScimValue]',
    "groups": 'list[ScimGroupOfUser]',
    "ims": 'list[ScimValue]',
    "locale": 'str',
    "name": 'ScimName',
    "nickName": 'str',
    "password": 'str',
    "phoneNumbers": 'list[ScimValue]',
    "photos": 'list[ScimValue]',
    "preferredLanguage": 'str',
    "profileUrl": 'str',
    "roles": 'list[ScimValue]',
    "timezone": 'str',
    "title": 'str',
    "userName": 'str',
    "userType": 'str',
    "x509Certificates": 'list[ScimValue]',
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": 'ScimEnterpriseUser',
}, total=False)

class NewScimUser(_NewScimUser, _NewScimUserOptional):
    """A user"""

ScimUser = t.TypedDict("ScimUser", {
    "schemas": 'list[str]',
    "id": 'str',
    "externalId": 'str',
    "meta": 'ScimMeta',
    "active": 'bool',
    "addresses": 'list[ScimAddress]',
    "displayName": 'str',
    "emails": 'list[ScimValue]',
    "entitlements": 'list[ScimValue]',
    "groups": 'list[ScimGroupOfUser]',
    "ims": 'list[ScimValue]',
    "locale": 'str',
    "name": 'ScimName',
    "nickName": 'str',
    "password": 'str',
    "phoneNumbers": 'list[ScimValue]',
    "photos": 'list[ScimValue]',
    "preferredLanguage": 'str',
    "profileUrl": 'str',
    "roles": 'list[ScimValue]',
    "timezone": 'str',
    "title": 'str',
    "userName": 'str',
    "userType": 'str',
    "x509Certificates": 'list[ScimValue]',
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": 'ScimEnterpriseUser',
}, total=False)
"""A user"""

class _ScimError(t.TypedDict):
    schemas: list[str]
    status: str
    """The HTTP status, as a text"""
    detail: str

class ScimError(_ScimError, total=False):
    scimType: str
    """For instance uniqueness or invalidFilter"""

class ListScimUsersResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ScimUser]

class SearchRequest(t.TypedDict, total=False):
    schemas: list[str] | None
    attributes: list[str]
    excludedAttributes: list[str]
    filter: str
    """RFC 7644 §3.4.2.2"""
    sortBy: str
    """The attribute to sort by"""
    sortOrder: SearchRequestSortOrder
    startIndex: int
    """1 is the first"""
    count: int
    """100 by default"""

class SearchScimUsersResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ScimUser]

class _PatchRequestOperationsItem(t.TypedDict):
    op: str
    """add, replace or remove, in any case"""

class PatchRequestOperationsItem(_PatchRequestOperationsItem, total=False):
    path: str | None
    value: t.Any

class _PatchRequest(t.TypedDict):
    Operations: list[PatchRequestOperationsItem]

class PatchRequest(_PatchRequest, total=False):
    schemas: list[str] | None

class ScimMember(t.TypedDict, total=False):
    """Users and groups"""
    display: str
    """The member's name"""
    ref: str
    """The member's address"""
    type: str
    """User or Group"""
    value: str
    """The member's id"""

class _ScimGroup(t.TypedDict):
    displayName: str
    """Unique without regard to case"""

class ScimGroup(_ScimGroup, total=False):
    """Users and groups that are granted roles together"""
    schemas: list[str]
    id: str
    """Assigned by the directory"""
    externalId: str
    """The identifier in the identity provider"""
    meta: ScimMeta
    members: list[ScimMember]

class ListScimGroupsResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ScimGroup]

class SearchScimGroupsResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ScimGroup]

class _BulkRequestOperationsItem(t.TypedDict):
    method: str
    """POST, PUT, PATCH or DELETE"""
    path: str
    """/Users, /Groups/{id}, …; bulkId:… refers to a new resource"""

class BulkRequestOperationsItem(_BulkRequestOperationsItem, total=False):
    bulkId: str
    version: str
    data: t.Any

class _BulkRequest(t.TypedDict):
    Operations: list[BulkRequestOperationsItem]
    """At most 1000; more are 413"""

class BulkRequest(_BulkRequest, total=False):
    schemas: list[str] | None
    failOnErrors: int
    """Stop after this many errors"""

class _BulkResponseOperationsItem(t.TypedDict):
    method: str
    status: str

class BulkResponseOperationsItem(_BulkResponseOperationsItem, total=False):
    bulkId: str
    version: str
    location: str
    response: t.Any

class BulkResponse(t.TypedDict):
    schemas: list[str]
    Operations: list[BulkResponseOperationsItem]

class ListScimResourceTypesResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ListScimResourceTypesResultResourcesItem]

class ListScimSchemasResult(t.TypedDict):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ListScimSchemasResultResourcesItem]

class DirectorySettings(t.TypedDict):
    enabled: bool
    """false: the SCIM interface refuses every request"""
    requireMeta: bool
    """Whether a create must contain `meta`"""
    acceptPasswords: bool
    """Whether directory tokens may set passwords; otherwise a password that they send is ignored"""

class DirectorySettingsPatch(t.TypedDict, total=False):
    enabled: bool
    """false: the SCIM interface refuses every request"""
    requireMeta: bool
    """Whether a create must contain `meta`"""
    acceptPasswords: bool
    """Whether directory tokens may set passwords; otherwise a password that they send is ignored"""

class DirectoryReach(t.TypedDict):
    reached: bool
    """Directory tokens see and change it, unless it holds an account role; what they create is so from the start"""

class _DirectoryToken(t.TypedDict):
    id: str
    name: str
    createdAt: str
    createdBy: str
    expiresAt: str
    expiresSoon: bool
    """Within 30 days, or in the past"""

class DirectoryToken(_DirectoryToken, total=False):
    lastUsedAt: str

class DirectoryTokens(t.TypedDict):
    results: list[DirectoryToken]

class _NewDirectoryToken(t.TypedDict):
    name: str

class NewDirectoryToken(_NewDirectoryToken, total=False):
    expiresAt: str
    """A year ahead by default, two years at most"""

class _CreatedDirectoryToken(t.TypedDict):
    id: str
    name: str
    createdAt: str
    createdBy: str
    expiresAt: str
    expiresSoon: bool
    """Within 30 days, or in the past"""
    token: str
    """Shown only once"""

class CreatedDirectoryToken(_CreatedDirectoryToken, total=False):
    lastUsedAt: str

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

class _DraftedFile(t.TypedDict):
    path: str
    deleted: bool
    """The file is to be deleted"""
    bytes: int
    updatedAt: str

class DraftedFile(_DraftedFile, total=False):
    baseCommit: str
    """The commit that the draft of the file was made on"""

class Draft(t.TypedDict):
    branch: str
    fileCount: int
    bytes: int
    updatedAt: str
    files: list[DraftedFile]

class _PutDraftFile(t.TypedDict):
    path: str
    content: str | None
    """At most 4 MiB; null: the file is to be deleted"""

class PutDraftFile(_PutDraftFile, total=False):
    encoding: PutDraftFileEncoding
    baseCommit: str | None
    """null: none, the file is new; without this property the one that the draft has, in a new draft none"""

class _DraftFile(t.TypedDict):
    path: str
    deleted: bool
    """The file is to be deleted"""
    bytes: int
    updatedAt: str

class DraftFile(_DraftFile, total=False):
    baseCommit: str
    """The commit that the draft of the file was made on"""
    encoding: DraftFileEncoding
    content: str
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

class _EnvironmentMove(t.TypedDict):
    moveId: str
    environmentName: str
    connectionName: str
    status: EnvironmentMoveStatus
    tablesDone: int
    tablesTotal: int
    """0 while the runner has not counted them"""
    rows: int
    """Rows of the tables that are copied"""
    createdAt: str

class EnvironmentMove(_EnvironmentMove, total=False):
    waitingFor: str
    """What the copy cannot begin without"""
    views: int
    notKept: list[str]
    """What the file has and a lake cannot: keys, checks, indexes, sequences, functions and types"""
    file: str
    """Where the file stays, on the machine of the runner"""
    message: str
    """Why it failed"""
    startedAt: str
    finishedAt: str

class EnvironmentMovePage(t.TypedDict):
    page: int
    results: list[EnvironmentMove]
    size: int
    total: int

class EnvironmentDatabasesValue(t.TypedDict, total=False):
    database: str
    """Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names"""
    schema: str
    """Used where only the database is named; the connection's by default"""

class EnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue(t.TypedDict, total=False):
    value: t.Any
    secretName: str
    secretKey: str

class EnvironmentConnectionOverridesForm1Item(t.TypedDict):
    connectionName: str
    connectionProperties: EnvironmentConnectionOverridesForm1ItemConnectionProperties

class _Environment(t.TypedDict):
    name: str
    displayName: str
    description: str
    defaultAgentId: str
    defaultAgentName: str
    defaultUserAccessLevel: AccessLevel
    connection: Connection
    dialectFunctions: bool
    """Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default"""
    onRunnerLoss: OnRunnerLoss
    reviewBeforePublishing: ReviewLevel
    """Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""
    allowUnpublishedRuns: bool
    """Whether branches, commits and drafts run here without being published. By default true, and false where the name or the display name says production (prod, prd)"""

class Environment(_Environment, total=False):
    databases: EnvironmentDatabases
    maxConcurrentExecutions: int
    """How many executions the environment runs at once; the others wait. Absent: as many as there is room for"""
    defaultConnections: EnvironmentDefaultConnections
    connectionOverrides: EnvironmentConnectionOverrides

class EnvironmentPage(t.TypedDict):
    page: int
    results: list[Environment]
    size: int
    total: int

class NewEnvironmentDatabasesValue(t.TypedDict, total=False):
    database: str
    """Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names"""
    schema: str
    """Used where only the database is named; the connection's by default"""

class NewEnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue(t.TypedDict, total=False):
    value: t.Any
    secretName: str
    secretKey: str

class NewEnvironmentConnectionOverridesForm1Item(t.TypedDict):
    connectionName: str
    connectionProperties: NewEnvironmentConnectionOverridesForm1ItemConnectionProperties

class _NewEnvironment(t.TypedDict):
    name: str
    """Immutable. No slashes, no blanks at either end, neither . nor .."""
    defaultAgentId: str

class NewEnvironment(_NewEnvironment, total=False):
    displayName: str
    description: str
    defaultUserAccessLevel: AccessLevel
    connection: Connection
    databases: NewEnvironmentDatabases
    dialectFunctions: bool
    """Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default"""
    onRunnerLoss: OnRunnerLoss
    reviewBeforePublishing: ReviewLevel
    """Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""
    allowUnpublishedRuns: bool
    """Whether branches, commits and drafts run here without being published. By default true, and false where the name or the display name says production (prod, prd)"""
    maxConcurrentExecutions: int
    """How many executions the environment runs at once; the others wait. Absent: as many as there is room for"""
    defaultConnections: NewEnvironmentDefaultConnections
    connectionOverrides: NewEnvironmentConnectionOverrides

class EnvironmentPatchDatabasesValue(t.TypedDict, total=False):
    database: str
    """Another database than the environment's own. DuckDB: a file of its own beside the environment's. PostgreSQL: only the one that the connection names"""
    schema: str
    """Used where only the database is named; the connection's by default"""

class EnvironmentPatchConnectionOverridesForm1ItemConnectionPropertiesValue(t.TypedDict, total=False):
    value: t.Any
    secretName: str
    secretKey: str

class EnvironmentPatchConnectionOverridesForm1Item(t.TypedDict):
    connectionName: str
    connectionProperties: EnvironmentPatchConnectionOverridesForm1ItemConnectionProperties

class EnvironmentPatch(t.TypedDict, total=False):
    defaultAgentId: str
    displayName: str
    description: str
    defaultUserAccessLevel: AccessLevel
    connection: Connection
    databases: EnvironmentPatchDatabases
    dialectFunctions: bool
    """Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default"""
    onRunnerLoss: OnRunnerLoss
    reviewBeforePublishing: ReviewLevel
    """Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""
    allowUnpublishedRuns: bool
    """Whether branches, commits and drafts run here without being published. By default true, and false where the name or the display name says production (prod, prd)"""
    maxConcurrentExecutions: int | None
    defaultConnections: EnvironmentPatchDefaultConnections
    connectionOverrides: EnvironmentPatchConnectionOverrides

class _NewExecution(t.TypedDict):
    pipelineName: str
    environmentName: str

class NewExecution(_NewExecution, total=False):
    versionName: str
    """The newest by default"""
    ref: str
    """Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs published versions only (`allowUnpublishedRuns`)"""
    draft: str
    """Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref`"""
    fromComponentName: str
    """For a `ref` or `draft`: only this component of the orchestration and what follows from it. Links from components outside count as fired"""
    onlyComponentName: str
    """For a `ref` or `draft`: only this component of the orchestration, with what it repeats"""
    agentId: str
    """The environment's default by default"""
    executionTag: str
    """At most one live execution per tag and environment"""
    scalarVariables: ScalarVariables
    gridVariables: GridVariables

class _ExecutionVariable(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    value: ExecutionVariableValue
    source: ExecutionVariableSource

class ExecutionVariable(_ExecutionVariable, total=False):
    columns: list[str]

class _Execution(t.TypedDict):
    pipelineExecutionId: str
    projectId: str
    environmentName: str
    pipelineName: str
    pipelineType: ExecutionPipelineType
    versionName: str
    """For unpublished runs, a label instead of a version name"""
    status: ExecutionStatus
    trigger: Trigger
    user: str
    agentId: str
    queuedAt: str

class Execution(_Execution, total=False):
    ref: str
    """For unpublished runs, the branch, tag or commit"""
    draft: str
    """For unpublished runs, the branch whose draft was run"""
    commitHash: str
    """For unpublished runs, the commit, or the one that the draft is based on"""
    fromComponentName: str
    """The component that it began with, when it ran a part of the pipeline"""
    onlyComponentName: str
    """The component that it ran alone, when it ran a part of the pipeline"""
    message: str
    executionTag: str
    scheduleId: str
    triggerId: str
    startedAt: str
    finishedAt: str
    parentPipelineExecutionId: str
    """The execution whose step runs this one"""
    rerunOf: str
    """The execution that this one reruns"""
    variables: list[ExecutionVariable]
    """The variables that it started with, once it has started; not in lists. Secrets are masked"""

class _TestExecutionPatch(t.TypedDict):
    status: t.Literal["CANCELLED"]

class TestExecutionPatch(_TestExecutionPatch, total=False):
    forceUpdate: bool
    """Do not wait for running components"""

class _ExecutionList(t.TypedDict):
    results: list[Execution]

class ExecutionList(_ExecutionList, total=False):
    more: str
    """Send it as `paginationToken` for the next page"""
    count: int
    """With `countUpTo`: executions on all pages, and no more than that; there may be more when it is equal"""

class ExecutionStatusAnswer(t.TypedDict):
    pipelineExecutionId: str
    status: ExecutionStatus

_NewRerun = t.TypedDict("_NewRerun", {
    "from": 'NewRerunFrom',
})
_NewRerunOptional = t.TypedDict("_NewRerunOptional", {
    "versionName": 'str',
    "scalarVariables": 'NewRerunScalarVariables',
    "gridVariables": 'NewRerunGridVariables',
}, total=False)

class NewRerun(_NewRerun, _NewRerunOptional):
    pass

class StepChildPipeline(t.TypedDict):
    """Only for steps that ran another pipeline; `id` is itself a pipelineExecutionId"""
    id: str
    name: str

class _StepVariableChange(t.TypedDict):
    name: str
    value: StepVariableChangeValue

class StepVariableChange(_StepVariableChange, total=False):
    iteration: int
    """For an iterator, the iteration that starts with this value"""
    shortened: bool
    """true: only the beginning of a long value is shown"""

class _StepGatesItem(t.TypedDict):
    name: str
    type: str
    onFailure: StepGatesItemOnFailure
    result: StepGatesItemResult
    expected: str
    actual: str

class StepGatesItem(_StepGatesItem, total=False):
    failingRows: int
    """For gates that find rows"""
    keptIn: str
    """The table that its failed rows are kept in"""

class _Step(t.TypedDict):
    id: str
    key: str
    """Unique in the execution and the same in its reruns: the component's name, then what is around it from the outside in, `[3]` for an iteration and `#2` for an attempt (a first one may be left out); `\\`, `#`, `[` and `]` of the name are escaped with `\\`"""
    name: str
    result: StepResult
    type: str
    startedAt: str
    attempt: int

class Step(_Step, total=False):
    childPipeline: StepChildPipeline
    finishedAt: str
    message: str
    rowCount: int
    byteCount: int
    """The bytes of files, requests and answers that it read or wrote; absent where the component does not count them"""
    iteration: int
    reused: bool
    """true: it ran at these times in the execution that this one reruns"""
    variableChanges: list[StepVariableChange]
    """Variables that it changed, in order. Secrets are masked, long lists and values cut short"""
    moreVariableChanges: bool
    """true: there were more changes"""
    gates: list[StepGatesItem]
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

class _StepDetailsGatesItem(t.TypedDict):
    name: str
    type: str
    onFailure: StepDetailsGatesItemOnFailure
    result: StepDetailsGatesItemResult
    expected: str
    actual: str

class StepDetailsGatesItem(_StepDetailsGatesItem, total=False):
    failingRows: int
    """For gates that find rows"""
    keptIn: str
    """The table that its failed rows are kept in"""

class _StepDetailsParametersItem(t.TypedDict):
    name: str
    value: t.Any
    """As in the pipeline's file, with variables replaced"""

class StepDetailsParametersItem(_StepDetailsParametersItem, total=False):
    resolved: bool
    """true: variables were replaced in it; otherwise it is as in the file"""
    characters: int
    """Length of the whole value. Present if only its beginning is returned"""

class _StepDetailsStatementsItem(t.TypedDict):
    text: str

class StepDetailsStatementsItem(_StepDetailsStatementsItem, total=False):
    characters: int
    """Length of the whole value. Present if only its beginning is returned"""

class _StepDetails(t.TypedDict):
    id: str
    key: str
    """Unique in the execution and the same in its reruns: the component's name, then what is around it from the outside in, `[3]` for an iteration and `#2` for an attempt (a first one may be left out); `\\`, `#`, `[` and `]` of the name are escaped with `\\`"""
    name: str
    result: StepResult
    type: str
    startedAt: str
    attempt: int
    parameters: list[StepDetailsParametersItem]
    """Secrets are masked. Parameters that the run did not reach are as in the file"""
    statements: list[StepDetailsStatementsItem]
    """What its database was given to execute, in order, secrets masked; not what carries rows. At most 50"""

class StepDetails(_StepDetails, total=False):
    childPipeline: StepDetailsChildPipeline
    finishedAt: str
    message: str
    rowCount: int
    byteCount: int
    """The bytes of files, requests and answers that it read or wrote; absent where the component does not count them"""
    iteration: int
    reused: bool
    """true: it ran at these times in the execution that this one reruns"""
    variableChanges: list[StepVariableChange]
    """Variables that it changed, in order. Secrets are masked, long lists and values cut short"""
    moreVariableChanges: bool
    """true: there were more changes"""
    gates: list[StepDetailsGatesItem]
    """Results of its gates, in order; absent if none was checked"""
    moreStatements: int
    """Statements beyond those"""

class NewCancellations(t.TypedDict, total=False):
    pipelineName: str
    """A part of the name, without regard to case"""
    environmentName: str
    status: NewCancellationsStatus
    scheduleId: str
    agentId: str
    startedAfter: str
    startedBefore: str
    queuedAfter: str
    queuedBefore: str
    unpublished: bool
    """Runs of branches, commits and drafts, or those of published versions"""
    timeFrame: str
    """Queued within this ISO 8601 duration before now, for instance PT1H or P7D"""
    forceUpdate: bool
    """Do not wait for running components"""
    limit: int
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

class RunEventRunFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

class RunEventRun(t.TypedDict):
    runId: str
    """The execution"""
    facets: RunEventRunFacets

class RunEventJobFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

class RunEventJob(t.TypedDict):
    namespace: str
    name: str
    facets: RunEventJobFacets

class RunEventInputsItemFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

class RunEventInputsItem(t.TypedDict):
    namespace: str
    name: str
    facets: RunEventInputsItemFacets

class RunEventOutputsItemFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

class RunEventOutputsItemOutputFacetsValue(t.TypedDict):
    _producer: str
    _schemaURL: str

class _RunEventOutputsItem(t.TypedDict):
    namespace: str
    name: str
    facets: RunEventOutputsItemFacets

class RunEventOutputsItem(_RunEventOutputsItem, total=False):
    outputFacets: RunEventOutputsItemOutputFacets

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

class _Asset(t.TypedDict):
    assetId: str
    """The same for the same name"""
    namespace: str
    """Where it is, as OpenLineage names it: postgres://host:port, s3://bucket"""
    name: str
    """Its name there: database.schema.table, or a path"""
    kind: AssetKind
    firstSeenTime: str
    """When a pipeline first read or wrote it"""

class Asset(_Asset, total=False):
    columnNames: list[str]
    """Where a pipeline made it and named them all; only to those who see every environment in which runs use it"""
    lastWrittenTime: str
    """When a pipeline last wrote it; only to those who see every environment in which runs use it"""

class ListAssetsResult(t.TypedDict):
    page: int
    results: list[Asset]
    size: int
    total: int

class _AssetWriteItem(t.TypedDict):
    projectId: str
    """Of the pipeline that wrote it"""
    environmentName: str
    executionId: str
    """Of that pipeline"""
    rootExecutionId: str
    """Of the pipeline that was started"""
    pipelineName: str
    componentName: str
    writtenTime: str
    """When the step ended"""

class AssetWriteItem(_AssetWriteItem, total=False):
    rowCount: int
    """Rows that the step counted; absent where it does not tell"""

class _AssetUse(t.TypedDict):
    projectId: str
    """A project whose pipelines use it"""
    projectName: str
    environmentName: str
    reads: bool
    writes: bool

class AssetUse(_AssetUse, total=False):
    lastUsedTime: str
    """When one did last; absent where none ran yet"""

class _AssetDetails(t.TypedDict):
    assetId: str
    """The same for the same name"""
    namespace: str
    """Where it is, as OpenLineage names it: postgres://host:port, s3://bucket"""
    name: str
    """Its name there: database.schema.table, or a path"""
    kind: AssetKind
    firstSeenTime: str
    """When a pipeline first read or wrote it"""
    uses: list[AssetUse]
    """In environments that you see; at most 100"""

class AssetDetails(_AssetDetails, total=False):
    columnNames: list[str]
    """Where a pipeline made it and named them all; only to those who see every environment in which runs use it"""
    lastWrittenTime: str
    """When a pipeline last wrote it; only to those who see every environment in which runs use it"""
    lastWrite: AssetWriteItem

class ListAssetWritesResult(t.TypedDict):
    page: int
    results: list[AssetWriteItem]
    size: int
    total: int

class _AssetPipeline(t.TypedDict):
    projectId: str
    """Of the pipeline"""
    projectName: str
    environmentName: str
    pipelineName: str
    reads: bool
    writes: bool
    knownFrom: list[AssetPipelineKnownFromItem]
    """RUN: a run did it. VERSION: a pipeline of the newest enabled version of the environment will do it, as its file says"""

class AssetPipeline(_AssetPipeline, total=False):
    lastExecutionId: str
    """The execution that did it last; absent where none did yet"""
    lastTime: str
    """When it did"""

class ListAssetPipelinesResult(t.TypedDict):
    page: int
    results: list[AssetPipeline]
    size: int
    total: int

class _AssetNode(t.TypedDict):
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

class AssetNode(_AssetNode, total=False):
    lastWrittenTime: str
    """When a pipeline last wrote it; only to those who see every environment in which runs use it"""

class _AssetEdge(t.TypedDict):
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

class AssetEdge(_AssetEdge, total=False):
    lastExecutionId: str
    """The execution that did it last; absent where none did yet"""
    lastTime: str
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

class _VersionLineage(t.TypedDict):
    versionName: str
    environmentName: str
    current: bool
    """It is the newest enabled version of the environment: the one that the graph of assets shows"""
    steps: list[VersionLineageStepsItem]
    """The components that will read or write something; at most 1000"""
    truncated: bool
    """There are more components"""

class VersionLineage(_VersionLineage, total=False):
    recordedTime: str
    """When it was recorded, with the values that variables had then; absent: it was read now"""

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

class StepLineageItemEdgesItem(t.TypedDict):
    fromAssetId: str
    """What is read"""
    toAssetId: str
    """What is written"""
    columns: StepLineageItemEdgesItemColumns

class _StepLineageItem(t.TypedDict):
    executionId: str
    """Of the execution, or of a pipeline that it called"""
    pipelineName: str
    componentName: str
    reads: list[StepLineageItemReadsItem]
    writes: list[StepLineageItemWritesItem]
    edges: list[StepLineageItemEdgesItem]
    unread: list[str]
    """Why statements could not be read"""

class StepLineageItem(_StepLineageItem, total=False):
    rowCount: int
    """Rows that the step counted; absent where it does not tell"""

class ExecutionLineage(t.TypedDict):
    steps: list[StepLineageItem]
    """Steps that read or wrote something; at most 1000"""

class _OAuth(t.TypedDict):
    oauthId: str
    name: str
    grantType: GrantType
    clientId: str
    accessTokenUrl: str
    credentialsIn: CredentialsIn
    tokenParameters: list[TokenParameter]
    authParameters: list[AuthParameter]
    hasClientSecret: bool
    status: OAuthStatus
    redirectUri: str
    """To be registered at the authorization server"""
    createdAt: str

class OAuth(_OAuth, total=False):
    projectId: str
    """The project that owns it; absent for the installation"""
    authorizeUrl: str
    allowedHosts: list[str]
    """Hosts that its token may be sent to, such as api.example.com or *.example.com; at first the host of accessTokenUrl"""
    authorizedAt: str
    """When its token was fetched or last renewed"""
    expiresAt: str
    fault: str
    """Why the last attempt to fetch a token failed"""

class OAuthPage(t.TypedDict):
    page: int
    results: list[OAuth]
    size: int
    total: int

class _NewOAuth(t.TypedDict):
    name: str
    grantType: GrantType
    clientId: str
    accessTokenUrl: str

class NewOAuth(_NewOAuth, total=False):
    """On update absent clientSecret and allowedHosts stay as they are; null is the host of accessTokenUrl. Hosts that were not allowed before drop the token and need clientSecret again"""
    authorizeUrl: str
    credentialsIn: CredentialsIn
    tokenParameters: list[TokenParameter]
    authParameters: list[AuthParameter]
    allowedHosts: list[str] | None
    projectId: str
    """The project that will own it. Absent: the installation for a SUPER_ADMIN, else the only project in which the caller may create it"""
    clientSecret: str

class _Authorization(t.TypedDict):
    status: OAuthStatus

class Authorization(_Authorization, total=False):
    authorizationUrl: str
    expiresAt: str

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

class _Roles(t.TypedDict):
    accountRole: AccountRole
    projectRoles: list[ProjectRoleGrant]
    environmentAccess: list[EnvironmentAccessGrant]

class Roles(_Roles, total=False):
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""

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

class Candidate(t.TypedDict):
    id: str
    kind: CandidateKind
    name: str

class CandidatePage(t.TypedDict):
    page: int
    results: list[Candidate]
    size: int
    total: int

class NewMember(t.TypedDict):
    role: NewMemberRole

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

class NewEnvironmentMember(t.TypedDict):
    access: NewEnvironmentMemberAccess

class PermissionsAccountRoleFromItem(t.TypedDict):
    id: str
    kind: PermissionsAccountRoleFromItemKind
    name: str

class PermissionsProjectsResultsItemRoleFromItem(t.TypedDict):
    id: str
    kind: PermissionsProjectsResultsItemRoleFromItemKind
    name: str

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

class _EffectiveMemberPageResultsItemSourcesItem(t.TypedDict):
    kind: EffectiveMemberPageResultsItemSourcesItemKind
    role: EffectiveMemberPageResultsItemSourcesItemRole
    decides: bool
    """False when another source is stronger or takes precedence"""

class EffectiveMemberPageResultsItemSourcesItem(_EffectiveMemberPageResultsItemSourcesItem, total=False):
    groupId: str
    groupName: str
    """The group that it was granted to; absent when direct"""

class EffectiveMemberPageResultsItem(t.TypedDict):
    id: str
    kind: EffectiveMemberPageResultsItemKind
    name: str
    role: EffectiveMemberPageResultsItemRole
    sources: list[EffectiveMemberPageResultsItemSourcesItem]
    """Every grant of a role, the deciding ones first"""

class _EffectiveMemberPage(t.TypedDict):
    results: list[EffectiveMemberPageResultsItem]

class EffectiveMemberPage(_EffectiveMemberPage, total=False):
    more: str
    """Send it as `paginationToken` for the next page"""

class _EffectiveEnvironmentMemberPageResultsItemSourcesItem(t.TypedDict):
    kind: EffectiveEnvironmentMemberPageResultsItemSourcesItemKind
    access: EffectiveEnvironmentMemberPageResultsItemSourcesItemAccess
    decides: bool
    """False when another source is stronger or takes precedence"""

class EffectiveEnvironmentMemberPageResultsItemSourcesItem(_EffectiveEnvironmentMemberPageResultsItemSourcesItem, total=False):
    groupId: str
    groupName: str
    """The group that it was granted to; absent when direct"""

class EffectiveEnvironmentMemberPageResultsItem(t.TypedDict):
    id: str
    kind: EffectiveEnvironmentMemberPageResultsItemKind
    name: str
    role: EffectiveEnvironmentMemberPageResultsItemRole
    access: EffectiveEnvironmentMemberPageResultsItemAccess
    sources: list[EffectiveEnvironmentMemberPageResultsItemSourcesItem]
    """Every source of access, the deciding ones first"""

class _EffectiveEnvironmentMemberPage(t.TypedDict):
    results: list[EffectiveEnvironmentMemberPageResultsItem]

class EffectiveEnvironmentMemberPage(_EffectiveEnvironmentMemberPage, total=False):
    more: str
    """Send it as `paginationToken` for the next page"""

class _PersonalToken(t.TypedDict):
    id: str
    name: str
    scopes: list[PersonalTokenScopesItem]
    """read: operations that change nothing; write: all others. Never more than the roles of the user"""
    createdAt: str
    expiresAt: str

class PersonalToken(_PersonalToken, total=False):
    lastUsedAt: str

class PersonalTokens(t.TypedDict):
    results: list[PersonalToken]

class _NewPersonalToken(t.TypedDict):
    name: str
    scopes: list[NewPersonalTokenScopesItem]
    """read: operations that change nothing; write: all others. Never more than the roles of the user"""

class NewPersonalToken(_NewPersonalToken, total=False):
    expiresAt: str
    """90 days ahead by default, a year at most"""

class _CreatedPersonalToken(t.TypedDict):
    id: str
    name: str
    scopes: list[CreatedPersonalTokenScopesItem]
    """read: operations that change nothing; write: all others. Never more than the roles of the user"""
    createdAt: str
    expiresAt: str
    token: str
    """Shown only once"""

class CreatedPersonalToken(_CreatedPersonalToken, total=False):
    lastUsedAt: str

class PipelineSummaryFaultCount(t.TypedDict):
    errors: int
    warnings: int

class _PipelineSummary(t.TypedDict):
    name: str
    """Path in the repository without its ending"""
    path: str
    pipelineType: PipelineSummaryPipelineType
    faultCount: PipelineSummaryFaultCount

class PipelineSummary(_PipelineSummary, total=False):
    componentCount: int
    """Absent when the file cannot be read"""

class PipelinePage(t.TypedDict):
    page: int
    results: list[PipelineSummary]
    size: int
    total: int

class DrawnComponentTransitions(t.TypedDict, total=False):
    """In an orchestration, the components that follow. They need not exist"""
    unconditional: list[str]
    success: list[str]
    failure: list[str]
    true: list[str]
    false: list[str]

class DrawnComponentPostProcessingUpdateGridVariablesItem(t.TypedDict):
    variable: str
    values: t.Any

class _DrawnComponentPostProcessing(t.TypedDict):
    updateScalarVariables: list[list[str]]
    """Rows of [variable, expression]"""
    updateGridVariables: list[DrawnComponentPostProcessingUpdateGridVariablesItem]

class DrawnComponentPostProcessing(_DrawnComponentPostProcessing, total=False):
    updateOutputMessage: str

class DrawnComponentPosition(t.TypedDict):
    """Absent when the file has none"""
    x: float
    """In pixels of the drawing"""
    y: float
    """In pixels of the drawing"""

class _DrawnComponent(t.TypedDict):
    name: str
    type: str
    line: int
    """Line of the name in the file"""
    skipped: bool
    parameters: DrawnComponentParameters
    transitions: DrawnComponentTransitions
    sources: list[str]
    """In a transformation, the components that it reads from. They need not exist"""

class DrawnComponent(_DrawnComponent, total=False):
    iterationTarget: str
    """The component an iterator or retry repeats"""
    postProcessing: DrawnComponentPostProcessing
    position: DrawnComponentPosition

class DeclaredVariable(t.TypedDict):
    name: str
    type: VariableType
    scope: DeclaredVariableScope
    visibility: DeclaredVariableVisibility
    description: str
    columns: list[str]
    """Columns of a GRID, in order; empty for scalars"""
    defaultValue: DeclaredVariableDefaultValue

class _DrawnNote(t.TypedDict):
    text: str
    """Markdown"""

class DrawnNote(_DrawnNote, total=False):
    x: float
    """In pixels of the drawing"""
    y: float
    """In pixels of the drawing"""
    width: float
    """In pixels of the drawing"""
    height: float
    """In pixels of the drawing"""
    theme: str
    """A colour, such as yellow or light-blue"""

class DrawnGroup(t.TypedDict):
    """Components that are drawn inside one frame"""
    name: str
    components: list[str]
    """Their names"""

class _PipelineDetails(t.TypedDict):
    name: str
    """Path in the repository without its ending"""
    path: str
    pipelineType: PipelineDetailsPipelineType
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

class PipelineDetails(_PipelineDetails, total=False):
    commitHash: str
    """The commit read, when a ref was asked for"""
    versionName: str
    """The version read, when an environment was asked for"""

class _Callee(t.TypedDict):
    component: str
    """The component that runs the pipeline"""
    line: int
    """Line of that component in its file"""
    skipped: bool
    reference: str
    """The reference as the file writes it"""
    state: CalleeState
    pipelineType: CalleePipelineType

class Callee(_Callee, total=False):
    repeatedBy: str
    """The iterator or retry that repeats the component"""
    pipelineName: str
    """Absent when it is decided while running"""
    path: str
    """Path of its file, if there is one"""

class _SharedCallee(t.TypedDict):
    component: str
    """The component that runs the shared pipeline"""
    line: int
    skipped: bool
    reference: str
    """The reference as the file writes it"""
    state: SharedCalleeState

class SharedCallee(_SharedCallee, total=False):
    repeatedBy: str
    statedVersion: str
    """Absent for the newest version"""
    versionName: str
    """The version that the component runs now, if it can be run"""
    newestVersionName: str
    """The newest version that is enabled"""
    fault: str
    """Why it cannot be run, and what to do"""

class _PipelineCaller(t.TypedDict):
    component: str
    """The component that runs the pipeline"""
    line: int
    """Line of that component in its file"""
    skipped: bool
    reference: str
    """The reference as the file writes it"""
    state: PipelineCallerState
    pipelineName: str
    """Name of the pipeline that contains the component"""
    path: str
    pipelineType: PipelineCallerPipelineType

class PipelineCaller(_PipelineCaller, total=False):
    repeatedBy: str
    """The iterator or retry that repeats the component"""

class _PipelineCalls(t.TypedDict):
    name: str
    path: str
    pipelineType: PipelineCallsPipelineType
    callees: list[Callee]
    """The pipelines that it runs, in the order of the file; at most 1000"""
    calleeCount: int
    sharedCallees: list[SharedCallee]
    """The shared pipelines that it runs, in the order of the file; at most 1000"""
    callers: list[PipelineCaller]
    """The pipelines that run it, by name; then those that may, because the name that they decide while running can become this one. At most 1000"""
    callerCount: int

class PipelineCalls(_PipelineCalls, total=False):
    commitHash: str
    """The commit read; absent for a version, and for a draft of a new branch"""
    versionName: str

class _PipelineMatch(t.TypedDict):
    projectId: str
    projectName: str
    name: str
    """Path in the repository without its ending"""
    path: str

class PipelineMatch(_PipelineMatch, total=False):
    branch: str
    """The default branch of the repository, which has it"""
    environmentName: str
    """Where it is published, in projects without a commit"""

class PipelineMatchPage(t.TypedDict):
    page: int
    results: list[PipelineMatch]
    size: int
    total: int

class _PipelineVersion(t.TypedDict):
    versionName: str
    publishedTime: str
    publishedBy: str
    enabled: bool
    change: PipelineVersionChange

class PipelineVersion(_PipelineVersion, total=False):
    commitHash: str
    """As given by the publisher"""
    branch: str

class PipelineVersionPage(t.TypedDict):
    page: int
    results: list[PipelineVersion]
    size: int
    total: int

class ComponentDiff(t.TypedDict):
    """Changes of a pipeline by component name. The positions of components in the file do not matter"""
    added: list[str]
    changed: list[str]
    removed: list[str]

class _PipelineDiffFrom(t.TypedDict):
    environmentName: str
    versionName: str
    textTruncated: bool

class PipelineDiffFrom(_PipelineDiffFrom, total=False):
    path: str
    """Absent when the version has no such pipeline"""
    text: str
    """At most 1048576 characters"""

class _PipelineDiffTo(t.TypedDict):
    environmentName: str
    versionName: str
    textTruncated: bool

class PipelineDiffTo(_PipelineDiffTo, total=False):
    path: str
    """Absent when the version has no such pipeline"""
    text: str
    """At most 1048576 characters"""

PipelineDiff = t.TypedDict("PipelineDiff", {
    "change": 'PipelineDiffChange',
    "components": 'ComponentDiff',
    "from": 'PipelineDiffFrom',
    "to": 'PipelineDiffTo',
})

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

class _NewProject(t.TypedDict):
    name: str

class NewProject(_NewProject, total=False):
    description: str
    warehouse: WarehouseKind
    agentDeploymentType: AgentDeploymentType
    reviewBeforeMerging: ReviewLevel
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

class ProjectPatch(t.TypedDict, total=False):
    name: str
    description: str
    reviewBeforeMerging: ReviewLevel
    """Whether merges are refused for what a review finds in the files that they change: for errors (ERRORS), for anything (WARNINGS), or not (OFF, the default)"""

class _Repository(t.TypedDict):
    provider: ProviderName
    repositoryName: str
    providerParameters: RepositoryProviderParameters
    migrationInProgress: bool
    publishedBranches: list[str]
    """Branches of which every new commit is published automatically, be it in an environment that the caller does not see"""
    createdAt: str
    createdBy: str

class Repository(_Repository, total=False):
    cloneUrl: str
    """URL of a hosted repository for git clone and git push"""
    tokenExpiresAt: str
    tokenFault: str
    """Why the stored token could not be rotated; store a new one"""

class _NewRepository(t.TypedDict):
    provider: ProviderName

class NewRepository(_NewRepository, total=False):
    repositoryName: str
    """The last part of the address by default"""
    providerParameters: ProviderParameters

class PullRequestPage(t.TypedDict, total=False):
    url: str
    """Absent where the repository is hosted by Headrace, or its code host is not known"""

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

_NewBranch = t.TypedDict("_NewBranch", {
    "name": 'str',
})
_NewBranchOptional = t.TypedDict("_NewBranchOptional", {
    "from": 'str',
}, total=False)

class NewBranch(_NewBranch, _NewBranchOptional):
    pass

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

class _FileChange(t.TypedDict):
    path: str

class FileChange(_FileChange, total=False):
    content: str
    """At most 4 MiB"""
    encoding: FileChangeEncoding
    delete: bool
    """Instead of a content"""

class _NewCommit(t.TypedDict):
    branch: str
    message: str
    changes: list[FileChange]

class NewCommit(_NewCommit, total=False):
    baseCommit: str
    """The commit that the changes were made on. Files that others have changed since are conflicts; without it, every file must be new"""

class FilePageResultsItem(t.TypedDict):
    path: str
    bytes: int
    kind: FilePageResultsItemKind

class FilePage(t.TypedDict):
    page: int
    results: list[FilePageResultsItem]
    size: int
    total: int

class _PutFile(t.TypedDict):
    branch: str
    path: str
    content: str
    """At most 4 MiB"""

class PutFile(_PutFile, total=False):
    encoding: PutFileEncoding
    message: str

class WrittenFile(t.TypedDict):
    branch: str
    path: str
    blobHash: str
    """The content as Git names it: its tag in If-Match"""
    commitHash: str
    """Full id of a commit"""

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

class _Publication(t.TypedDict):
    environmentName: str
    branch: str

class Publication(_Publication, total=False):
    lastCommit: str
    """Full id of a commit"""
    lastResult: str

class PublicationPage(t.TypedDict):
    page: int
    results: list[Publication]
    size: int
    total: int

class NewPublication(t.TypedDict):
    environmentName: str
    branch: str

class _NewMergeResolutionsItem(t.TypedDict):
    path: str

class NewMergeResolutionsItem(_NewMergeResolutionsItem, total=False):
    content: str
    """At most 4 MiB"""
    encoding: NewMergeResolutionsItemEncoding
    delete: bool
    """Instead of a content"""
    keep: NewMergeResolutionsItemKeep

class _NewMerge(t.TypedDict):
    source: str
    """Branch, tag or commit that is merged"""
    target: str
    """Branch that it is merged into"""

class NewMerge(_NewMerge, total=False):
    message: str
    strategy: NewMergeStrategy
    sourceCommit: str
    """Where the caller has seen the source: when it has moved, 409"""
    targetCommit: str
    """Where the caller has seen the target: when it has moved, 409"""
    resolutions: list[NewMergeResolutionsItem]
    """What becomes of files in conflict. With them, sourceCommit and targetCommit are required"""

class Merge(t.TypedDict):
    outcome: MergeOutcome
    target: str
    commitHash: str
    """Full id of a commit"""

class _FileDiff(t.TypedDict):
    path: str
    change: FileDiffChange
    diffTruncated: bool

class FileDiff(_FileDiff, total=False):
    diff: str
    """Unified, at most 65536 characters; absent when the files of the page differ in too much"""
    components: ComponentDiff

class _RepositoryDiff(t.TypedDict):
    page: int
    results: list[FileDiff]
    size: int
    total: int

class RepositoryDiff(_RepositoryDiff, total=False):
    fromCommit: str
    """Full id of the commit. For a draft: the commit that it is based on; absent if the branch has no commit yet"""
    toCommit: str
    """Full id of the commit. For a draft: the commit that it is based on; absent if the branch has no commit yet"""

class _NewMigration(t.TypedDict):
    mode: NewMigrationMode
    provider: ProviderName

class NewMigration(_NewMigration, total=False):
    repositoryName: str
    providerParameters: ProviderParameters

class DryRunChecksItem(t.TypedDict):
    name: str
    result: DryRunChecksItemResult
    detail: str
    """The finding, and how to correct it"""

class DryRun(t.TypedDict):
    ready: bool
    """No check failed"""
    checks: list[DryRunChecksItem]

class MigrationSource(t.TypedDict):
    provider: ProviderName
    repositoryName: str

class MigrationTarget(t.TypedDict):
    provider: ProviderName
    repositoryName: str

class _Migration(t.TypedDict):
    migrationId: str
    status: MigrationStatus
    mode: MigrationMode
    source: MigrationSource
    target: MigrationTarget
    startedBy: str
    startedAt: str

class Migration(_Migration, total=False):
    detail: str
    """Phase and counts, or the cause of a failure"""
    finishedAt: str

class MigrationPage(t.TypedDict):
    page: int
    results: list[Migration]
    size: int
    total: int

class _NewReview(t.TypedDict):
    branchName: str
    """Branch or tag of the project's repository"""

class NewReview(_NewReview, total=False):
    commitId: str
    """The newest of the branch by default"""
    dataWarehouseType: WarehouseKind
    """The warehouse type of the project by default"""
    filePaths: list[str]
    """Only findings in these files are returned; all by default"""

class _Finding(t.TypedDict):
    rule: str
    """The id of a rule, or rules-file for what is wrong with the rules"""
    severity: FindingSeverity
    message: str
    line: int
    file: str
    """Path in the repository"""

class Finding(_Finding, total=False):
    component: str
    hint: str
    """How to correct it"""

class Review(t.TypedDict):
    reviewStatus: ReviewReviewStatus
    commitId: str
    """The commit that was reviewed"""
    results: ReviewResults
    excludedFiles: list[str]
    """Files that are no pipelines, or that the rules leave out"""

class _VersionDetails(t.TypedDict):
    agentUpdateAvailable: bool
    support: VersionDetailsSupport
    trackName: str
    trackReleaseDate: str
    trackVersion: str

class VersionDetails(_VersionDetails, total=False):
    agentVersion: str
    """Omitted until the first connection"""

class _AgentInfo(t.TypedDict):
    agentId: str
    agentStatus: AgentStatus
    agentType: AgentType
    cloudProvider: CloudProvider
    connected: bool
    """A live session with a heartbeat in the last 15 seconds"""
    deployment: Deployment
    description: str
    enableAutoUpdates: bool
    name: str
    restrictedAccess: bool
    versionDetails: VersionDetails

class AgentInfo(_AgentInfo, total=False):
    maxInstances: int
    """Processes with its credential that may be connected at once, when it is more than one"""
    pausedUntil: str
    """Only while the runner is paused"""

class AgentPage(t.TypedDict):
    page: int
    results: list[AgentInfo]
    size: int
    total: int

class _NewAgent(t.TypedDict):
    name: str
    agentType: AgentType
    cloudProvider: CloudProvider
    deployment: Deployment

class NewAgent(_NewAgent, total=False):
    description: str
    enableAutoUpdates: bool
    maxInstances: int
    """How many processes with its credential may be connected at once; 1 by default"""
    restrictedAccess: bool
    trackName: str
    """current or stable"""

class AgentPatch(t.TypedDict, total=False):
    name: str
    description: str
    enableAutoUpdates: bool
    maxInstances: int
    """How many processes with its credential may be connected at once; 1 by default"""
    restrictedAccess: bool
    trackName: str
    """current or stable"""

class DeletedAgent(t.TypedDict):
    agentId: str

class _AgentCommand(t.TypedDict):
    command: AgentCommandCommand

class AgentCommand(_AgentCommand, total=False):
    pausedUntil: str
    """For PAUSE: 24 hours ahead by default, at most 30 days"""

class AgentCredentials(t.TypedDict):
    clientId: str
    clientSecret: str

class CredentialAction(t.TypedDict):
    action: t.Literal["SECRET_REFRESH"]

class AllowListProjectsValue(t.TypedDict, total=False):
    environments: list[str]

class AllowList(t.TypedDict):
    projects: AllowListProjects

class AgentTrack(t.TypedDict):
    trackName: str
    trackVersion: str
    trackReleaseDate: str

class _AgentTracks(t.TypedDict):
    tracks: list[AgentTrack]
    """Must contain `current`, the default track of runners"""

class AgentTracks(_AgentTracks, total=False):
    minimumVersion: str | None
    """Older runners are UNSUPPORTED. If omitted, the current minimum stays; null removes it"""

class _TablesWanted(t.TypedDict):
    environmentName: str

class TablesWanted(_TablesWanted, total=False):
    database: str
    """A database name of the environment; its own database by default"""
    schema: str
    """Only tables of this schema"""
    prefix: str
    """Prefix of the names, in any letter case"""
    table: str
    """Instead of a prefix: the name of the tables whose columns are wanted, in any letter case"""
    limit: int
    """Tables at most, 200 by default"""

class DatabaseTableColumnsItem(t.TypedDict):
    name: str
    type: str
    """The database's own name"""

class _DatabaseTable(t.TypedDict):
    schema: str
    name: str

class DatabaseTable(_DatabaseTable, total=False):
    columns: list[DatabaseTableColumnsItem]
    """With `table`: in their order"""

class _DatabaseTables(t.TypedDict):
    ok: bool
    """false: `message` says why there are no tables"""
    latencyMs: int

class DatabaseTables(_DatabaseTables, total=False):
    message: str
    usualSchema: str
    """The schema that names without one mean"""
    schemas: list[str]
    """At most 500; absent with `table`"""
    tables: list[DatabaseTable]
    """Tables and views: those of the usual schema first, then by schema and name"""
    more: bool
    """Whether there are more than the limit"""

class _NewSample(t.TypedDict):
    pipelineName: str
    """A transformation"""
    componentName: str
    environmentName: str

class NewSample(_NewSample, total=False):
    versionName: str
    """The newest by default"""
    ref: str
    """Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs published versions only (`allowUnpublishedRuns`)"""
    draft: str
    """Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref`"""
    scalarVariables: ScalarVariables
    gridVariables: GridVariables
    limit: int
    """Rows at most, 100 by default; 0: columns and SQL only"""

class SampleColumnsItem(t.TypedDict):
    name: str
    type: str
    """The database's own name"""

class _Sample(t.TypedDict):
    ok: bool
    """false: `message` says why there are no rows"""
    latencyMs: int

class Sample(_Sample, total=False):
    message: str
    componentName: str
    """The component that the message is about; it may be one before the wanted one"""
    columns: list[SampleColumnsItem]
    rows: list[list[str | None]]
    """Cells as text, in the order of the columns. For a component that writes, the rows that it receives"""
    more: bool
    """Whether there are more rows"""
    shortened: bool
    """true: long cells end with …"""
    sql: str
    """The query sent to the database, without the limit"""

class ScheduleIntervalExpression(t.TypedDict):
    interval: int
    unit: IntervalUnit

class _Schedule(t.TypedDict):
    scheduleId: str
    name: str
    pipelineName: str
    environmentName: str
    runnerId: str
    scheduleEnabled: bool
    allowConcurrentExecutions: bool
    cronTimezone: str
    effectiveFrom: str
    scalarVariables: ScheduleScalarVariables
    gridVariables: GridVariables
    missedRunPolicy: MissedRunPolicy
    jitterSeconds: int

class Schedule(_Schedule, total=False):
    versionName: str
    """Absent: the newest version"""
    cronExpression: str
    intervalExpression: ScheduleIntervalExpression
    lastRunAt: str
    nextRunAt: str
    """Absent while disabled"""
    dueTimeVariable: str
    """The scalar variable that is given the due time of each run, as ISO 8601 in UTC"""
    disabledReason: str
    """Why the platform disabled it; absent when a person did"""

class SchedulePage(t.TypedDict):
    page: int
    results: list[Schedule]
    size: int
    total: int

class _NewSchedulePipeline(t.TypedDict):
    pipelineName: str
    environmentName: str

class NewSchedulePipeline(_NewSchedulePipeline, total=False):
    versionName: str
    agentId: str
    scalarVariables: ScalarVariables
    gridVariables: GridVariables
    dueTimeVariable: str
    """The scalar variable that is given the due time of each run, as ISO 8601 in UTC"""

class IntervalExpression(t.TypedDict):
    """Counted from effectiveFrom; days and weeks keep the local time in cronTimezone"""
    interval: int
    unit: IntervalUnit

class _NewScheduleSchedule(t.TypedDict):
    name: str

class NewScheduleSchedule(_NewScheduleSchedule, total=False):
    cronExpression: str
    """Quartz with 6 or 7 fields (seconds first), or Unix cron with 5"""
    intervalExpression: IntervalExpression
    cronTimezone: str
    """IANA name, UTC by default"""
    effectiveFrom: str
    scheduleEnabled: bool
    allowConcurrentExecutions: bool
    missedRunPolicy: MissedRunPolicy
    jitterSeconds: int
    """Each run is later by a share of this that is fixed for the schedule"""

class NewSchedule(t.TypedDict):
    pipeline: NewSchedulePipeline
    schedule: NewScheduleSchedule

class SchedulePatch(t.TypedDict, total=False):
    name: str
    pipelineName: str
    environmentName: str
    versionName: str | None
    runnerId: str | None
    cronExpression: str | None
    intervalExpression: IntervalExpression | None
    cronTimezone: str
    """IANA name, UTC by default"""
    effectiveFrom: str
    scheduleEnabled: bool
    allowConcurrentExecutions: bool
    missedRunPolicy: MissedRunPolicy
    jitterSeconds: int
    """Each run is later by a share of this that is fixed for the schedule"""
    scalarVariables: ScalarVariables
    gridVariables: GridVariables
    dueTimeVariable: str | None

class FireTimeList(t.TypedDict):
    fireTimes: list[str]

class PreviewRequest(t.TypedDict, total=False):
    cronExpression: str
    """Quartz with 6 or 7 fields (seconds first), or Unix cron with 5"""
    intervalExpression: IntervalExpression
    cronTimezone: str
    """IANA name, UTC by default"""
    effectiveFrom: str
    after: str
    count: int

class _Tick(t.TypedDict):
    dueAt: str
    outcome: TickOutcome
    plannedAt: str
    """The due time and the share of the jitter"""
    decidedAt: str
    latenessMs: int
    """From plannedAt to decidedAt"""
    missedCount: int
    """Due times left out before this one, counted up to 1,000"""

class Tick(_Tick, total=False):
    reason: str
    pipelineExecutionId: str
    backfillId: str

class TickPage(t.TypedDict):
    page: int
    results: list[Tick]
    size: int
    total: int

_Backfill = t.TypedDict("_Backfill", {
    "backfillId": 'str',
    "from": 'str',
    "to": 'str',
    "total": 'int',
    "queued": 'int',
    "status": 'BackfillStatus',
    "createdAt": 'str',
    "createdBy": 'str',
})
_BackfillOptional = t.TypedDict("_BackfillOptional", {
    "finishedAt": 'str',
}, total=False)

class Backfill(_Backfill, _BackfillOptional):
    pass

class BackfillPage(t.TypedDict):
    page: int
    results: list[Backfill]
    size: int
    total: int

_NewBackfill = t.TypedDict("_NewBackfill", {
    "from": 'str',
    "to": 'str',
})
_NewBackfillOptional = t.TypedDict("_NewBackfillOptional", {
    "dryRun": 'bool',
}, total=False)

class NewBackfill(_NewBackfill, _NewBackfillOptional):
    pass

class _BackfillPlan(t.TypedDict):
    dryRun: bool
    total: int
    """Due times in the range"""
    alreadyRun: int
    """Due times that started a run before: they are not started again"""
    fireTimes: list[str]
    """The first 100 that will run"""

class BackfillPlan(_BackfillPlan, total=False):
    backfillId: str

_BegunBackfill = t.TypedDict("_BegunBackfill", {
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
})
_BegunBackfillOptional = t.TypedDict("_BegunBackfillOptional", {
    "finishedAt": 'str',
}, total=False)

class BegunBackfill(_BegunBackfill, _BegunBackfillOptional):
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

class _NewSecret(t.TypedDict):
    name: str
    """Unique in the project without regard to case"""
    value: str

class NewSecret(_NewSecret, total=False):
    description: str

class _SecretChange(t.TypedDict):
    value: str

class SecretChange(_SecretChange, total=False):
    description: str

class _SecretReference(t.TypedDict):
    name: str
    description: str
    secretReferenceType: t.Literal["PASSWORD"]
    secretName: str
    """Name of the secret at the runner"""
    createdAt: str
    createdBy: str

class SecretReference(_SecretReference, total=False):
    secretKey: str
    """Member of a secret that is a JSON object; absent: all of the secret"""
    agentId: str
    """A runner that has the secret. A note: the runner of each execution looks the secret up"""
    agentType: SecretReferenceAgentType

class SecretReferencePage(t.TypedDict):
    page: int
    results: list[SecretReference]
    size: int
    total: int

class _NewSecretReference(t.TypedDict):
    secretName: str
    """Name of the secret at the runner"""

class NewSecretReference(_NewSecretReference, total=False):
    secretKey: str
    """Member of a secret that is a JSON object; absent: all of the secret"""
    description: str
    secretReferenceType: t.Literal["PASSWORD"]
    agentId: str
    """A runner that has the secret. A note: the runner of each execution looks the secret up"""
    agentType: NewSecretReferenceAgentType

class _SharedParameter(t.TypedDict):
    name: str
    type: VariableType
    description: str
    required: bool
    """A caller has to set it"""
    defaultValue: SharedParameterDefaultValue

class SharedParameter(_SharedParameter, total=False):
    displayName: str
    columns: list[str]
    """Columns of a GRID, in order"""

class _SharedPipelineDetails(t.TypedDict):
    sharedPipelineId: str
    """A component names it by <prefix>#<id>"""
    description: str
    sourcePipeline: str
    """Its path in the version, without the ending"""
    pipelineType: SharedPipelineDetailsPipelineType
    parameters: list[SharedParameter]

class SharedPipelineDetails(_SharedPipelineDetails, total=False):
    displayName: str

class _PublishedSharedArtifact(t.TypedDict):
    sharedPipelineIdPrefix: str
    versionName: str
    enabled: bool
    """A disabled version is not the newest"""
    createdAt: str
    artifactId: str
    publishedBy: str
    pipelineCount: int
    """Pipelines that it shares"""
    sharedPipelines: list[SharedPipelineDetails]
    faults: list[FileFault]
    """Errors and warnings of validation; a component with an error fails when run"""
    ignoredResources: list[IgnoredResource]
    """Files that are no text, or no part of a pipeline project"""

class PublishedSharedArtifact(_PublishedSharedArtifact, total=False):
    branch: str
    commitHash: str
    provider: str
    """Provider of the owner's repository"""
    projectId: str

class _SharedArtifact(t.TypedDict):
    sharedPipelineIdPrefix: str
    versionName: str
    enabled: bool
    """A disabled version is not the newest"""
    createdAt: str
    artifactId: str
    publishedBy: str
    pipelineCount: int
    """Pipelines that it shares"""

class SharedArtifact(_SharedArtifact, total=False):
    branch: str
    commitHash: str
    provider: str
    """Provider of the owner's repository"""
    projectId: str

class SharedArtifactPage(t.TypedDict):
    page: int
    results: list[SharedArtifact]
    size: int
    total: int

class _PublishSharedFromGit(t.TypedDict):
    projectId: str
    ref: str
    """Branch, tag or commit of its repository"""
    versionName: str

class PublishSharedFromGit(_PublishSharedFromGit, total=False):
    sharedPipelineIdPrefix: str
    """Names the set; the name of the project by default"""

class _ListedSharedPipeline(t.TypedDict):
    sharedPipelineIdPrefix: str
    sharedPipelineId: str
    """A component names it by <prefix>#<id>"""
    description: str
    sourcePipeline: str
    """Its path in the version, without the ending"""
    pipelineType: ListedSharedPipelinePipelineType
    versionName: str
    """The newest version that is enabled"""
    publishedTime: str

class ListedSharedPipeline(_ListedSharedPipeline, total=False):
    displayName: str
    projectId: str
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

class _Session(t.TypedDict):
    kind: SessionKind
    id: str
    name: str
    accountRole: AccountRole
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""

class Session(_Session, total=False):
    csrfToken: str
    """For the header X-CSRF-Token of every request that changes something"""
    expiresAt: str

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

class ClientKeys(t.TypedDict):
    keys: list[ClientKeysKeysItem]

class LogoutForm(t.TypedDict):
    logout_token: str

class _IdentityProvider(t.TypedDict):
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

class IdentityProvider(_IdentityProvider, total=False):
    jwksUri: str
    """With private_key_jwt: the public key, to be registered at the provider"""

class IdentityProviders(t.TypedDict):
    results: list[IdentityProvider]

class _NewIdentityProvider(t.TypedDict):
    name: str
    issuer: str
    """https, or http on loopback"""
    clientId: str

class NewIdentityProvider(_NewIdentityProvider, total=False):
    clientSecret: str
    tokenEndpointAuthMethod: NewIdentityProviderTokenEndpointAuthMethod
    scopes: str
    userNameClaim: NewIdentityProviderUserNameClaim
    justInTimeDomains: list[str]
    """Users with a verified address in these domains are created on their first sign-in"""
    signOutAtProvider: bool
    """Whether users who sign out here are led to the provider, to sign out there too; false by default"""

class IdentityProviderPatch(t.TypedDict, total=False):
    name: str
    clientId: str
    clientSecret: str | None
    """null: none any more"""
    tokenEndpointAuthMethod: IdentityProviderPatchTokenEndpointAuthMethod
    scopes: str
    userNameClaim: IdentityProviderPatchUserNameClaim
    justInTimeDomains: list[str]
    """Users with a verified address in these domains are created on their first sign-in"""
    signOutAtProvider: bool
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

class _EnrolledSession(t.TypedDict):
    kind: EnrolledSessionKind
    id: str
    name: str
    accountRole: AccountRole
    accountPermissions: list[t.Literal["PROJECT_CREATOR"]]
    """PROJECT_CREATOR: may create projects. A SUPER_ADMIN holds every permission"""
    recoveryCodes: list[str]
    """Each works once. Shown only once"""

class EnrolledSession(_EnrolledSession, total=False):
    csrfToken: str
    """For the header X-CSRF-Token of every request that changes something"""
    expiresAt: str

class _SecondFactor(t.TypedDict):
    enrolled: bool
    recoveryCodesLeft: int
    required: bool
    """Whether one is demanded, of this user or by the installation"""
    requiredOfUser: bool
    """Whether one is demanded of this user in particular"""

class SecondFactor(_SecondFactor, total=False):
    enrolledAt: str

class PasswordProof(t.TypedDict):
    currentPassword: str

class RecoveryCodeList(t.TypedDict):
    recoveryCodes: list[str]
    """Each works once. Shown only once"""

class SecondFactorDemand(t.TypedDict):
    required: bool
    """Demand one of this user, whatever the installation demands"""

class SignInSettings(t.TypedDict):
    secondFactor: SecondFactorPolicy
    """Who must have a second factor to sign in with a password"""

class _ExecutionFigures(t.TypedDict):
    succeeded: int
    """Executions that ended with SUCCESS"""
    failed: int
    """Executions that ended with FAILED"""
    cancelled: int
    """Executions that ended with CANCELLED"""
    rows: int
    """The sum of the rows that their components, and those of called pipelines, reported"""

class ExecutionFigures(_ExecutionFigures, total=False):
    successRate: float
    """Share of SUCCESS among those that succeeded or failed; absent when none did"""
    medianMs: float
    """The median duration of those that succeeded, within 5 %; absent when none did"""
    p95Ms: float
    """The 95th percentile of that duration"""
    averageWaitMs: float
    """The average time that they were queued; absent without executions"""
    longestWaitMs: float
    """The longest time that one of them was queued"""
    bytes: int
    """The sum of the bytes of files, requests and answers that they read or wrote; absent where none counts them"""

class _ExecutionStatistics(t.TypedDict):
    succeeded: int
    """Executions that ended with SUCCESS"""
    failed: int
    """Executions that ended with FAILED"""
    cancelled: int
    """Executions that ended with CANCELLED"""
    rows: int
    """The sum of the rows that their components, and those of called pipelines, reported"""

class ExecutionStatistics(_ExecutionStatistics, total=False):
    day: str
    """In UTC; by DAY"""
    projectId: str
    environmentName: str
    """By ENVIRONMENT"""
    pipelineName: str
    """By PIPELINE"""
    successRate: float
    """Share of SUCCESS among those that succeeded or failed; absent when none did"""
    medianMs: float
    """The median duration of those that succeeded, within 5 %; absent when none did"""
    p95Ms: float
    """The 95th percentile of that duration"""
    averageWaitMs: float
    """The average time that they were queued; absent without executions"""
    longestWaitMs: float
    """The longest time that one of them was queued"""
    bytes: int
    """The sum of the bytes of files, requests and answers that they read or wrote; absent where none counts them"""

class ExecutionStatisticsList(t.TypedDict):
    overall: ExecutionFigures
    results: list[ExecutionStatistics]

class _ComponentStatistics(t.TypedDict):
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

class ComponentStatistics(_ComponentStatistics, total=False):
    bytes: int
    """The sum of the bytes of files, requests and answers that it read or wrote; absent where none counts them"""

class ComponentStatisticsList(t.TypedDict):
    results: list[ComponentStatistics]

class _StreamingPipeline(t.TypedDict):
    streamingPipelineId: str
    projectId: str
    name: str
    agentId: str
    """The runner that is meant to run it"""
    streamingSource: StreamingPipelineStreamingSource
    streamingTarget: StreamingPipelineStreamingTarget

class StreamingPipeline(_StreamingPipeline, total=False):
    advancedProperties: StreamingPipelineAdvancedProperties

class StreamingPipelinePage(t.TypedDict):
    page: int
    results: list[StreamingPipeline]
    size: int
    total: int

class _NewStreamingPipeline(t.TypedDict):
    name: str
    agentId: str
    """The runner that is meant to run it"""
    streamingSource: NewStreamingPipelineStreamingSource
    streamingTarget: NewStreamingPipelineStreamingTarget

class NewStreamingPipeline(_NewStreamingPipeline, total=False):
    advancedProperties: NewStreamingPipelineAdvancedProperties

class StreamingPipelineState(t.TypedDict):
    status: StreamingPipelineStatus

class StreamingPipelineCommand(t.TypedDict):
    command: StreamingPipelineCommandCommand

class _NewTestExecution(t.TypedDict):
    environmentName: str
    scope: NewTestExecutionScope

class NewTestExecution(_NewTestExecution, total=False):
    tests: list[str]
    """For scope TEST: paths of the tests without `.test.yaml`"""
    pipelines: list[str]
    """For scope PIPELINE: names of the pipelines"""
    versionName: str
    """The newest by default"""
    ref: str
    """Instead of a version: a branch, tag or commit of the repository, as it is now. Not where the environment runs published versions only (`allowUnpublishedRuns`)"""
    draft: str
    """Instead of a version: the caller's own draft of this branch, on the branch as it is now. Limited as `ref`"""
    agentId: str
    """The environment's default by default"""
    executionTag: str
    """At most one live execution per tag and environment"""
    scratch: NewTestExecutionScratch

class TestExecutionTotals(t.TypedDict):
    total: int
    """Tests that were chosen; for scope PIPELINE those that have begun, until it ends"""
    passed: int
    failed: int
    cancelled: int
    """Tests that were stopped or never began"""

class TestExecutionTestsItemAssertionsItem(t.TypedDict):
    what: str
    """What was checked"""
    line: int
    """Line of the assertion in the file"""
    passed: bool
    expected: str
    actual: str

class _TestExecutionTestsItem(t.TypedDict):
    name: str
    file: str
    status: TestExecutionTestsItemStatus
    assertions: list[TestExecutionTestsItemAssertionsItem]

class TestExecutionTestsItem(_TestExecutionTestsItem, total=False):
    durationMs: int
    message: str
    """Why the test could not be completed, or why a run that was expected to fail did so"""

class _TestExecution(t.TypedDict):
    testExecutionId: str
    """Also the id of a pipeline execution, whose steps are the tests and whose log is theirs"""
    projectId: str
    environmentName: str
    scope: TestExecutionScope
    status: ExecutionStatus
    versionName: str
    """For unpublished runs, a label instead of a version name"""
    user: str
    agentId: str
    queuedAt: str
    totals: TestExecutionTotals
    tests: list[TestExecutionTestsItem]

class TestExecution(_TestExecution, total=False):
    pipelines: list[str]
    ref: str
    """For unpublished runs, the branch, tag or commit"""
    draft: str
    """For unpublished runs, the branch whose draft was run"""
    commitHash: str
    """For unpublished runs, the commit, or the one that the draft is based on"""
    executionTag: str
    startedAt: str
    finishedAt: str
    message: str

class TestExecutionPageResultsItemTotals(t.TypedDict):
    total: int
    """Tests that were chosen; for scope PIPELINE those that have begun, until it ends"""
    passed: int
    failed: int
    cancelled: int
    """Tests that were stopped or never began"""

class _TestExecutionPageResultsItem(t.TypedDict):
    testExecutionId: str
    """Also the id of a pipeline execution, whose steps are the tests and whose log is theirs"""
    projectId: str
    environmentName: str
    scope: TestExecutionPageResultsItemScope
    status: ExecutionStatus
    versionName: str
    """For unpublished runs, a label instead of a version name"""
    user: str
    agentId: str
    queuedAt: str
    totals: TestExecutionPageResultsItemTotals

class TestExecutionPageResultsItem(_TestExecutionPageResultsItem, total=False):
    pipelines: list[str]
    ref: str
    """For unpublished runs, the branch, tag or commit"""
    draft: str
    """For unpublished runs, the branch whose draft was run"""
    commitHash: str
    """For unpublished runs, the commit, or the one that the draft is based on"""
    executionTag: str
    startedAt: str
    finishedAt: str
    message: str

class TestExecutionPage(t.TypedDict):
    page: int
    results: list[TestExecutionPageResultsItem]
    size: int
    total: int

class _TriggerConditionAssetsItem(t.TypedDict):
    assetId: str

class TriggerConditionAssetsItem(_TriggerConditionAssetsItem, total=False):
    namespace: str
    """As the API returns it; ignored in requests"""
    name: str
    """As the API returns it; ignored in requests"""

class _TriggerCondition(t.TypedDict):
    type: TriggerConditionType

class TriggerCondition(_TriggerCondition, total=False):
    projectId: str
    """PIPELINE_END: the trigger's own project by default"""
    environmentName: str
    """PIPELINE_END: the trigger's own environment by default"""
    pipelineName: str
    """PIPELINE_END: the published pipeline whose end is waited for"""
    states: list[TriggerConditionStatesItem]
    """PIPELINE_END: how it has to end; SUCCESS by default"""
    assets: list[TriggerConditionAssetsItem]
    """ASSETS: the assets whose writes are waited for; each once"""
    match: TriggerConditionMatch
    withinSeconds: int
    """ASSETS with ALL: how far apart the newest writes of the assets may be; any time by default"""
    connection: str
    """FILE: a connection of the project to an object store or SFTP server; absent: the runner's files"""
    folder: str
    """FILE: the folder to watch, or an address such as s3://bucket/orders"""
    filePattern: str
    """FILE: a regular expression of the whole path below the folder; every file by default"""
    sql: str
    """SQL: a query; the first cell of its first row is what counts"""
    fires: TriggerConditionFires
    pollSeconds: int
    """FILE and SQL: seconds between checks; 60 by default"""
    signed: bool
    """EVENT: whether events have to be signed (Standard Webhooks), besides the token; false by default"""

class _DataTrigger(t.TypedDict):
    triggerId: str
    name: str
    pipelineName: str
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

class DataTrigger(_DataTrigger, total=False):
    versionName: str
    """Absent: the newest version"""
    lastFiredAt: str
    lookedAt: str
    """FILE and SQL: time of the last check"""
    fault: str
    """Why it cannot start anything at present: what it waits for is gone, or cannot be seen"""

class DataTriggerPage(t.TypedDict):
    page: int
    results: list[DataTrigger]
    size: int
    total: int

class _NewTrigger(t.TypedDict):
    name: str
    pipelineName: str
    environmentName: str
    condition: TriggerCondition

class NewTrigger(_NewTrigger, total=False):
    versionName: str
    runnerId: str
    scalarVariables: ScalarVariables
    gridVariables: GridVariables
    variablePaths: NewTriggerVariablePaths
    enabled: bool
    allowConcurrentExecutions: bool
    """false: what happens while an execution of the trigger is live is skipped"""
    missedRunPolicy: TriggerMissedPolicy

class _ChangedTrigger(t.TypedDict):
    triggerId: str
    name: str
    pipelineName: str
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

class ChangedTrigger(_ChangedTrigger, total=False):
    versionName: str
    """Absent: the newest version"""
    lastFiredAt: str
    lookedAt: str
    """FILE and SQL: time of the last check"""
    fault: str
    """Why it cannot start anything at present: what it waits for is gone, or cannot be seen"""
    signingSecret: str
    """Only when it was made just now. It is not shown again"""

class TriggerPatch(t.TypedDict, total=False):
    name: str
    pipelineName: str
    environmentName: str
    condition: TriggerCondition
    versionName: str | None
    runnerId: str | None
    scalarVariables: ScalarVariables
    gridVariables: GridVariables
    variablePaths: TriggerPatchVariablePaths
    enabled: bool
    allowConcurrentExecutions: bool
    """false: what happens while an execution of the trigger is live is skipped"""
    missedRunPolicy: TriggerMissedPolicy
    newSigningSecret: bool
    """true: makes another secret; the one before is not accepted any more"""

class AcceptedEvent(t.TypedDict):
    eventId: str
    """From `webhook-id` or `Idempotency-Key`, else made by the server. The same id starts one run"""
    acceptedAt: str

class _TriggerFire(t.TypedDict):
    cause: str
    """Names what happened: the same never starts the trigger twice"""
    occurredAt: str
    outcome: TriggerOutcome
    chainLength: int
    """How many triggers in a row led here, this one included"""
    facts: TriggerEvent
    """What happened: of a pipeline its execution, of assets their writes, of a file its name, size and time, of an event its body"""

class TriggerFire(_TriggerFire, total=False):
    decidedAt: str
    reason: str
    """Why nothing was started, or why it failed at once"""
    pipelineExecutionId: str
    backfilled: bool

class TriggerFirePage(t.TypedDict):
    page: int
    results: list[TriggerFire]
    size: int
    total: int

_NewTriggerBackfill = t.TypedDict("_NewTriggerBackfill", {
    "from": 'str',
    "to": 'str',
})
_NewTriggerBackfillOptional = t.TypedDict("_NewTriggerBackfillOptional", {
    "dryRun": 'bool',
}, total=False)

class NewTriggerBackfill(_NewTriggerBackfill, _NewTriggerBackfillOptional):
    pass

class TriggerBackfill(t.TypedDict):
    dryRun: bool
    total: int
    """Events in the range"""
    alreadyRun: int
    """Events that started a run before: they are not started again"""
    causes: list[str]
    """The first 100 that run"""

class _TriggerPreviewRequest(t.TypedDict):
    environmentName: str
    condition: TriggerCondition

class TriggerPreviewRequest(_TriggerPreviewRequest, total=False):
    variablePaths: TriggerPreviewRequestVariablePaths
    event: TriggerEvent

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

class Override(t.TypedDict):
    environmentName: str
    value: VariableValue

class _VariablePageResultsItem(t.TypedDict):
    id: str
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: str
    value: VariableValue
    supportsDoubleResolution: bool

class VariablePageResultsItem(_VariablePageResultsItem, total=False):
    columns: list[str]
    """Column names of a GRID, in order"""
    overrides: list[Override]

class VariablePage(t.TypedDict):
    page: int
    results: list[VariablePageResultsItem]
    size: int
    total: int

class _NewVariable(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour

class NewVariable(_NewVariable, total=False):
    description: str
    value: VariableValue
    columns: list[str]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool

class _Variable(t.TypedDict):
    id: str
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: str
    value: VariableValue
    supportsDoubleResolution: bool

class Variable(_Variable, total=False):
    columns: list[str]
    """Column names of a GRID, in order"""

class _VariablePatch(t.TypedDict):
    type: VariableType
    behaviour: VariableBehaviour

class VariablePatch(_VariablePatch, total=False):
    description: str
    value: VariableValue
    columns: list[str]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool

class _ResolvedVariable(t.TypedDict):
    name: str
    environmentName: str
    type: VariableType
    behaviour: VariableBehaviour
    value: VariableValue
    source: ResolvedVariableSource

class ResolvedVariable(_ResolvedVariable, total=False):
    columns: list[str]
    """Column names of a GRID, in order"""

class _VariableWithOverrides(t.TypedDict):
    id: str
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: str
    value: VariableValue
    supportsDoubleResolution: bool
    overrides: list[Override]

class VariableWithOverrides(_VariableWithOverrides, total=False):
    columns: list[str]
    """Column names of a GRID, in order"""

class OverrideRequestOverridesItem(t.TypedDict):
    environmentName: str
    value: t.Any
    """Text, a number, or rows of text, as the type of the variable says; any other value fails alone"""

class OverrideRequest(t.TypedDict):
    overrides: list[OverrideRequestOverridesItem]

class FailedOverride(t.TypedDict):
    environmentName: str
    value: t.Any
    """Text, a number, or rows of text, as the type of the variable says; any other value fails alone"""
    reason: FailureReason
    detail: str

class _OverrideOutcome(t.TypedDict):
    id: str
    name: str
    type: VariableType
    behaviour: VariableBehaviour
    description: str
    value: VariableValue
    supportsDoubleResolution: bool
    overrides: list[Override]
    failedOverride: list[FailedOverride]

class OverrideOutcome(_OverrideOutcome, total=False):
    columns: list[str]
    """Column names of a GRID, in order"""

class _VariableChangeBeforeForm1(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour

class VariableChangeBeforeForm1(_VariableChangeBeforeForm1, total=False):
    description: str
    value: VariableValue
    columns: list[str]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool
    overrides: list[Override]
    id: str

class VariableChangeBeforeForm2(t.TypedDict):
    value: VariableValue

class _VariableChangeAfterForm1(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour

class VariableChangeAfterForm1(_VariableChangeAfterForm1, total=False):
    description: str
    value: VariableValue
    columns: list[str]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool
    overrides: list[Override]
    id: str

class VariableChangeAfterForm2(t.TypedDict):
    value: VariableValue

class _VariableChange(t.TypedDict):
    changeId: int
    variableName: str
    action: VariableChangeAction
    changedBy: str
    changedAt: str

class VariableChange(_VariableChange, total=False):
    environmentName: str
    """The change was made to the override of this environment"""
    before: VariableChangeBefore
    after: VariableChangeAfter

class VariableChangePage(t.TypedDict):
    page: int
    results: list[VariableChange]
    size: int
    total: int

class RestoreRequest(t.TypedDict, total=False):
    to: RestoreRequestTo

class _VariableFileVariablesItem(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour

class VariableFileVariablesItem(_VariableFileVariablesItem, total=False):
    description: str
    value: VariableValue
    columns: list[str]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool
    overrides: list[Override]

class _VariableFile(t.TypedDict):
    variables: list[VariableFileVariablesItem]

class VariableFile(_VariableFile, total=False):
    formatVersion: t.Literal[1]

class _ImportOutcomeChangesItemBeforeForm1(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour

class ImportOutcomeChangesItemBeforeForm1(_ImportOutcomeChangesItemBeforeForm1, total=False):
    description: str
    value: VariableValue
    columns: list[str]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool
    overrides: list[Override]
    id: str

class ImportOutcomeChangesItemBeforeForm2(t.TypedDict):
    value: VariableValue

class _ImportOutcomeChangesItemAfterForm1(t.TypedDict):
    name: str
    type: VariableType
    behaviour: VariableBehaviour

class ImportOutcomeChangesItemAfterForm1(_ImportOutcomeChangesItemAfterForm1, total=False):
    description: str
    value: VariableValue
    columns: list[str]
    """Column names of a GRID, in order"""
    supportsDoubleResolution: bool
    overrides: list[Override]
    id: str

class ImportOutcomeChangesItemAfterForm2(t.TypedDict):
    value: VariableValue

class _ImportOutcomeChangesItem(t.TypedDict):
    variableName: str
    action: ImportOutcomeChangesItemAction

class ImportOutcomeChangesItem(_ImportOutcomeChangesItem, total=False):
    environmentName: str
    before: ImportOutcomeChangesItemBefore
    after: ImportOutcomeChangesItemAfter

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

class _SavedView(t.TypedDict):
    savedViewId: str
    list: ViewedList
    name: str
    """Unique among your views of the list, in any case"""
    filter: SavedViewFilter
    owner: str
    """Who saved it"""
    isOwn: bool
    """Whether the caller saved it"""
    updatedAt: str

class SavedView(_SavedView, total=False):
    projectId: str
    """The project whose members see the view too"""

class SavedViewPage(t.TypedDict):
    page: int
    results: list[SavedView]
    size: int
    total: int

class _NewSavedView(t.TypedDict):
    list: ViewedList
    name: str
    """Unique among your views of the list, in any case"""
    filter: NewSavedViewFilter

class NewSavedView(_NewSavedView, total=False):
    projectId: str
    """The project whose members see the view too"""

class SavedViewPatch(t.TypedDict, total=False):
    name: str
    """Unique among your views of the list, in any case"""
    filter: SavedViewPatchFilter
    projectId: str | None
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

class WebhookTemplatePatch(t.TypedDict, total=False):
    name: str
    """Unique in the installation without regard to case; [Custom] is built in"""
    payload: str
    """The initial payload of a webhook. It need not be JSON yet; validation of the pipeline reports it"""

TriggerEvent: t.TypeAlias = dict[str, t.Any]
"""Any JSON object. `variablePaths` of the trigger say what becomes of it"""
AgentTaskStatus: t.TypeAlias = t.Literal["RUNNING", "STOPPING", "STOPPED", "ERRORED"]
"""RUNNING: the agent works, or waits for a decision. STOPPED: it has answered, or was stopped. ERRORED: it failed, see `error`. A new message starts a task that is STOPPED or ERRORED again"""
PendingDecisionType: t.TypeAlias = t.Literal["tool", "ask_user"]
"""tool: whether a call is made. ask_user: the agent asks, see `questions`"""
AgentMessageDataType: t.TypeAlias = t.Literal["user", "assistant", "toolResult", "notice"]
"""notice: what Headrace itself says, such as why the task ended"""
AgentDecisionsDecisionsItem: t.TypeAlias = AgentDecisionsDecisionsItemForm1 | AgentDecisionsDecisionsItemForm2
AlertChannelType: t.TypeAlias = t.Literal["WEBHOOK", "SLACK", "TEAMS", "PAGERDUTY", "EMAIL"]
MailEncryption: t.TypeAlias = t.Literal["STARTTLS", "TLS", "NONE"]
"""STARTTLS upgrades the connection before the login, TLS encrypts from the start. STARTTLS by default"""
AlertEvent: t.TypeAlias = t.Literal["FAILED", "GATE_FAILED", "RUNNING_LONG", "RAN_SHORT", "QUEUED_LONG", "RUNNER_LOST", "SCHEDULE_LATE", "SCHEDULE_MISSED", "BUDGET_EXCEEDED"]
"""FAILED: an execution failed, until the same pipeline next succeeds in the same environment. GATE_FAILED: a gate of an execution failed, whether it stopped or warned, until the same pipeline next succeeds there without. RUNNING_LONG: an execution runs longer than usual, until it ends. RAN_SHORT: an execution succeeded in less than half of the time that the shortest of the last ones took, until the same pipeline next succeeds there in its usual time. QUEUED_LONG: executions of an environment wait in the queue, until they start. RUNNER_LOST: no process of a runner is connected, until one is. SCHEDULE_LATE: the last run of a schedule started late or has not started yet, until one starts on time. SCHEDULE_MISSED: the last due time of a schedule passed without a run, until a later one has its run. BUDGET_EXCEEDED: what the rule watches consumed more credits in this month, in UTC, than `creditsPerMonth`, until the month ends"""
AlertIncidentStatus: t.TypeAlias = t.Literal["OPEN", "CLOSED"]
AlertDeliveryKind: t.TypeAlias = t.Literal["OPENED", "RECOVERED"]
AlertDeliveryStatus: t.TypeAlias = t.Literal["PENDING", "DELIVERED", "FAILED"]
PublishArtifactBody: t.TypeAlias = dict[str, str]
"""Each part is a file, named by its path"""
FileFaultSeverity: t.TypeAlias = t.Literal["error", "warning"]
EventOutcome: t.TypeAlias = t.Literal["SUCCEEDED", "REFUSED", "UNKNOWN"]
"""UNKNOWN: a server stopped or failed before it knew the outcome"""
EventActorKind: t.TypeAlias = t.Literal["CREDENTIAL", "USER", "RUNNER", "DIRECTORY"]
EventEventType: t.TypeAlias = t.Literal["CREATE", "UPDATE", "DELETE", "READ", "ACTION"]
ListEventsOutcome: t.TypeAlias = t.Literal["SUCCEEDED", "REFUSED", "UNKNOWN"]
ListEventsSort: t.TypeAlias = t.Literal["at", "-at"]
ExportEventsOutcome: t.TypeAlias = t.Literal["SUCCEEDED", "REFUSED", "UNKNOWN"]
RecordedActorKind: t.TypeAlias = t.Literal["CREDENTIAL", "USER", "RUNNER", "DIRECTORY"]
ComponentTypePipelineType: t.TypeAlias = t.Literal["orchestration", "transformation"]
ComponentTypeRefusedBy: t.TypeAlias = dict[str, str]
"""Why databases of a kind refuse it, whatever its parameters, and what to do instead; by kind of warehouse. Validation knows more"""
ComponentTypeParameters: t.TypeAlias = dict[str, t.Any]
"""JSON Schema of its parameters, for forms, in the order of a form. `x-columns` names the columns of rows; `x-editor` is the language of a text of several lines; `x-names` says that a text is the name of a `scalar` or `grid` variable; `x-when` lists the values of other parameters with which it has a meaning; `x-older` marks another spelling, which files may have and forms do not offer. Files may have more: see /schemas/orchestration.json"""
PlatformConnectionType: t.TypeAlias = t.Literal["DWH", "COMPONENT_BASIC", "CLOUD_PLATFORM_CREDENTIALS"]
"""Its purpose: the SQL of environments, components, or a cloud platform"""
ConnectionSchemaAuthTypesItemPropertiesItemType: t.TypeAlias = t.Literal["TEXT", "HOST", "URL", "INTEGER", "BOOLEAN"]
ConnectionSchemaAuthTypesItemPropertiesItemDefault: t.TypeAlias = str | float | bool
ConnectionPropertyValueValue: t.TypeAlias = str | float | bool
ConnectionOverrideConnectionProperties: t.TypeAlias = dict[str, ConnectionPropertyValue]
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""
NewConnectionOverrideConnectionProperties: t.TypeAlias = dict[str, ConnectionPropertyValue]
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""
ProjectConnectionConnectionDetailsConnectionProperties: t.TypeAlias = dict[str, ConnectionPropertyValue]
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""
ListConnectionsSort: t.TypeAlias = t.Literal["name", "updatedAt", "-name", "-updatedAt"]
NewProjectConnectionConnectionDetailsConnectionProperties: t.TypeAlias = dict[str, ConnectionPropertyValue]
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""
NewDataPlatformConnectionConnectionDetailsConnectionProperties: t.TypeAlias = dict[str, ConnectionPropertyValue]
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""
ProjectConnectionChangeConnectionDetailsConnectionProperties: t.TypeAlias = dict[str, ConnectionPropertyValue]
"""By name, as the connection schema lists them. Secrets are named, and their values never stored"""
Connection: t.TypeAlias = ConnectionForm1 | ConnectionForm2
"""The database that the SQL of this environment runs on"""
EnvironmentTestDatabases: t.TypeAlias = dict[str, EnvironmentTestDatabasesValue]
"""What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case"""
EnvironmentTestDefaultConnections: t.TypeAlias = dict[str, t.Any]
"""Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`"""
EnvironmentTestConnectionOverridesForm1ItemConnectionProperties: t.TypeAlias = dict[str, EnvironmentTestConnectionOverridesForm1ItemConnectionPropertiesValue]
EnvironmentTestConnectionOverrides: t.TypeAlias = list[EnvironmentTestConnectionOverridesForm1Item] | TriggerEvent
Method: t.TypeAlias = t.Literal["GET", "POST"]
AuthenticationType: t.TypeAlias = t.Literal["NONE", "BASIC", "BEARER_TOKEN", "API_KEY", "OAUTH"]
AddTo: t.TypeAlias = t.Literal["QUERY_PARAMETER", "HEADER_PARAMETER"]
FieldType: t.TypeAlias = t.Literal["OBJECT", "ARRAY", "STRING", "INTEGER", "NUMBER", "BOOLEAN", "ANY"]
PaginationType: t.TypeAlias = t.Literal["NONE", "PAGE", "OFFSET", "CURSOR", "LINK_HEADER", "RELATIVE_PATH", "FULL_PATH"]
PaginationAddTo: t.TypeAlias = t.Literal["QUERY_PARAMETER", "BODY"]
GrantType: t.TypeAlias = t.Literal["CLIENT_CREDENTIALS", "AUTHORIZATION_CODE"]
CredentialsIn: t.TypeAlias = t.Literal["BODY", "HEADER"]
TokenParameterAddTo: t.TypeAlias = t.Literal["BODY", "QUERY_PARAMETER", "HEADER_PARAMETER"]
ConsumptionItemConsumptionType: t.TypeAlias = t.Literal["orchestration", "transformation"]
AccountRole: t.TypeAlias = t.Literal["SUPER_ADMIN", "USER"]
ProjectRoleGrantRole: t.TypeAlias = t.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]
EnvironmentAccessGrantAccess: t.TypeAlias = t.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]
ListApiCredentialsSort: t.TypeAlias = t.Literal["createdAt", "name", "expiresAt", "-createdAt", "-name", "-expiresAt"]
ListScimUsersSortOrder: t.TypeAlias = t.Literal["ascending", "descending"]
SearchRequestSortOrder: t.TypeAlias = t.Literal["ascending", "descending"]
ListScimGroupsSortOrder: t.TypeAlias = t.Literal["ascending", "descending"]
GetScimServiceProviderConfigResult: t.TypeAlias = dict[str, t.Any]
"""RFC 7643 §5 to §7"""
ListScimResourceTypesResultResourcesItem: t.TypeAlias = dict[str, t.Any]
"""RFC 7643 §5 to §7"""
GetScimResourceTypeResult: t.TypeAlias = dict[str, t.Any]
"""RFC 7643 §5 to §7"""
ListScimSchemasResultResourcesItem: t.TypeAlias = dict[str, t.Any]
"""RFC 7643 §5 to §7"""
GetScimSchemaResult: t.TypeAlias = dict[str, t.Any]
"""RFC 7643 §5 to §7"""
PutDraftFileEncoding: t.TypeAlias = t.Literal["utf-8", "base64"]
"""Encoding of the content; utf-8 by default"""
DraftFileEncoding: t.TypeAlias = t.Literal["utf-8", "base64"]
EnvironmentMoveStatus: t.TypeAlias = t.Literal["WAITING", "COPYING", "COMMITTING", "SUCCEEDED", "FAILED", "CANCELLED"]
"""WAITING: for executions that run. COPYING: nothing is to be seen in the lake yet. COMMITTING: everything is copied and compared. SUCCEEDED: SQL runs on the lake. FAILED, CANCELLED: SQL runs on the file as before."""
AccessLevel: t.TypeAlias = t.Literal["admin", "runner", "readOnly", "noAccess"]
EnvironmentDatabases: t.TypeAlias = dict[str, EnvironmentDatabasesValue]
"""What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case"""
OnRunnerLoss: t.TypeAlias = t.Literal["RESUME", "FAIL"]
"""When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution"""
ReviewLevel: t.TypeAlias = t.Literal["OFF", "ERRORS", "WARNINGS"]
EnvironmentDefaultConnections: t.TypeAlias = dict[str, t.Any]
"""Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`"""
EnvironmentConnectionOverridesForm1ItemConnectionProperties: t.TypeAlias = dict[str, EnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue]
EnvironmentConnectionOverrides: t.TypeAlias = list[EnvironmentConnectionOverridesForm1Item] | TriggerEvent
NewEnvironmentDatabases: t.TypeAlias = dict[str, NewEnvironmentDatabasesValue]
"""What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case"""
NewEnvironmentDefaultConnections: t.TypeAlias = dict[str, t.Any]
"""Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`"""
NewEnvironmentConnectionOverridesForm1ItemConnectionProperties: t.TypeAlias = dict[str, NewEnvironmentConnectionOverridesForm1ItemConnectionPropertiesValue]
NewEnvironmentConnectionOverrides: t.TypeAlias = list[NewEnvironmentConnectionOverridesForm1Item] | TriggerEvent
EnvironmentPatchDatabases: t.TypeAlias = dict[str, EnvironmentPatchDatabasesValue]
"""What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, _, $ and -, begin with a letter or _, and are the same in any case"""
EnvironmentPatchDefaultConnections: t.TypeAlias = dict[str, t.Any]
"""Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; without one it runs on `connection`"""
EnvironmentPatchConnectionOverridesForm1ItemConnectionProperties: t.TypeAlias = dict[str, EnvironmentPatchConnectionOverridesForm1ItemConnectionPropertiesValue]
EnvironmentPatchConnectionOverrides: t.TypeAlias = list[EnvironmentPatchConnectionOverridesForm1Item] | TriggerEvent
ScalarVariablesValue: t.TypeAlias = str | float
ScalarVariables: t.TypeAlias = dict[str, ScalarVariablesValue]
GridVariables: t.TypeAlias = dict[str, list[list[str]]]
"""Rows of cells, in the order of the columns"""
ExecutionPipelineType: t.TypeAlias = t.Literal["ORCHESTRATION", "TRANSFORMATION"]
ExecutionStatus: t.TypeAlias = t.Literal["QUEUED", "RUNNING", "SUCCESS", "FAILED", "CANCELLING", "CANCELLED", "SKIPPED"]
Trigger: t.TypeAlias = t.Literal["API", "SCHEDULE", "SCHEDULE_RUN_NOW", "TRIGGER", "TRIGGER_RUN_NOW", "DESIGNER"]
VariableType: t.TypeAlias = t.Literal["TEXT", "NUMBER", "GRID"]
"""TEXT is a JSON string, NUMBER a JSON number, GRID rows of text"""
VariableBehaviour: t.TypeAlias = t.Literal["SHARED", "COPIED"]
"""COPIED: each branch and iteration of a run has its own copy. SHARED: one value for the run"""
ExecutionVariableValue: t.TypeAlias = str | float | list[list[str]]
ExecutionVariableSource: t.TypeAlias = t.Literal["PROJECT_VARIABLE", "ENVIRONMENT_OVERRIDE", "PIPELINE_VARIABLE", "CALLER"]
"""Where the value comes from"""
ListPipelineExecutionsStatusItem: t.TypeAlias = t.Literal["QUEUED", "RUNNING", "SUCCESS", "FAILED", "CANCELLING", "CANCELLED", "SKIPPED", "UNKNOWN"]
ListPipelineExecutionsSort: t.TypeAlias = t.Literal["queuedAt", "-queuedAt"]
NewRerunFrom: t.TypeAlias = t.Literal["START", "FAILED_STEP"]
"""START: run everything again, with the current project variables. FAILED_STEP: keep what succeeded with the variables of that time, and run what failed or never ran"""
NewRerunScalarVariablesValue: t.TypeAlias = str | float | None
NewRerunScalarVariables: t.TypeAlias = dict[str, NewRerunScalarVariablesValue]
"""Values in place of those of the execution, by name and from START only; the others are kept. null: none, so that the variable's own value counts"""
NewRerunGridVariables: t.TypeAlias = dict[str, list[list[str]] | None]
"""Values in place of those of the execution, by name and from START only; the others are kept. null: none, so that the variable's own value counts"""
StepResult: t.TypeAlias = t.Literal["SUCCESS", "FAILED", "SKIPPED", "CANCELLED", "RUNNING"]
StepVariableChangeValue: t.TypeAlias = str | float | list[list[str]]
StepGatesItemOnFailure: t.TypeAlias = t.Literal["STOP", "WARN"]
"""STOP: nothing is published when it fails, and the step fails"""
StepGatesItemResult: t.TypeAlias = t.Literal["PASSED", "FAILED"]
StepDetailsGatesItemOnFailure: t.TypeAlias = t.Literal["STOP", "WARN"]
"""STOP: nothing is published when it fails, and the step fails"""
StepDetailsGatesItemResult: t.TypeAlias = t.Literal["PASSED", "FAILED"]
NewCancellationsStatusForm1: t.TypeAlias = t.Literal["QUEUED", "RUNNING", "CANCELLING"]
NewCancellationsStatusForm2Item: t.TypeAlias = t.Literal["QUEUED", "RUNNING", "CANCELLING"]
NewCancellationsStatus: t.TypeAlias = NewCancellationsStatusForm1 | list[NewCancellationsStatusForm2Item]
"""One or more; CANCELLING executions end with `forceUpdate` only"""
RunEventEventType: t.TypeAlias = t.Literal["START", "COMPLETE", "ABORT", "FAIL"]
RunEventRunFacets: t.TypeAlias = dict[str, RunEventRunFacetsValue]
RunEventJobFacets: t.TypeAlias = dict[str, RunEventJobFacetsValue]
RunEventInputsItemFacets: t.TypeAlias = dict[str, RunEventInputsItemFacetsValue]
RunEventOutputsItemFacets: t.TypeAlias = dict[str, RunEventOutputsItemFacetsValue]
RunEventOutputsItemOutputFacets: t.TypeAlias = dict[str, RunEventOutputsItemOutputFacetsValue]
AssetKind: t.TypeAlias = t.Literal["TABLE", "OBJECT", "FILE", "API", "TOPIC"]
ListAssetsSort: t.TypeAlias = t.Literal["name", "lastWrittenTime", "-name", "-lastWrittenTime"]
AssetPipelineKnownFromItem: t.TypeAlias = t.Literal["RUN", "VERSION"]
AssetEdgeColumns: t.TypeAlias = dict[str, list[str]]
"""By written column, the columns from which it is computed. Empty where they are not known"""
AssetEdgeKnownFromItem: t.TypeAlias = t.Literal["RUN", "VERSION"]
VersionLineageStepsItemEdgesItemColumns: t.TypeAlias = dict[str, list[str]]
StepLineageItemEdgesItemColumns: t.TypeAlias = dict[str, list[str]]
OAuthStatus: t.TypeAlias = t.Literal["PENDING_SETUP", "AUTHORIZED"]
PrincipalKind: t.TypeAlias = t.Literal["USER", "GROUP"]
ListUsersSort: t.TypeAlias = t.Literal["createdAt", "name", "-createdAt", "-name"]
ListGroupsSort: t.TypeAlias = t.Literal["createdAt", "name", "-createdAt", "-name"]
MemberKind: t.TypeAlias = t.Literal["USER", "GROUP", "CREDENTIAL"]
MemberRole: t.TypeAlias = t.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]
CandidateKind: t.TypeAlias = t.Literal["USER", "GROUP", "CREDENTIAL"]
NewMemberRole: t.TypeAlias = t.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]
EnvironmentMemberKind: t.TypeAlias = t.Literal["USER", "GROUP", "CREDENTIAL"]
EnvironmentMemberAccess: t.TypeAlias = t.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]
NewEnvironmentMemberAccess: t.TypeAlias = t.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]
PermissionsAccountRoleFromItemKind: t.TypeAlias = t.Literal["USER", "GROUP"]
PermissionsProjectsResultsItemRole: t.TypeAlias = t.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]
PermissionsProjectsResultsItemRoleFromItemKind: t.TypeAlias = t.Literal["USER", "GROUP"]
PermissionsProjectsResultsItemEnvironmentsItemAccess: t.TypeAlias = t.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]
PermissionsProjectsResultsItemEnvironmentsItemBecause: t.TypeAlias = t.Literal["PROJECT_ADMIN", "GIVEN", "DEFAULT"]
"""An administrator of the project; given by name; or the default of the environment"""
PermissionsProjectsResultsItemEnvironmentsItemAccessFromItemKind: t.TypeAlias = t.Literal["USER", "GROUP"]
EffectiveMemberPageResultsItemKind: t.TypeAlias = t.Literal["USER", "CREDENTIAL"]
EffectiveMemberPageResultsItemRole: t.TypeAlias = t.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]
EffectiveMemberPageResultsItemSourcesItemKind: t.TypeAlias = t.Literal["DIRECT", "GROUP", "ACCOUNT_ADMINISTRATOR"]
EffectiveMemberPageResultsItemSourcesItemRole: t.TypeAlias = t.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]
EffectiveEnvironmentMemberPageResultsItemKind: t.TypeAlias = t.Literal["USER", "CREDENTIAL"]
EffectiveEnvironmentMemberPageResultsItemRole: t.TypeAlias = t.Literal["ADMIN", "CONTRIBUTOR", "READ_ONLY"]
EffectiveEnvironmentMemberPageResultsItemAccess: t.TypeAlias = t.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]
EffectiveEnvironmentMemberPageResultsItemSourcesItemKind: t.TypeAlias = t.Literal["DIRECT", "GROUP", "DEFAULT", "PROJECT_ADMINISTRATOR", "ACCOUNT_ADMINISTRATOR"]
"""DEFAULT: nothing was granted, so the default of the environment applies"""
EffectiveEnvironmentMemberPageResultsItemSourcesItemAccess: t.TypeAlias = t.Literal["ADMIN", "RUNNER", "READ_ONLY", "NO_ACCESS"]
PersonalTokenScopesItem: t.TypeAlias = t.Literal["read", "write"]
NewPersonalTokenScopesItem: t.TypeAlias = t.Literal["read", "write"]
CreatedPersonalTokenScopesItem: t.TypeAlias = t.Literal["read", "write"]
PipelineSummaryPipelineType: t.TypeAlias = t.Literal["orchestration", "transformation"]
PipelineDetailsPipelineType: t.TypeAlias = t.Literal["orchestration", "transformation"]
DrawnComponentParameters: t.TypeAlias = dict[str, t.Any]
"""As the file has them"""
DeclaredVariableScope: t.TypeAlias = t.Literal["COPIED", "SHARED"]
DeclaredVariableVisibility: t.TypeAlias = t.Literal["PUBLIC", "PRIVATE"]
DeclaredVariableDefaultValue: t.TypeAlias = str | float | list[list[str]]
PipelineCallsPipelineType: t.TypeAlias = t.Literal["orchestration", "transformation"]
CalleeState: t.TypeAlias = t.Literal["KNOWN", "UNKNOWN", "WRONG_KIND", "DECIDED_WHILE_RUNNING"]
"""UNKNOWN: there is no pipeline of this name. WRONG_KIND: it is of the other kind, and the component fails. DECIDED_WHILE_RUNNING: variables are part of the name"""
CalleePipelineType: t.TypeAlias = t.Literal["orchestration", "transformation"]
"""The type of pipeline that the component runs"""
SharedCalleeState: t.TypeAlias = t.Literal["KNOWN", "UNKNOWN", "DECIDED_WHILE_RUNNING"]
PipelineCallerState: t.TypeAlias = t.Literal["KNOWN", "UNKNOWN", "WRONG_KIND", "DECIDED_WHILE_RUNNING"]
"""UNKNOWN: there is no pipeline of this name. WRONG_KIND: it is of the other kind, and the component fails. DECIDED_WHILE_RUNNING: variables are part of the name"""
PipelineCallerPipelineType: t.TypeAlias = t.Literal["orchestration", "transformation"]
PipelineVersionChange: t.TypeAlias = t.Literal["ADDED", "MODIFIED", "REMOVED"]
"""Against the version that was published before it in this environment"""
PipelineDiffChange: t.TypeAlias = t.Literal["NONE", "ADDED", "MODIFIED", "REMOVED"]
WarehouseKind: t.TypeAlias = t.Literal["SNOWFLAKE", "DATABRICKS", "REDSHIFT", "BIGQUERY", "DUCKDB", "POSTGRES", "MYSQL", "CLICKHOUSE"]
AgentDeploymentType: t.TypeAlias = t.Literal["HYBRID", "FULL_SAAS"]
ProviderName: t.TypeAlias = t.Literal["hosted", "git", "github", "gitlab", "azure-devops"]
RepositoryProviderParameters: t.TypeAlias = dict[str, str]
ProviderParameters: t.TypeAlias = dict[str, str]
"""hosted: none. git: url, username? (http(s) or ssh). github: ownerName. gitlab: repositoryId, baseUrl?. azure-devops: organization, repositoryId, tenantId"""
FileChangeEncoding: t.TypeAlias = t.Literal["utf-8", "base64"]
"""Encoding of the content; utf-8 by default"""
FilePageResultsItemKind: t.TypeAlias = t.Literal["file", "link", "submodule"]
PutFileEncoding: t.TypeAlias = t.Literal["utf-8", "base64"]
"""Encoding of the content; utf-8 by default"""
FileContentEncoding: t.TypeAlias = t.Literal["utf-8", "base64"]
NewMergeStrategy: t.TypeAlias = t.Literal["AUTO", "FAST_FORWARD", "MERGE_COMMIT"]
"""AUTO makes a merge commit only where the target cannot be moved forward"""
NewMergeResolutionsItemEncoding: t.TypeAlias = t.Literal["utf-8", "base64"]
"""Encoding of the content; utf-8 by default"""
NewMergeResolutionsItemKeep: t.TypeAlias = t.Literal["SOURCE", "TARGET"]
"""Instead of a content: a file in conflict becomes what it is on this side, of any size, text or not; it is deleted where the side has none"""
MergeOutcome: t.TypeAlias = t.Literal["UP_TO_DATE", "FAST_FORWARD", "MERGE_COMMIT"]
FileDiffChange: t.TypeAlias = t.Literal["ADDED", "MODIFIED", "REMOVED"]
NewMigrationMode: t.TypeAlias = t.Literal["MIRROR_PUSH", "RECONFIGURE"]
DryRunChecksItemResult: t.TypeAlias = t.Literal["PASSED", "FAILED", "UNKNOWN"]
MigrationStatus: t.TypeAlias = t.Literal["IN_PROGRESS", "SUCCEEDED", "FAILED"]
MigrationMode: t.TypeAlias = t.Literal["MIRROR_PUSH", "RECONFIGURE"]
ReviewReviewStatus: t.TypeAlias = t.Literal["PASSED", "FAILED"]
"""FAILED when a finding has the severity ERROR"""
FindingSeverity: t.TypeAlias = t.Literal["ERROR", "WARNING"]
ReviewResults: t.TypeAlias = dict[str, list[Finding]]
"""Findings by the name of the pipeline; pipelines without findings have empty lists"""
AgentStatus: t.TypeAlias = t.Literal["pending", "running", "unknown", "stopping", "stopped", "pausing", "paused"]
AgentType: t.TypeAlias = t.Literal["pipeline", "streaming", "data_productivity_cloud"]
CloudProvider: t.TypeAlias = t.Literal["aws", "azure", "gcp", "google_cloud", "snowflake", "self_hosted"]
Deployment: t.TypeAlias = t.Literal["fargate", "eks", "container app", "aci", "aks", "gke", "gce", "native app", "process", "container", "kubernetes"]
VersionDetailsSupport: t.TypeAlias = t.Literal["SUPPORTED", "UNSUPPORTED"]
ListAgentsSort: t.TypeAlias = t.Literal["name", "-name"]
AgentCommandCommand: t.TypeAlias = t.Literal["PAUSE", "RESUME", "RESTART", "STOP"]
AllowListProjects: t.TypeAlias = dict[str, AllowListProjectsValue]
IntervalUnit: t.TypeAlias = t.Literal["MINUTES", "HOURS", "DAYS", "WEEKS"]
ScheduleScalarVariables: t.TypeAlias = dict[str, str]
MissedRunPolicy: t.TypeAlias = t.Literal["RUN_ONCE", "SKIP", "RUN_ALL"]
"""After a time without a server: one run, none, or each of the last 100 due times"""
ListSchedulesSort: t.TypeAlias = t.Literal["name", "pipelineName", "environmentName", "nextRunAt", "lastRunAt", "-name", "-pipelineName", "-environmentName", "-nextRunAt", "-lastRunAt"]
TickOutcome: t.TypeAlias = t.Literal["FIRED", "SKIPPED", "FAILED", "MISSED"]
BackfillStatus: t.TypeAlias = t.Literal["RUNNING", "DONE", "CANCELLED"]
BegunBackfillStatus: t.TypeAlias = t.Literal["RUNNING", "DONE", "CANCELLED"]
ListSecretsSort: t.TypeAlias = t.Literal["name", "updatedAt", "-name", "-updatedAt"]
SecretReferenceAgentType: t.TypeAlias = t.Literal["AWS", "Azure", "Matillion hosted"]
"""As programs send it; kept as given"""
NewSecretReferenceAgentType: t.TypeAlias = t.Literal["AWS", "Azure", "Matillion hosted"]
"""As programs send it; kept as given"""
PublishSharedPipelinesBody: t.TypeAlias = dict[str, str]
"""Each part is a file, named by its path"""
SharedPipelineDetailsPipelineType: t.TypeAlias = t.Literal["orchestration", "transformation"]
SharedParameterDefaultValue: t.TypeAlias = str | float | list[list[str]]
ListedSharedPipelinePipelineType: t.TypeAlias = t.Literal["orchestration", "transformation"]
ChangedSharedParameterAspectsItem: t.TypeAlias = t.Literal["TYPE", "DEFAULT", "REQUIRED", "COLUMNS", "DESCRIPTION"]
SessionKind: t.TypeAlias = t.Literal["CREDENTIAL", "USER"]
SecondFactorWantedSecondFactor: t.TypeAlias = t.Literal["CODE", "ENROLMENT"]
"""CODE: POST /v1/session/second-factor. ENROLMENT: POST /v1/session/second-factor/enrolment first"""
ClientKeysKeysItem: t.TypeAlias = dict[str, t.Any]
IdentityProviderTokenEndpointAuthMethod: t.TypeAlias = t.Literal["auto", "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none"]
"""How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves"""
IdentityProviderUserNameClaim: t.TypeAlias = t.Literal["email", "preferred_username", "upn"]
"""Compared with userName on the first sign-in; later the subject counts"""
NewIdentityProviderTokenEndpointAuthMethod: t.TypeAlias = t.Literal["auto", "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none"]
"""How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves"""
NewIdentityProviderUserNameClaim: t.TypeAlias = t.Literal["email", "preferred_username", "upn"]
"""Compared with userName on the first sign-in; later the subject counts"""
IdentityProviderPatchTokenEndpointAuthMethod: t.TypeAlias = t.Literal["auto", "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none"]
"""How Headrace authenticates at the provider; auto, the default, takes the first of client_secret_basic, client_secret_post and client_secret_jwt that the provider supports, or none without a clientSecret. For private_key_jwt a key pair is made, whose public half jwksUri serves"""
IdentityProviderPatchUserNameClaim: t.TypeAlias = t.Literal["email", "preferred_username", "upn"]
"""Compared with userName on the first sign-in; later the subject counts"""
EnrolledSessionKind: t.TypeAlias = t.Literal["CREDENTIAL", "USER"]
SecondFactorPolicy: t.TypeAlias = t.Literal["OPTIONAL", "ADMINISTRATORS", "EVERYBODY"]
ListExecutionStatisticsBy: t.TypeAlias = t.Literal["DAY", "PROJECT", "ENVIRONMENT", "PIPELINE"]
StreamingPipelineStreamingSource: t.TypeAlias = dict[str, t.Any]
"""The database whose changes are captured. Kept and returned as given; name secrets in it, and do not write their values"""
StreamingPipelineStreamingTarget: t.TypeAlias = dict[str, t.Any]
"""Where the changes are written. Kept and returned as given; name secrets in it, and do not write their values"""
StreamingPipelineAdvancedProperties: t.TypeAlias = dict[str, t.Any]
"""Further settings. Kept and returned as given; name secrets in it, and do not write their values"""
NewStreamingPipelineStreamingSource: t.TypeAlias = dict[str, t.Any]
"""The database whose changes are captured. Kept and returned as given; name secrets in it, and do not write their values"""
NewStreamingPipelineStreamingTarget: t.TypeAlias = dict[str, t.Any]
"""Where the changes are written. Kept and returned as given; name secrets in it, and do not write their values"""
NewStreamingPipelineAdvancedProperties: t.TypeAlias = dict[str, t.Any]
"""Further settings. Kept and returned as given; name secrets in it, and do not write their values"""
StreamingPipelineStatus: t.TypeAlias = t.Literal["STARTING", "SNAPSHOTTING", "STREAMING", "STOPPING", "NOT_RUNNING", "UNKNOWN"]
"""Always NOT_RUNNING: no runner of this version can run streams"""
StreamingPipelineCommandCommand: t.TypeAlias = t.Literal["START", "STOP"]
"""START is answered with 409"""
NewTestExecutionScope: t.TypeAlias = t.Literal["TEST", "PIPELINE", "PROJECT"]
"""TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them"""
NewTestExecutionScratch: t.TypeAlias = t.Literal["DATABASE", "SCHEMA"]
"""What each test gets on PostgreSQL: a database of its own, or, where the account may create none, only a schema: then a pipeline that names other schemas reads and writes there. On other databases but DuckDB it is always a schema"""
TestExecutionScope: t.TypeAlias = t.Literal["TEST", "PIPELINE", "PROJECT"]
"""TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them"""
TestExecutionTestsItemStatus: t.TypeAlias = t.Literal["PENDING", "RUNNING", "PASSED", "FAILED", "CANCELLED"]
TestExecutionPageResultsItemScope: t.TypeAlias = t.Literal["TEST", "PIPELINE", "PROJECT"]
"""TEST: those of `tests`. PIPELINE: those that run one of `pipelines` themselves. PROJECT: all of them"""
TriggerConditionType: t.TypeAlias = t.Literal["PIPELINE_END", "ASSETS", "FILE", "SQL", "EVENT"]
TriggerConditionStatesItem: t.TypeAlias = t.Literal["SUCCESS", "FAILED", "CANCELLED"]
TriggerConditionMatch: t.TypeAlias = t.Literal["ALL", "ANY"]
"""ASSETS: ALL when each was written since the trigger fired last, ANY at each write; ALL by default"""
TriggerConditionFires: t.TypeAlias = t.Literal["BECOMES_TRUE", "VALUE_CHANGES"]
"""SQL: when the cell becomes true or another number than 0, or when it changes; BECOMES_TRUE by default"""
TriggerMissedPolicy: t.TypeAlias = t.Literal["RUN_ALL", "RUN_ONCE", "SKIP"]
"""What happened while no server was there to see it within 30 s: each starts a run, only the latest does, or none"""
DataTriggerScalarVariables: t.TypeAlias = dict[str, str]
DataTriggerVariablePaths: t.TypeAlias = dict[str, str]
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""
ListTriggersSort: t.TypeAlias = t.Literal["name", "pipelineName", "environmentName", "-name", "-pipelineName", "-environmentName"]
NewTriggerVariablePaths: t.TypeAlias = dict[str, str]
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""
ChangedTriggerScalarVariables: t.TypeAlias = dict[str, str]
ChangedTriggerVariablePaths: t.TypeAlias = dict[str, str]
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""
TriggerPatchVariablePaths: t.TypeAlias = dict[str, str]
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""
TriggerOutcome: t.TypeAlias = t.Literal["PENDING", "WAITING", "FIRED", "SKIPPED", "FAILED", "MISSED"]
TriggerPreviewRequestVariablePaths: t.TypeAlias = dict[str, str]
"""Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an event, or the facts of the history"""
TriggerPreviewFoundItemScalarVariablesValue: t.TypeAlias = str | float
TriggerPreviewFoundItemScalarVariables: t.TypeAlias = dict[str, TriggerPreviewFoundItemScalarVariablesValue]
VariableValue: t.TypeAlias = str | float | list[list[str]]
"""Text, a number, or rows of text, as the type of the variable says"""
ListProjectVariablesSort: t.TypeAlias = t.Literal["name", "-name"]
ResolvedVariableSource: t.TypeAlias = t.Literal["PROJECT_VARIABLE", "ENVIRONMENT_OVERRIDE"]
"""Where the value comes from"""
FailureReason: t.TypeAlias = t.Literal["ENVIRONMENT_NOT_FOUND", "FORBIDDEN", "INCOMPATIBLE_TYPE"]
VariableChangeAction: t.TypeAlias = t.Literal["CREATED", "UPDATED", "DELETED"]
VariableChangeBefore: t.TypeAlias = VariableChangeBeforeForm1 | VariableChangeBeforeForm2
VariableChangeAfter: t.TypeAlias = VariableChangeAfterForm1 | VariableChangeAfterForm2
RestoreRequestTo: t.TypeAlias = t.Literal["BEFORE", "AFTER"]
"""BEFORE (default) undoes the change; AFTER goes back to what it made"""
ExportProjectVariablesFormat: t.TypeAlias = t.Literal["json"] | t.Literal["yaml"] | t.Literal["csv"]
ImportOutcomeChangesItemAction: t.TypeAlias = t.Literal["CREATED", "UPDATED", "DELETED"]
ImportOutcomeChangesItemBefore: t.TypeAlias = ImportOutcomeChangesItemBeforeForm1 | ImportOutcomeChangesItemBeforeForm2
ImportOutcomeChangesItemAfter: t.TypeAlias = ImportOutcomeChangesItemAfterForm1 | ImportOutcomeChangesItemAfterForm2
ImportProjectVariablesMode: t.TypeAlias = t.Literal["MERGE"] | t.Literal["REPLACE"]
ViewedList: t.TypeAlias = t.Literal["EXECUTIONS", "SCHEDULES", "EVENTS"]
"""The list that the view is of: `GET /v1/pipeline-executions`, `…/schedules` or `/v1/events`"""
SavedViewFilter: t.TypeAlias = dict[str, str]
"""Query parameters of the list, by name. Values are checked when the list is asked"""
NewSavedViewFilter: t.TypeAlias = dict[str, str]
"""Query parameters of the list, by name. Values are checked when the list is asked"""
SavedViewPatchFilter: t.TypeAlias = dict[str, str]
"""Query parameters of the list, by name. Values are checked when the list is asked"""
