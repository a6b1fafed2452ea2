import Type, { type Static } from 'typebox'
import { AlertEvent, CursorQuery, More, OwnerId } from '../schema.ts'

const Uuid = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })

export const AlertIncidentStatus = Type.Enum(['OPEN', 'CLOSED'])

/** What a rule reported: open from its first occurrence until it is over. */
export const AlertIncident = Type.Object({
  id: Uuid,
  projectId: Type.Optional(OwnerId),
  alertRuleId: Uuid,
  alertRuleName: Type.String(),
  event: AlertEvent,
  status: AlertIncidentStatus,
  title: Type.String(),
  occurrences: Type.Integer({ description: 'Number of occurrences since it was opened' }),
  pipelineExecutionId: Type.Optional(Uuid),
  openedAt: Instant,
  lastAt: Instant,
  closedAt: Type.Optional(Instant),
})
export const AlertIncidentPage = Type.Object({ results: Type.Array(AlertIncident), more: More })
export const AlertIncidentPath = Type.Object({ alertIncidentId: Uuid })
export const AlertIncidentQuery = Type.Object({
  ...CursorQuery.properties,
  status: Type.Optional(AlertIncidentStatus),
})

export type AlertIncident = Static<typeof AlertIncident>
export type AlertIncidentStatus = Static<typeof AlertIncidentStatus>
export type AlertIncidentQuery = Static<typeof AlertIncidentQuery>
