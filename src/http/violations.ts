import { patternSentence } from '../lib/patterns.ts'

/** What TypeBox says about a value that does not fit its schema. */
export interface SchemaError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message: string
}

/** Of a union: what each of its forms has against the value, by the position of the form. */
type Forms = ReadonlyMap<string, readonly SchemaError[]>

const isAboutAField = ({ keyword }: SchemaError) => /^(required|additionalProperties|boolean)$/.test(keyword)

/** What is wrong with a text at all goes before what is wrong with its form: one fault is told once. */
const aboutForm = ({ keyword }: SchemaError): number => (/^(pattern|format)$/.test(keyword) ? 1 : 0)

/**
 * Errors of a schema as sentences for whoever wrote the value, one for each field:
 * `body/name must not be empty`. No sentence shows a pattern or a word of JSON Schema.
 */
export function violations(errors: readonly SchemaError[], where: string): string[] {
  const outermost = errors.filter(
    (error) =>
      error.keyword === 'anyOf' && !errors.some((other) => other !== error && isInside(error, other)),
  )
  const own = errors.filter((error) => !outermost.some((union) => error === union || isInside(error, union)))
  const isFirst = (error: SchemaError) =>
    isAboutAField(error) ||
    error === own.filter(sameField(error)).sort((a, b) => aboutForm(a) - aboutForm(b))[0]
  const plain = own.filter(isFirst).flatMap((error) => sentence(error, where))
  const ofUnions = outermost.flatMap((union) => ofUnion(union, formsOf(union, errors), where))
  return [...new Set([...plain, ...ofUnions])]
}

const isInside = (error: SchemaError, union: SchemaError): boolean =>
  union.keyword === 'anyOf' && error.schemaPath.startsWith(`${union.schemaPath}/anyOf/`)

const sameField =
  ({ instancePath }: SchemaError) =>
  (other: SchemaError): boolean =>
    other.instancePath === instancePath && !isAboutAField(other)

function formsOf(union: SchemaError, errors: readonly SchemaError[]): Forms {
  const forms = new Map<string, SchemaError[]>()
  for (const error of errors) {
    if (!isInside(error, union) || !`${error.instancePath}/`.startsWith(`${union.instancePath}/`)) continue
    const at = error.schemaPath.slice(`${union.schemaPath}/anyOf/`.length).split('/')[0]!
    forms.set(at, [...(forms.get(at) ?? []), error])
  }
  return forms
}

/**
 * Of a union, the faults of the form that was probably meant: the one of the value's type with the fewest
 * faults.
 */
function ofUnion({ instancePath }: SchemaError, forms: Forms, where: string): string[] {
  const here = (error: SchemaError) => error.instancePath === instancePath
  const typeOf = (errors: readonly SchemaError[]) =>
    errors.find((error) => here(error) && error.keyword === 'type')?.params['type']
  const ofType = [...forms.values()].filter((errors) => typeOf(errors) === undefined)
  if (ofType.length === 0) {
    const types = new Set([...forms.values()].flatMap(typeOf).map(String))
    const words = types.size === 0 ? unexpected : `must be ${listed([...types].map(typeName))}`
    return [`${where}${instancePath} ${words}`]
  }
  const choices = ofType.map((errors) => errors.find(here)).map(choicesOf)
  if (choices.every((some) => some !== undefined))
    return [`${where}${instancePath} must be one of ${choices.flat().join(', ')}`]
  const meant = ofType.toSorted((a, b) => a.length - b.length)[0]!
  return violations(meant, where)
}

function choicesOf(error: SchemaError | undefined): readonly unknown[] | undefined {
  if (error?.keyword === 'enum') return error.params['allowedValues'] as unknown[]
  if (error?.keyword === 'const') return [error.params['allowedValue']]
  return undefined
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const unexpected = 'does not have the form that is expected here'

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const typeName = (type: string): string => typeNames[type] ?? type

const formats: Readonly<Record<string, string>> = {
  'date-time': 'must be an instant such as 2026-01-31T09:00:00Z',
  date: 'must be a date such as 2026-01-31',
  uri: 'must be a URL such as https://example.com',
  uuid: 'must be a UUID',
}

const counted = (limit: unknown, noun: string): string => `${Number(limit)} ${noun}${limit === 1 ? '' : 's'}`

/** What a value must be or have, by the keyword of the schema that it does not fit. */
const demands: Readonly<Record<string, (params: SchemaError['params']) => string>> = {
  type: ({ type }) => `must be ${listed([type].flat().map(String).map(typeName))}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  pattern: ({ pattern }) => patternSentence(String(pattern)),
  format: ({ format }) => formats[String(format)] ?? unexpected,
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${counted(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}`,
  minProperties: ({ limit }) => `must have at least ${counted(limit, 'field')}`,
  maxProperties: ({ limit }) => `must have at most ${counted(limit, 'field')}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  uniqueItems: () => 'must not have the same item twice',
}

function sentence({ keyword, instancePath, params, message }: SchemaError, where: string): string[] {
  const at = (name: unknown) => `${where}${instancePath}/${String(name)}`
  switch (keyword) {
    case 'boolean': // says again what additionalProperties says
      return []
    case 'additionalProperties':
      return (params['additionalProperties'] as unknown[]).map((name) => `${at(name)} is not a known field`)
    case 'required':
      return (params['requiredProperties'] as unknown[]).map((name) => `${at(name)} is required`)
    default:
      return [`${where}${instancePath} ${demands[keyword]?.(params) ?? message}`]
  }
}
