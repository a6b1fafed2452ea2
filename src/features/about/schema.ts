import Type, { type Static } from 'typebox'

/** decisions.md §1. */
export const About = Type.Object({
  version: Type.String({ description: 'Version of the product' }),
  apiVersion: Type.Literal('1.0'),
  timeZoneData: Type.String({
    description: 'Release of the IANA time-zone data that schedules use, such as 2026c',
  }),
  region: Type.String({ description: 'EU1, US1, AU1 or the name of this installation' }),
})
export type About = Static<typeof About>
