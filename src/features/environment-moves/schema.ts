import Type, { type Static } from 'typebox'
import { pageOf } from '../../http/page.ts'
import { EnvironmentPath } from '../environments/schema.ts'
import { moveStatuses } from './states.ts'

const Instant = Type.String({ format: 'date-time' })

export const EnvironmentMoveStatus = Type.Enum([...moveStatuses], {
  description:
    'WAITING: for executions that run. COPYING: nothing is to be seen in the lake yet. COMMITTING: everything is copied and ' +
    'compared. SUCCEEDED: SQL runs on the lake. FAILED, CANCELLED: SQL runs on the file as before.',
})
export const EnvironmentMove = Type.Object({
  moveId: Type.String({ format: 'uuid' }),
  environmentName: Type.String(),
  connectionName: Type.String(),
  status: EnvironmentMoveStatus,
  waitingFor: Type.Optional(Type.String({ description: 'What the copy cannot begin without' })),
  tablesDone: Type.Integer({ minimum: 0 }),
  tablesTotal: Type.Integer({ minimum: 0, description: '0 while the runner has not counted them' }),
  rows: Type.Integer({ minimum: 0, description: 'Rows of the tables that are copied' }),
  views: Type.Optional(Type.Integer({ minimum: 0 })),
  notKept: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'What the file has and a lake cannot: keys, checks, indexes, sequences, functions and types',
    }),
  ),
  file: Type.Optional(Type.String({ description: 'Where the file stays, on the machine of the runner' })),
  message: Type.Optional(Type.String({ description: 'Why it failed' })),
  createdAt: Instant,
  startedAt: Type.Optional(Instant),
  finishedAt: Type.Optional(Instant),
})
export const NewEnvironmentMove = Type.Object(
  {
    connectionName: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A connection of the project to a lake',
    }),
  },
  { additionalProperties: false },
)
export const EnvironmentMovePage = pageOf(EnvironmentMove)
export const EnvironmentMovePath = Type.Object({
  ...EnvironmentPath.properties,
  moveId: Type.String({ format: 'uuid' }),
})

export type EnvironmentMove = Static<typeof EnvironmentMove>
export type NewEnvironmentMove = Static<typeof NewEnvironmentMove>
