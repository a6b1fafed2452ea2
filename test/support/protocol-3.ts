import Type from 'typebox'
import { Compile } from 'typebox/compile'

/**
 * What a runner of protocol 3 takes from the API, frozen as it was when protocol 4 came: it closes the
 * connection over anything else. Servers say nothing else to it for as long as they admit it.
 */
const Uuid = Type.String({ format: 'uuid' })
const Nat = Type.Integer({ minimum: 0 })
const Text = Type.String()
const message = <K extends string, T extends Type.TProperties>(kind: K, properties: T) =>
  Type.Object({ kind: Type.Literal(kind), ...properties }, { additionalProperties: false })

const Value = Type.Union([Text, Type.Number(), Type.Array(Type.Array(Text))])
const Update = Type.Object({ variable: Text, value: Value, secret: Type.Optional(Type.Boolean()) })
const Outcome = Type.Object({
  result: Type.Enum(['SUCCESS', 'FAILED', 'SKIPPED', 'CANCELLED']),
  message: Type.Optional(Text),
  rowCount: Type.Optional(Type.Number()),
  changes: Type.Optional(Type.Object({ inserted: Nat, updated: Nat, deleted: Nat })),
  branch: Type.Optional(Type.Boolean()),
  updates: Type.Optional(Type.Array(Update)),
})
const Variable = Type.Object({
  name: Text,
  type: Type.Enum(['TEXT', 'NUMBER', 'GRID']),
  scope: Type.Enum(['COPIED', 'SHARED']),
  columns: Type.Array(Text),
  value: Value,
})
const Step = Type.Object({
  execution: Uuid,
  seq: Nat,
  key: Text,
  name: Text,
  type: Text,
  attempt: Nat,
  iteration: Type.Optional(Nat),
  startedAt: Text,
  child: Type.Optional(Type.Object({ execution: Uuid, pipelineName: Text })),
  iterations: Type.Optional(Type.Array(Type.Array(Update))),
  finished: Type.Optional(Type.Object({ n: Nat, outcome: Outcome })),
  expandedN: Type.Optional(Nat),
})

const ToRunner = Type.Union([
  message('welcome', {
    session: Uuid,
    runner: Uuid,
    runnerName: Text,
    resumed: Type.Boolean(),
    leaseSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  message('run', {
    execution: Uuid,
    project: Uuid,
    environment: Text,
    artifact: Uuid,
    versionName: Text,
    pipelineName: Text,
    warehouse: Text,
    connection: Type.Unknown(),
    projectVariables: Type.Array(Variable),
    scalarVariables: Type.Record(Text, Type.Union([Text, Type.Number()])),
    gridVariables: Type.Record(Text, Type.Array(Type.Array(Text))),
    nextN: Nat,
    nextLogLine: Nat,
    history: Type.Array(Step),
  }),
  message('history', { root: Uuid, part: Nat, steps: Type.Array(Step) }),
  message('committed', { root: Uuid, n: Nat }),
  message('log-committed', { root: Uuid, line: Nat }),
  message('dropped', { root: Uuid, reason: Text }),
  message('cancel', { root: Uuid }),
  message('artifact', {
    artifact: Uuid,
    files: Type.Array(Type.Object({ path: Text, content: Text })),
    last: Type.Boolean(),
  }),
  message('artifact-refused', { artifact: Uuid, reason: Text }),
  message('secret', { ask: Nat, value: Type.Optional(Text) }),
  message('connector', { ask: Nat, definition: Type.Optional(Type.Unknown()) }),
  message('oauth-token', { ask: Nat, token: Text }),
  message('unanswered', { ask: Nat, reason: Text }),
  message('stop', { reason: Text, exitCode: Nat }),
  message('ended', { reason: Text }),
])

const checker = Compile(ToRunner)

/** Whether a runner of protocol 3 understands the message. */
export const isProtocol3 = (received: unknown): boolean => checker.Check(received)
