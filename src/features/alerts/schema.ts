import Type, { type Static } from 'typebox'

/** What several rooms of alerts share on the wire. */

export const OwnerId = Type.String({
  format: 'uuid',
  description: 'The project that owns it; absent for the installation, which only a SUPER_ADMIN manages',
})

/** What a rule can report. */
export const AlertEvent = Type.Enum(['FAILED'], {
  description:
    'FAILED: an execution failed; the incident is over when the same pipeline next succeeds in the same environment',
})
export type AlertEvent = Static<typeof AlertEvent>

/** Lists of what grows without end are read by cursor. */
export const CursorQuery = Type.Object({
  projectId: Type.Optional(
    Type.String({ format: 'uuid', description: "Only what this project's rules reported" }),
  ),
  limit: Type.Integer({ minimum: 1, default: 25, description: 'Values above 100 are taken as 100' }),
  paginationToken: Type.Optional(Type.String({ description: '`more` of the previous page' })),
})
export const More = Type.Optional(
  Type.String({ description: 'Send it as `paginationToken` for the next page' }),
)
