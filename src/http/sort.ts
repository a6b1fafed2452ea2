import Type from 'typebox'

/** By what a list is ordered, and whether from its end. */
export interface Order<Field extends string> {
  readonly by: Field
  readonly isReversed: boolean
}

/**
 * `?sort=` of a list: the names of fields that it can be ordered by, each also with a minus for the reverse.
 * Lists offer what an index has in order, or what is sorted among rows that have a limit.
 */
export const sortBy = <const Field extends string>(
  fields: readonly [Field, ...Field[]],
  initial = fields[0] as string,
) =>
  Type.Optional(
    Type.Enum([...fields, ...fields.map((field): `-${Field}` => `-${field}`)], {
      description: `Field to sort by, descending with a leading minus; ${initial} by default`,
    }),
  )

export function orderOf<Field extends string>(
  sort: Field | `-${Field}` | undefined,
  initial: Field | `-${Field}`,
): Order<Field> {
  const text: string = sort ?? initial
  const isReversed = text.startsWith('-')
  return { by: (isReversed ? text.slice(1) : text) as Field, isReversed }
}
