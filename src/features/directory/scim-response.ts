import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { databaseProblem } from '../../db/errors.ts'
import { isKnownTag } from '../../http/conditional.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { problemKinds, problemOfLibraryError } from '../../http/problem-json.ts'
import type { ErrorFormat } from '../../http/server.ts'
import { validatorCompiler } from '../../http/validation.ts'
import { Problem } from '../../lib/problem.ts'
import { messageUrns, ScimError } from './schema.ts'
import type { Tagged } from './scim/resource.ts'
import { ScimProblem } from './scim/scim-problem.ts'

export const area = 'Directory Integration'
export const SCIM = 'application/scim+json'
export const consumes = ['application/json', SCIM] as const

/**
 * An operation of SCIM: its errors are problems, or those of RFC 7644 for clients that name its media type.
 */
export function scimOperation(declared: Operation) {
  return { ...operation(declared), problemForms: { [SCIM]: ScimError } }
}

/**
 * For routes whose body has to be brought into canonical form before it can be checked: the service does
 * both. The rest of the request is checked as everywhere.
 */
export const bodyCheckedByService = {
  validatorCompiler: ((route) =>
    route.httpPart === 'body' ? () => true : validatorCompiler(route)) as FastifySchemaCompiler<TSchema>,
}

/** Whether the client names SCIM's media type: then answers and errors are SCIM's (decisions.md §10). */
export const wantsScim = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.accept?.toLowerCase().includes(SCIM) === true

/** Serialised here: the schemas of the answers describe them, and must not drop what they do not name. */
export function sendScim(request: FastifyRequest, reply: FastifyReply, status: number, body: unknown) {
  return reply
    .code(status)
    .type(wantsScim(request) ? SCIM : 'application/json')
    .serializer(String)
    .send(JSON.stringify(body))
}

export function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  status: 200 | 201,
  { resource, etag }: Tagged,
) {
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  if (request.method === 'GET' && known !== undefined && isKnownTag(known, etag))
    return reply.code(304).send()
  return sendScim(request, reply, status, resource)
}

/**
 * RFC 7644 §3.12, for clients of the SCIM addresses that name its media type in either header; unknown
 * addresses too.
 */
export const scimErrors =
  (basePath: string): ErrorFormat =>
  (request, problem) => {
    const isScim = request.url.startsWith(`${basePath}/v1/directory-integration/scim/`)
    const speaksScim = wantsScim(request) || request.givenContentType?.toLowerCase().startsWith(SCIM) === true
    return isScim && speaksScim ? { type: SCIM, body: errorBody(problem) } : undefined
  }

/** The error of RFC 7644 §3.12. SCIM has one sentence where a problem lists faults: it holds all of them. */
export function errorBody(problem: Problem) {
  const { status } = problemKinds[problem.kind]
  const faults = problem.violations.filter((fault) => fault !== problem.message)
  const scimType = scimTypeOf(problem, status)
  return {
    schemas: [messageUrns.error],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: faults.length === 0 ? problem.message : faults.join('; '),
  }
}

/** What a failed request is called, whatever failed. */
export function asProblem(error: unknown): Problem {
  return (
    problemOfLibraryError(error) ??
    databaseProblem(error) ??
    new Problem('internal-server-error', 'Internal server error', { cause: error })
  )
}

/**
 * What no SCIM problem says is a fault of the form of the request: it is no JSON, or not the message that is
 * due.
 */
const scimTypeOf = (problem: Problem, status: number) =>
  problem instanceof ScimProblem ? problem.scimType : status === 400 ? 'invalidSyntax' : undefined
