/** Every command that reads settings. */
export const roles = [
  'start',
  'api',
  'runner',
  'migrate',
  'backup',
  'restore',
  'rotate-master-key',
  'audit',
] as const
export type Role = (typeof roles)[number]

/** One setting. The table in docs/reference/settings.md, the flags and their help are made of these. */
export interface Setting<T> {
  readonly env: string
  /** Name of the flag without dashes. */
  readonly flag: string
  /** Commands that read it; every other refuses the flag. */
  readonly usedBy: readonly Role[]
  readonly summary: string
  /** As a user would write it; undefined when the setting is optional. */
  readonly byDefault: string | undefined
  /** Never a flag: every user of a machine can read the command lines of its processes. */
  readonly secret?: SecretKind
  parse(text: string): T | Fault
}

export interface Fault {
  readonly fault: string
}

export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'fault' in value

/** Whole: the value is a secret. In a URL: it is one when it holds a password. */
export type SecretKind = 'whole' | 'in-url'

type Described = Pick<Setting<unknown>, 'env' | 'flag' | 'usedBy' | 'summary'> & {
  readonly secret?: SecretKind
}

/** What is wrong with `given` as the URL of a server. */
export const urlFault = (given: string): string | undefined =>
  /^https?:$/.test(URL.parse(given)?.protocol ?? '') && !/\/$/.test(given)
    ? undefined
    : 'must be an http(s) URL without a slash at the end'

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
