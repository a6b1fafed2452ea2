import { type Command, InvalidArgumentError } from 'commander'
import { collect } from '../../terminal/options.ts'

/** Options that give properties to a connection. */
export interface PropertyOptions {
  readonly set?: readonly string[] | undefined
  readonly secret?: readonly string[] | undefined
}

export type Properties = Record<
  string,
  { value?: string | number | boolean; secretName?: string; secretKey?: string }
>

const collectPair = (what: string) => (text: string, before?: readonly string[]) => {
  if (/^[^=]+=./.test(text)) return collect(text, before)
  throw new InvalidArgumentError(`Expected ${what}.`)
}

/** Adds `--set` and `--secret`, which may be repeated. */
export const withProperties = (command: Command): Command =>
  command
    .option('--set <property=value>', 'set a property; may be repeated', collectPair('property=value'))
    .option(
      '--secret <property=name[:key]>',
      'take a property from a secret, or from a member of one that is a JSON object; may be repeated',
      collectPair('property=secret or property=secret:key'),
    )

/** The properties as the API takes them. */
export function propertiesOf({ set = [], secret = [] }: PropertyOptions): Properties {
  const values = set.map((text) => {
    const [name, value] = split(text, '=')
    return [name, { value: value ?? '' }] as const
  })
  const secrets = secret.map((text) => {
    const [name, reference = ''] = split(text, '=')
    const [secretName, secretKey] = split(reference, ':')
    return [name, { secretName, ...(secretKey !== undefined && { secretKey }) }] as const
  })
  return Object.fromEntries([...values, ...secrets])
}

function split(text: string, by: string): readonly [string, string | undefined] {
  const at = text.indexOf(by)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

/** Properties in one line. The names of secrets are shown, and there is nothing else to show of them. */
export const propertiesText = (properties: Properties): string =>
  Object.entries(properties)
    .map(([name, { value, secretName, secretKey }]) =>
      secretName === undefined
        ? `${name}=${value}`
        : `${name}=secret ${secretName}${secretKey === undefined ? '' : `:${secretKey}`}`,
    )
    .join(', ')
