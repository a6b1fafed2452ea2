/** One setting: where it comes from, what it is when absent, how it is read. The documentation table is made of these. */
export interface Setting<T> {
  readonly env: string
  /** Name of the flag without dashes. */
  readonly flag: string
  readonly summary: string
  /** As people would write it; undefined when the setting is optional. */
  readonly byDefault: string | undefined
  readonly secret?: boolean
  parse(text: string): T | Fault
}

export interface Fault {
  readonly fault: string
}

export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'fault' in value

type Described = Pick<Setting<unknown>, 'env' | 'flag' | 'summary'> & { readonly secret?: boolean }

export const text = <D extends string | undefined = undefined>(
  described: Described,
  byDefault?: D,
  check?: (text: string) => string | undefined,
) => ({
  ...described,
  byDefault: byDefault as D,
  parse(given: string): string | Fault {
    const fault = given === '' ? 'must not be empty' : check?.(given)
    return fault === undefined ? given : { fault }
  },
})

export const integer = (described: Described, byDefault: string, minimum: number, maximum: number) => ({
  ...described,
  byDefault,
  parse(given: string): number | Fault {
    const value = Number(given)
    if (/^\d+$/.test(given) && value >= minimum && value <= maximum) return value
    return { fault: `must be a whole number from ${minimum} to ${maximum}` }
  },
})

export const oneOf = <const T extends string>(
  described: Described,
  byDefault: NoInfer<T>,
  values: readonly T[],
) => ({
  ...described,
  byDefault,
  parse: (given: string): T | Fault =>
    values.find((value) => value === given) ?? { fault: `must be one of ${values.join(', ')}` },
})

export const flag = (described: Described) => ({
  ...described,
  byDefault: 'false',
  parse(given: string): boolean | Fault {
    if (/^(true|1|yes|on)$/i.test(given)) return true
    if (/^(false|0|no|off|)$/i.test(given)) return false
    return { fault: 'must be true or false' }
  },
})
