import type { SchemaNode } from './shapes.ts'

/** What members of this name hold in examples, wherever their schema allows it. */
const valuesByName: Readonly<Record<string, unknown>> = {
  name: 'orders',
  displayName: 'Orders',
  description: 'Loads the orders of the day',
  pipelineName: 'load-orders.orch.yaml',
  environmentName: 'Production',
  defaultAgentName: 'Runner 1',
  variableName: 'order_limit',
  versionName: '1.4.0',
  userName: 'ada@example.com',
  email: 'ada@example.com',
  password: 'correct horse battery staple',
  clientId: 'hr_8c1f0a52d6b94e37b1f25a9e0d7c4b68',
  clientSecret: 'hrs_example_secret_shown_only_once',
  cronExpression: '0 0 6 * * ?',
  cronTimezone: 'Europe/Berlin',
  interval: 15,
  unit: 'MINUTES',
  detail: 'Variable order_limit does not exist',
  instance: '/v1/projects',
  title: 'Not Found',
  branch: 'main',
  ref: 'main',
  commitHash: '3f2a9c41d0b7e86a5c4f1b2d9e8a7c6b5d4e3f21',
  url: 'https://example.com/orders',
  host: 'db.example.com',
  accessTokenUrl: 'https://example.com/oauth/token',
  authorizeUrl: 'https://example.com/oauth/authorize',
  executionTag: 'orders-2026-01-31',
  message: 'Loaded 120 rows',
  rowCount: 120,
  byteCount: 48_210,
  total: 1,
  page: 0,
  size: 25,
  status: 404,
}

const INSTANT = '2026-01-31T09:00:00.000Z'
const UUID = '3f0c8c0e-5d3a-4b7e-9c61-7a4d0f2b8e19'
/** So deep an example shows everything; below it, only what has to be there. */
const FULL_DEPTH = 5

const valuesByFormat: Readonly<Record<string, string>> = {
  uuid: UUID,
  'date-time': INSTANT,
  date: INSTANT.slice(0, 10),
  uri: 'https://example.com/orders',
  email: 'ada@example.com',
  byte: 'aGVhZHJhY2U=',
}

export type Resolve = (schema: SchemaNode) => SchemaNode

/** A value that fits a schema of the document: what the schema itself names as an example goes first. */
export function exampleOf(resolve: Resolve, given: SchemaNode, name = '', depth = 0): unknown {
  const schema = resolve(given)
  const own = ownExample(schema)
  if (own !== undefined) return own
  const allOf = schema['allOf'] as SchemaNode[] | undefined
  if (allOf !== undefined)
    return Object.assign({}, ...allOf.map((part) => exampleOf(resolve, part, name, depth)))
  const [form] = ((schema['anyOf'] ?? schema['oneOf']) as SchemaNode[] | undefined) ?? []
  if (form !== undefined) return exampleOf(resolve, form, name, depth)
  if (schema['type'] === 'object') return objectExample(resolve, schema, depth)
  if (schema['type'] === 'array') return arrayExample(resolve, schema, name, depth)
  return plainExample(schema, name)
}

function ownExample(schema: SchemaNode): unknown {
  const [example] = (schema['examples'] as unknown[] | undefined) ?? []
  const [choice] = (schema['enum'] as unknown[] | undefined) ?? []
  return example ?? schema['example'] ?? schema['const'] ?? schema['default'] ?? choice
}

function objectExample(resolve: Resolve, schema: SchemaNode, depth: number): object {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, SchemaNode>)
  const required = (schema['required'] ?? []) as string[]
  const shown = properties.filter(([name]) => depth < FULL_DEPTH || required.includes(name))
  const members = shown.map(([name, member]) => [name, exampleOf(resolve, member, name, depth + 1)])
  const free = schema['additionalProperties']
  if (typeof free === 'object' && free !== null && depth < FULL_DEPTH)
    members.push([freeName(schema), exampleOf(resolve, free as SchemaNode, '', depth + 1)])
  return Object.fromEntries(members)
}

const freeName = ({ propertyNames }: SchemaNode): string =>
  JSON.stringify(propertyNames ?? '').includes('[0-9A-Fa-f]{8}') ? UUID : 'order_limit'

function arrayExample(resolve: Resolve, schema: SchemaNode, name: string, depth: number): unknown[] {
  const items = schema['items'] as SchemaNode | undefined
  const isShown = depth < FULL_DEPTH || ((schema['minItems'] as number | undefined) ?? 0) > 0
  return items === undefined || !isShown ? [] : [exampleOf(resolve, items, name.replace(/s$/, ''), depth + 1)]
}

function plainExample(schema: SchemaNode, name: string): unknown {
  const { type, format, minimum = 1, minLength = 0, pattern } = schema
  const named = valuesByName[name]
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'integer' || type === 'number')
    return typeof named === 'number' && named >= (minimum as number) ? named : Math.max(1, minimum as number)
  if (typeof format === 'string' && format in valuesByFormat) return valuesByFormat[format]
  if (type !== undefined && type !== 'string') return named ?? 'orders'
  const texts = [named, 'orders', 'order_limit', 'ORDERS', '1.4.0', UUID, INSTANT, '1', '/orders', '#1f6feb']
  const fits = (text: unknown): text is string =>
    typeof text === 'string' &&
    text.length >= (minLength as number) &&
    text.length <= ((schema['maxLength'] as number | undefined) ?? text.length) &&
    (pattern === undefined || new RegExp(pattern as string, 'u').test(text))
  return texts.find(fits) ?? 'orders'.padEnd(minLength as number, '-')
}
