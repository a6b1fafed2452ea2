import type { GivenValues } from '../../../connectors/prepare.ts'
import type { AuthenticationValues, GivenParameter } from '../../../connectors/schema.ts'
import type { Parameters, ParameterValue } from '../../../pipeline/model.ts'
import type { DeclaredAssets } from '../../asset-places.ts'
import { tablePlaces } from '../../common/asset-addresses.ts'

export const createModes = ['FAIL_IF_EXISTS', 'REPLACE_IF_EXISTS', 'TRUNCATE_AND_INSERT', 'APPEND'] as const
export type CreateMode = (typeof createModes)[number]

/** Where credentials come from: `password`, `token` and `keyValue` are names of secrets. */
export type NamedCredentials = Partial<
  Record<'username' | 'password' | 'token' | 'keyName' | 'keyValue' | 'oauth', string>
> & { readonly type?: AuthenticationValues['type']; readonly addTo?: AuthenticationValues['addTo'] }

/** What one extraction is to do, whichever component says it. */
export interface ExtractSettings {
  /** Id or name. */
  readonly connector: string
  /** Name or id. */
  readonly endpoint: string
  readonly credentials: NamedCredentials
  readonly given: GivenValues
  /** At most so many pages; undefined is all. */
  readonly pageLimit: number | undefined
  /** A column for each member of an element; otherwise one column with the whole element. */
  readonly loadSelectedData: boolean
  readonly table: { readonly database?: string; readonly schema?: string; readonly name: string }
  readonly mode: CreateMode
}

export interface ReadSettings {
  readonly settings: ExtractSettings
  readonly faults: readonly string[]
}

/** The parts of a component's parameters, under the names of `api-extract`. */
export interface ExtractParts {
  readonly connector: ParameterValue | undefined
  readonly endpoint: ParameterValue | undefined
  readonly authentication: ParameterValue | undefined
  readonly uriParameters: ParameterValue | undefined
  readonly queryParameters: ParameterValue | undefined
  readonly headerParameters: ParameterValue | undefined
  readonly body: ParameterValue | undefined
  readonly pageLimit: ParameterValue | undefined
  readonly loadSelectedData: ParameterValue | undefined
  readonly database: ParameterValue | undefined
  readonly schema: ParameterValue | undefined
  readonly table: ParameterValue | undefined
  readonly createTableMode: ParameterValue | undefined
}

/**
 * Reads the parts and tells every fault, one sentence each. Values that are still expressions are taken on
 * trust.
 */
export function readSettings(parts: ExtractParts): ReadSettings {
  const faults: string[] = []
  const text = (value: ParameterValue | undefined): string => presentText(value)?.trim() ?? ''
  const needed = (value: ParameterValue | undefined, what: string): string => {
    if (text(value) === '') faults.push(`${what} is missing`)
    return text(value)
  }
  const rows = (value: ParameterValue | undefined, what: string): GivenParameter[] => {
    const read = rowsOf(value)
    if (read === undefined) faults.push(`${what} must be rows of name and value`)
    return read ?? []
  }
  const settings: ExtractSettings = {
    connector: needed(parts.connector, 'The connector'),
    endpoint: needed(parts.endpoint, 'The endpoint'),
    credentials: credentialsOf(parts.authentication, faults),
    given: {
      uriParameters: rows(parts.uriParameters, 'URI parameters'),
      queryParameters: rows(parts.queryParameters, 'Query parameters'),
      headerParameters: rows(parts.headerParameters, 'Header parameters'),
      body: presentText(parts.body) ?? jsonOf(parts.body),
    },
    pageLimit: pageLimitOf(text(parts.pageLimit), faults),
    loadSelectedData: /^(yes|true)$/i.test(text(parts.loadSelectedData)),
    table: {
      ...placePart('database', text(parts.database)),
      ...placePart('schema', text(parts.schema)),
      name: needed(parts.table, 'The target table'),
    },
    mode: modeOf(text(parts.createTableMode), faults),
  }
  return { settings, faults }
}

const placePart = (name: 'database' | 'schema', value: string): object =>
  value === '' || value === '[Environment Default]' ? {} : { [name]: value }

const isExpression = (text: string): boolean => text.includes('${')

function pageLimitOf(text: string, faults: string[]): number | undefined {
  if (text === '' || isExpression(text)) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  faults.push(`The page limit is "${text}"; it must be a whole number from 1, or empty for all pages`)
  return undefined
}

function modeOf(text: string, faults: string[]): CreateMode {
  if (text === '' || isExpression(text)) return 'FAIL_IF_EXISTS'
  const mode = createModes.find((one) => one === text.toUpperCase().replaceAll(/[\s-]+/g, '_'))
  if (mode === undefined)
    faults.push(`The create table mode is "${text}"; it must be one of: ${createModes.join(', ')}`)
  return mode ?? 'FAIL_IF_EXISTS'
}

const types = ['NONE', 'BASIC', 'BEARER_TOKEN', 'API_KEY', 'OAUTH'] as const
const places = ['QUERY_PARAMETER', 'HEADER_PARAMETER'] as const

/** Files of other platforms write some of these under other names. */
function credentialsOf(value: ParameterValue | undefined, faults: string[]): NamedCredentials {
  const fields = blockOf(value) ?? {}
  const text = (...names: string[]) =>
    names.map((name) => presentText(fields[name])).find((one) => one !== undefined && one !== '')
  const choice = <T extends string>(
    what: string,
    choices: readonly T[],
    given: string | undefined,
  ): T | undefined => {
    if (given === undefined || isExpression(given)) return undefined
    const found = choices.find((one) => one === given.toUpperCase().replaceAll(/[\s-]+/g, '_'))
    if (found === undefined)
      faults.push(`The ${what} is "${given}"; it must be one of: ${choices.join(', ')}`)
    return found
  }
  const all = {
    type: choice('authentication type', types, text('authType', 'type')),
    addTo: choice('place of the API key', places, text('addTo')),
    username: text('username', 'user'),
    password: text('password'),
    token: text('token'),
    keyName: text('keyName', 'key'),
    keyValue: text('keyValue', 'apiKey', 'value'),
    oauth: text('oauthId', 'oauth'),
  }
  return Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined))
}

/** A block of parameters; undefined when it is not one. */
export function blockOf(value: ParameterValue | undefined): Parameters | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Parameters)
    : undefined
}

/** Rows as `{name, value}` or as `[name, value]`; a row without a value says nothing. */
function rowsOf(value: ParameterValue | undefined): GivenParameter[] | undefined {
  if (value === undefined || value === null || value === '') return []
  if (!Array.isArray(value)) return undefined
  const rows: GivenParameter[] = []
  for (const row of value as readonly ParameterValue[]) {
    const block = blockOf(row)
    const cells = Array.isArray(row) ? (row as ParameterValue[]) : undefined
    const name = presentText(block?.['name'] ?? cells?.[0])
    if (name === undefined || name === '') return undefined
    const given = presentText(block?.['value'] ?? cells?.[1])
    if (given !== undefined && given !== '') rows.push({ name, value: given })
  }
  return rows
}

function presentText(value: ParameterValue | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

const jsonOf = (value: ParameterValue | undefined): string | undefined =>
  value === undefined || value === null ? undefined : JSON.stringify(value)

/** An endpoint of a connector, and the table that its rows go into. */
export const extractAssets = ({ connector, endpoint, table }: ExtractSettings): DeclaredAssets => ({
  reads: connector === '' ? [] : [{ dataset: { namespace: `connector://${connector}`, name: endpoint } }],
  writes: tablePlaces(table, table.name),
})
