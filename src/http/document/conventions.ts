import { problemKinds } from '../problem-json.ts'
import { pascal, type SchemaNode } from './shapes.ts'

/** An operation as the document describes it. */
export interface DescribedOperation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: SchemaNode[]
  requestBody?: { content: Record<string, MediaType> }
  responses: Record<string, DescribedResponse>
  security?: Record<string, string[]>[]
  servers?: { url: string }[]
}
export interface MediaType {
  schema?: SchemaNode
  [keyword: string]: unknown
}
export interface DescribedResponse {
  $ref?: string
  description?: string
  headers?: Record<string, SchemaNode>
  content?: Record<string, MediaType>
}

export const PROBLEM_JSON = 'application/problem+json'
/** RFC 9110 §13.1.1: `*`, or entity tags in quotes, separated by commas. */
const entityTags = String.raw`^(\*|\s*(W/)?"[!#-~]*"\s*(,\s*(W/)?"[!#-~]*"\s*)*)$`

const header = (name: string, description: string, schema: SchemaNode) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

/** Headers of requests that belong to a kind of operation rather than to one. */
export const commonParameters = {
  IdempotencyKeyParameter: header(
    'Idempotency-Key',
    'For 24 hours, the same request with the same key gets the same response and changes nothing; another request gets 409. Of uploaded files at most the length is compared',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfMatchParameter: header(
    'If-Match',
    'The ETag of the state to change: if the resource has changed since, the response is 412',
    { type: 'string', pattern: entityTags, examples: ['"4f0c"'] },
  ),
  IfNoneMatchParameter: header(
    'If-None-Match',
    'The ETag of an earlier response: if nothing has changed since, the response is 304 without a body',
    { type: 'string' },
  ),
}

export const commonHeaders = {
  ETag: {
    description: 'The ETag of the returned state: send it in If-Match or If-None-Match',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before trying again', schema: { type: 'integer', minimum: 0 } },
  WwwAuthenticate: { description: 'How to authenticate (RFC 6750)', schema: { type: 'string' } },
  RequestId: {
    description: 'Identifies the request in the logs of the server',
    schema: { type: 'string', format: 'uuid' },
  },
}

const headerRef = (name: keyof typeof commonHeaders) => ({ $ref: `#/components/headers/${name}` })

const headersByStatus: Readonly<Record<number, Record<string, object>>> = {
  401: { 'WWW-Authenticate': headerRef('WwwAuthenticate') },
  429: { 'Retry-After': headerRef('RetryAfter') },
  503: { 'Retry-After': headerRef('RetryAfter') },
}

/** Generators make types of all these names: those of one kind must not be those of another. */
const responseName = (title: string): string => `${pascal(title)}Problem`
const problems = Object.values(problemKinds)

/**
 * One response per problem, which the operations refer to, and the answer to who has the present state
 * already.
 */
export const commonResponses: Readonly<Record<string, object>> = {
  NotModified: {
    description: 'The resource still has the ETag in If-None-Match',
    headers: { ETag: headerRef('ETag') },
  },
  ...Object.fromEntries(
    problems.map(({ status, title, explanation }) => [
      responseName(title),
      {
        description: explanation,
        headers: { 'x-request-id': headerRef('RequestId'), ...headersByStatus[status] },
        content: { [PROBLEM_JSON]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  ),
}

/** What a problem with this status is called. */
export const titleOf = (status: number): string =>
  problems.find((problem) => problem.status === status)!.title

const responseRef = (status: number): DescribedResponse => ({
  $ref: `#/components/responses/${responseName(titleOf(status))}`,
})

/** A problem in the forms in which the operation answers its other problems. */
function likeOthers(status: number, responses: DescribedOperation['responses']): DescribedResponse {
  const { $ref, content } = responses['403'] ?? {}
  if ($ref !== undefined || content === undefined) return responseRef(status)
  return { description: titleOf(status), content }
}

/**
 * Documents what holds for every operation of a kind: entity tags, preconditions, idempotency, shared
 * problems.
 */
export function describeConventions(path: string, method: string, operation: DescribedOperation): void {
  const { responses } = operation
  for (const [status, { content }] of Object.entries(responses))
    if (content?.[PROBLEM_JSON] !== undefined)
      if (Object.keys(content).length === 1) responses[status] = responseRef(Number(status))
      else content[PROBLEM_JSON] = { schema: { $ref: '#/components/schemas/Problem' } }
  if (!path.startsWith('/v1/')) return
  const ask = (name: keyof typeof commonParameters) => {
    const own = (operation.parameters ?? []).filter(
      (parameter) => String(parameter['name']).toLowerCase() !== commonParameters[name].name.toLowerCase(),
    )
    operation.parameters = [...own, { $ref: `#/components/parameters/${name}` }]
  }
  const ok = responses['200']
  if (method === 'get' && ok?.content?.['application/json'] !== undefined) {
    ask('IfNoneMatchParameter')
    ok.headers = { ...ok.headers, ETag: headerRef('ETag') }
    responses['304'] = { $ref: '#/components/responses/NotModified' }
    responses['412'] ??= likeOthers(412, responses)
  }
  if (['put', 'patch', 'delete'].includes(method)) ask('IfMatchParameter')
  if (method !== 'get') responses['412'] ??= likeOthers(412, responses)
  if (method === 'post' && (operation.security ?? []).length > 0) {
    ask('IdempotencyKeyParameter')
    responses['409'] ??= likeOthers(409, responses)
  }
}

interface Needs {
  readonly account?: string
  readonly project?: string
  readonly environment?: string
}

/** The description of an operation: its summary, its own, and what its declaration says besides. */
export function descriptionOf(
  path: string,
  { summary = '', description }: { readonly summary?: string; readonly description?: string },
  { needs, query }: { readonly needs: unknown; readonly query: readonly string[] },
): string {
  return [
    sentence(summary),
    ...(description === undefined ? [] : [sentence(description)]),
    ...(typeof needs === 'object' && needs !== null ? needSentences(needs) : []),
    ...(path.includes('{projectId}') ? ['A project that the caller may not see is answered with 404.'] : []),
    ...(query.includes('page') && query.includes('size')
      ? ['The list is paged; `total` counts the results of all pages.']
      : []),
  ].join(' ')
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function needSentences({ account, project, environment }: Needs): string[] {
  if (account === 'SUPER_ADMIN') return ['Needs the account role `SUPER_ADMIN`.']
  if (account !== undefined) return [`Needs the account permission \`${account}\`.`]
  if (project === undefined) return []
  const inEnvironment = environment === undefined ? '' : ` and \`${environment}\` in the environment`
  return [`Needs the permission \`${project}\` in the project${inEnvironment}.`]
}
