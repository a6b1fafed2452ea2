import Type, { type Static } from 'typebox'
import { CursorQuery, More, OwnerId } from '../schema.ts'
import { deliveryStates } from '../states.ts'

const Uuid = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })

export const AlertDeliveryStatus = Type.Enum(deliveryStates)
export const AlertDeliveryKind = Type.Enum(['OPENED', 'RECOVERED'])

/** One message to one channel. Receivers get its id with it, and recognize a repeat by it. */
export const AlertDelivery = Type.Object({
  id: Uuid,
  projectId: Type.Optional(OwnerId),
  alertIncidentId: Uuid,
  alertChannelId: Uuid,
  alertChannelName: Type.String(),
  digestId: Type.Optional(
    Type.String({ format: 'uuid', description: 'The same for everything that was sent as one message' }),
  ),
  kind: AlertDeliveryKind,
  title: Type.String(),
  status: AlertDeliveryStatus,
  attempts: Type.Integer(),
  lastError: Type.Optional(Type.String({ description: 'Why the last attempt failed' })),
  createdAt: Instant,
  deliveredAt: Type.Optional(Instant),
})
export const AlertDeliveryPage = Type.Object({ results: Type.Array(AlertDelivery), more: More })
export const AlertDeliveryPath = Type.Object({ alertDeliveryId: Uuid })
export const AlertDeliveryQuery = Type.Object({
  ...CursorQuery.properties,
  alertChannelId: Type.Optional(Type.String({ format: 'uuid', description: 'Only those to this channel' })),
})

export type AlertDelivery = Static<typeof AlertDelivery>
export type AlertDeliveryQuery = Static<typeof AlertDeliveryQuery>
