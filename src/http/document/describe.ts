import swagger from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import { ProblemBody } from '../problem-json.ts'
import type { Server } from '../server-type.ts'
import {
  commonHeaders,
  commonParameters,
  commonResponses,
  type DescribedOperation,
  describeConventions,
  descriptionOf,
  type MediaType,
  PROBLEM_JSON,
  titleOf,
} from './conventions.ts'
import { exampleOf } from './examples.ts'
import { createHoisting, markShapes, pascal, type SchemaNode, shapeNames } from './shapes.ts'
import { shareParameters } from './sharing.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where the wire shapes of the API are declared: each is named in the document as it is exported. */
    shapes: object[]
  }
}

export interface DescribeOptions {
  readonly basePath: string
  readonly version: string
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>
  components: {
    schemas: Record<string, SchemaNode>
    parameters: Record<string, SchemaNode>
    responses: Record<string, object>
    headers: Record<string, object>
    examples: Record<string, object>
  }
}

/** Makes a server describe itself: `app.swagger()` is the OpenAPI document of its routes. */
export async function describeApi(app: Server, { basePath, version }: DescribeOptions): Promise<void> {
  app.decorate('shapes', [])
  let names: ReturnType<typeof shapeNames> | undefined
  await app.register(swagger, {
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Headrace',
        version: '1.0',
        description: `The public API of Headrace, a self-hosted data-pipeline platform (product version ${version}).`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: basePath }],
      components: { securitySchemes },
    },
    transform: ({ schema, url, route, ...rest }) => {
      names ??= shapeNames(app.shapes)
      const path = url.replace(basePath, '')
      const own = schema?.hide === true ? schema : described(schema ?? {}, path, route.config)
      return { ...rest, route, url: path, schema: markShapes(own, names) }
    },
    transformObject: (given) => {
      if (!('openapiObject' in given)) return given.swaggerObject
      finish(given.openapiObject as unknown as Document)
      return given.openapiObject
    },
  })
}

/** A session in a browser needs its CSRF token with everything that changes something. */
const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    description: 'Client credentials (RFC 6749, section 4.4) of an API credential',
    flows: {
      clientCredentials: {
        tokenUrl: '/oauth/token',
        scopes: { 'pipeline-execution': 'Everything that the roles of the credential allow' },
      },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token, a personal access token, or for SCIM a directory token',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'headrace_session',
    description:
      'The session of a user who signed in with a browser; over https its name begins with `__Host-`',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The `csrfToken` of GET /v1/session, with every request of a session that changes something',
  },
} as const

function described(schema: FastifySchema, path: string, config: object | undefined): FastifySchema {
  const own = withOptionalDefaults(schema)
  const needs = (config as { needs?: unknown } | undefined)?.needs
  const query = Object.keys((own.querystring as { properties?: object } | undefined)?.properties ?? {})
  const isUpload = own.body === undefined && own.consumes?.includes('multipart/form-data') === true
  return {
    ...own,
    response: { ...problemAnswers(own), ...(own.response as object | undefined) },
    ...(isUpload && { body: uploadedFiles }),
    description: descriptionOf(path, own, { needs, query }),
  }
}

function problemAnswers({ problems = [], problemForms = {} }: FastifySchema): Record<number, object> {
  const forms = Object.entries({ [PROBLEM_JSON]: ProblemBody, ...problemForms })
  const content = Object.fromEntries(forms.map(([type, schema]) => [type, { schema }]))
  return Object.fromEntries(problems.map((status) => [status, { description: titleOf(status), content }]))
}

/** The files of a multipart body, which a route reads as a stream and does not validate as one value. */
const uploadedFiles = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'string', format: 'binary' },
  description: 'Each part is a file, named by its path',
}

/**
 * What has a default is always there for us and never needed from the client: the document says the latter.
 */
function withOptionalDefaults(schema: FastifySchema): FastifySchema {
  const query = schema.querystring as { properties: Record<string, object>; required?: string[] } | undefined
  if (query?.required === undefined) return schema
  const required = query.required.filter((name) => !('default' in query.properties[name]!))
  return { ...schema, querystring: { ...query, required } }
}

/** Gives every shape its name, and says once what holds for many operations. */
function finish({ paths, components }: Document): void {
  components.parameters = { ...commonParameters }
  components.headers = { ...commonHeaders }
  components.examples = {}
  const hoist = createHoisting(components.schemas)
  hoist(markedProblem, 'Problem')
  const operations: DescribedOperation[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operation.security = securityOf(method, operation)
      for (const parameter of operation.parameters ?? [])
        if (parameter['in'] === 'header')
          parameter['name'] = headerNames[String(parameter['name'])] ?? parameter['name']
      hoistShapes(operation, hoist)
      describeConventions(path, method, operation)
      if (!path.startsWith('/v1/')) operation.servers = [{ url: '/' }]
      operations.push(operation)
    }
  }
  components.responses = usedResponses(operations)
  shareParameters(operations, components.parameters)
  for (const operation of operations) addExamples(operation, components)
}

/**
 * Header parameters as the specification spells them: routes declare them in lower case, as Node hands
 * headers over.
 */
const headerNames: Readonly<Record<string, string>> = {
  versionname: 'versionName',
  environmentname: 'environmentName',
  commithash: 'commitHash',
  projectid: 'projectId',
  sharedpipelineidprefix: 'sharedPipelineIdPrefix',
  'git-provider-access-token': 'Git-Provider-Access-Token',
}

/** Whoever may call with a token may also call from a browser session. */
function securityOf(method: string, { security = [] }: DescribedOperation): Record<string, string[]>[] {
  if (security.length === 0) return []
  const isRead = method === 'get'
  return [{ oauth2: [] }, ...security, isRead ? { session: [] } : { session: [], csrf: [] }]
}

type Hoist = ReturnType<typeof createHoisting>

function hoistShapes(operation: DescribedOperation, hoist: Hoist): void {
  const name = pascal(operation.operationId)
  const hoistIn = (media: MediaType, suggested: string) => {
    if (media.schema !== undefined) media.schema = hoist(media.schema, suggested)
  }
  for (const [type, media] of Object.entries(operation.requestBody?.content ?? {}))
    if (isText(type)) operation.requestBody!.content[type] = { schema: { type: 'string', format: 'binary' } }
    else hoistIn(media, `${name}Body`)
  for (const { content } of Object.values(operation.responses))
    for (const [type, media] of Object.entries(content ?? {}))
      if (type !== PROBLEM_JSON) hoistIn(media, `${name}Result`)
  for (const parameter of operation.parameters ?? [])
    parameter['schema'] = hoist(parameter['schema'] as SchemaNode, name + pascal(String(parameter['name'])))
}

/** What a client sends as it is, whatever it is parsed into. */
const isText = (type: string): boolean => /^(text\/csv|application\/yaml)$/.test(type)

const markedProblem: SchemaNode = JSON.parse(JSON.stringify(ProblemBody))

function usedResponses(operations: readonly DescribedOperation[]): Record<string, object> {
  const references = operations.flatMap(({ responses }) => Object.values(responses).map(({ $ref }) => $ref))
  const used = new Set(references.map((reference) => reference?.split('/').at(-1)))
  return Object.fromEntries(Object.entries(commonResponses).filter(([name]) => used.has(name)))
}

/** An example of every body, once per shape. */
function addExamples(operation: DescribedOperation, { schemas, examples }: Document['components']): void {
  const resolve = ({ $ref, ...own }: SchemaNode): SchemaNode =>
    typeof $ref === 'string' ? { ...schemas[$ref.split('/').at(-1)!], ...own } : own
  const bodies = [operation.requestBody ?? {}, ...Object.values(operation.responses)]
  for (const { content = {} } of bodies as { content?: Record<string, MediaType> }[])
    for (const [type, media] of Object.entries(content)) {
      if (media.schema === undefined || !/^application\/([\w.-]+\+)?json$/.test(type)) continue
      const name = String(media.schema['$ref'] ?? '')
        .split('/')
        .at(-1)!
      if (name === '') media['example'] = exampleOf(resolve, media.schema)
      else {
        // The plug-in has moved the one of the shape itself there.
        examples[name] ??= { value: media['example'] ?? exampleOf(resolve, media.schema) }
        delete media['example']
        media['examples'] = { example: { $ref: `#/components/examples/${name}` } }
      }
    }
}
