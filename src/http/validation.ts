import fastJson from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { badRequest } from '../lib/problem.ts'
import { isStorable } from '../lib/storable.ts'
import { idSpeller, type Speller } from './id-spelling.ts'
import { aboutDigits, longNumbersIn, putLongNumbers } from './long-numbers.ts'
import { type SchemaError, violations } from './violations.ts'

const MAX_VIOLATIONS = 100
Settings.Set({ maxErrors: MAX_VIOLATIONS })

const looksLikeInstant = Format.Get('date-time')!
const looksLikeDay = Format.Get('date')!
const YEAR_ONE = Date.parse('0001-01-01T00:00:00Z')
/** Offsets in use end at 14 hours; PostgreSQL reads them up to 15:59. Many programs leave out the colon. */
const usualOffset = /(?:Z|[+-](?:0\d|1[0-5]):?[0-5]\d)$/i
const withColon = (text: string): string => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
/**
 * What `Date` and PostgreSQL know too: RFC 3339 also has leap seconds, a year 0 and offsets of nearly a day.
 */
Format.Set(
  'date-time',
  (text) => usualOffset.test(text) && looksLikeInstant(withColon(text)) && Date.parse(text) >= YEAR_ONE,
)
Format.Set('date', (text) => looksLikeDay(text) && Date.parse(text) >= YEAR_ONE)

/**
 * Validates a part of a request and lists every fault. Query and path values arrive as text and are
 * converted; a body is taken as it is, so that the text "5" is no number. Identifiers arrive in lower case.
 * Schemas are compiled when first used: a start does not wait for, and an idle server does not keep, unused
 * ones.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = (route) => validatorOf(route, true)

/**
 * The same for an operation that itself deals with texts that cannot be stored, and with whole numbers of too
 * many digits, which it gets as `JSON.rawJSON`. Elsewhere such a number is refused where a number is due, and
 * approximate where anything is taken.
 */
export const validatorOfAnyText: FastifySchemaCompiler<TSchema> = (route) => validatorOf(route, false)

function validatorOf(
  { schema, httpPart = 'body' }: FastifyRouteSchemaDef<TSchema>,
  storable: boolean,
): ReturnType<FastifySchemaCompiler<TSchema>> {
  let compiled: ReturnType<typeof Compile> | undefined
  let supplies: boolean | undefined
  let spell: Speller | undefined
  const convert = httpPart === 'body' ? undefined : converterOf(schema)
  const where = httpPart === 'querystring' ? 'query' : httpPart === 'params' ? 'path' : httpPart
  const read = (given: unknown) => {
    const spelled = spell!(convert?.(given as Record<string, unknown>) ?? given)
    return supplies ? Value.Default(schema, spelled) : spelled
  }
  return (given: unknown) => {
    compiled ??= Compile(schema)
    supplies ??= hasDefaults(schema)
    spell ??= idSpeller(schema) ?? asGiven
    const long = longNumbersIn(given)
    if (long.length > 0) {
      putLongNumbers(long, BigInt) // which no schema of numbers takes
      const value = read(given)
      const faults = aboutDigits(faultsOf(compiled, value, where, storable), value, where)
      putLongNumbers(long, storable ? Number : JSON.rawJSON)
      if (faults.length > 0) return { error: badRequest(faults) }
    }
    const value = read(given)
    const faults = faultsOf(compiled, value, where, storable)
    return faults.length === 0 ? { value } : { error: badRequest(faults) }
  }
}

/** Whether all texts in a value can be stored: nearly always, so that nothing is gathered. */
function isWhollyStorable(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const inside = left.pop()
    if (typeof inside === 'string' && !isStorable(inside)) return false
    if (typeof inside !== 'object') continue
    for (const name in inside) {
      if (!isStorable(name)) return false
      left.push((inside as Record<string, unknown>)[name])
    }
  }
  return true
}

/** Where texts are that cannot be stored. Without recursion: a body may be as deep as it is long. */
function unstorable(value: unknown, where: string): string[] {
  const faults: string[] = []
  const left: [where: string, value: unknown][] = [[where, value]]
  for (let one = left.pop(); one !== undefined && faults.length < MAX_VIOLATIONS; one = left.pop()) {
    const [at, inside] = one
    if (typeof inside === 'string' && !isStorable(inside))
      faults.push(`${at} contains U+0000 or half of a surrogate pair, which cannot be stored`)
    if (typeof inside !== 'object' || inside === null) continue
    for (const [name, member] of Object.entries(inside)) {
      if (!isStorable(name))
        faults.push(`${at} contains a name with U+0000 or half of a surrogate pair, which cannot be stored`)
      left.push([`${at}/${name}`, member])
    }
  }
  return faults.sort()
}

/**
 * Whether a value may lack something that its schema supplies: few do, and to look costs a walk over each
 * value.
 */
const hasDefaults = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  (Object.hasOwn(schema, 'default') || Object.values(schema).some(hasDefaults))

const asGiven: Speller = (value) => value

type Given = Readonly<Record<string, unknown>>
const convertible = new Set(['array', 'integer', 'number', 'boolean'])

/**
 * Makes of texts of a query or path what their schema wants, when that is what they spell; 1.5 does not spell
 * an integer.
 */
function converterOf(schema: TSchema): (given: Given) => Given {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> }
  const types = Object.entries(properties).flatMap(([name, { type }]) =>
    type !== undefined && convertible.has(type) ? [[name, type] as const] : [],
  )
  if (types.length === 0) return (given) => given
  return (given) => {
    const converted: Record<string, unknown> = { ...given }
    for (const [name, type] of types)
      if (Object.hasOwn(given, name)) converted[name] = convertedTo(type, given[name])
    return converted
  }
}

function convertedTo(type: string, value: unknown): unknown {
  if (type === 'array') return value === undefined || Array.isArray(value) ? value : [value]
  if (typeof value !== 'string') return value
  if (type === 'integer' && /^-?\d+$/.test(value)) return Number(value)
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/**
 * Writes answers as their schema says, so that nothing leaves that is not declared. Compiled when first used.
 */
export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined
  return (answer: unknown) => {
    write ??= fastJson(schema as Parameters<typeof fastJson>[0])
    return write(answer)
  }
}

/**
 * Faults of values against a schema, one sentence each with the path of the field. The schema is compiled
 * once, when first used.
 */
export function faultFinder(schema: TSchema, where: string): (value: unknown) => string[] {
  let compiled: ReturnType<typeof Compile> | undefined
  return (value) => {
    compiled ??= Compile(schema)
    return faultsOf(compiled, value, where)
  }
}

function faultsOf(
  compiled: ReturnType<typeof Compile>,
  value: unknown,
  where: string,
  storable = true,
): string[] {
  if (!compiled.Check(value)) return violations(compiled.Errors(value) as SchemaError[], where)
  return storable && !isWhollyStorable(value) ? unstorable(value, where) : []
}
