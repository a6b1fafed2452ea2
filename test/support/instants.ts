import { minimalSampleOf, type SampleSchema } from './minimal-sample.ts'

/**
 * A member that is meant to be an instant: its path, and a body that fits its schema but for what is there.
 */
export interface InstantMember {
  readonly at: string
  readonly bodyWith: (instant: string) => unknown
}

/** Every member of a body that is meant to be an instant; `own` gives values of other members by name. */
export function instantsIn(schema: SampleSchema, own: Readonly<Record<string, unknown>>): InstantMember[] {
  if (schema.format === 'date-time') return [{ at: '', bodyWith: (instant) => instant }]
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => instantsIn(one, own))
  if (schema.items !== undefined)
    return instantsIn(schema.items, own).map(({ at, bodyWith }) => ({
      at: `/0${at}`,
      bodyWith: (instant) => [bodyWith(instant)],
    }))
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    instantsIn(member, own).map(({ at, bodyWith }) => ({
      at: `/${name}${at}`,
      bodyWith: (instant) => ({
        ...(minimalSampleOf(schema, own) as object),
        [name]: bodyWith(instant),
      }),
    })),
  )
}

/** Texts that look like instants and are none, or none that every part of the system can read. */
export const oddInstants = [
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-16:00',
  '0000-01-01T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01',
  'soon',
]
