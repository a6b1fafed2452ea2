import openApiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'violations'],
  properties: {
    ...Object.fromEntries(['type', 'title', 'detail', 'instance'].map((name) => [name, { type: 'string' }])),
    status: { type: 'integer' },
    violations: { type: 'array', items: { type: 'string' } },
  },
}

interface DescribedOperation {
  parameters?: { in: string }[]
  responses: Record<string, unknown>
}

/**
 * `openapi/types.generated.ts`: the public API as types, for the web interface and the command line. The problem that
 * every operation may answer is declared once, and headers are left to the clients: the file is a third as long.
 */
export async function apiTypes(document: object): Promise<string> {
  const api = structuredClone(document) as { paths: Record<string, Record<string, DescribedOperation>> }
  for (const operations of Object.values(api.paths)) {
    for (const operation of Object.values(operations)) {
      const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
      operation.responses = {
        ...Object.fromEntries(answers),
        default: { $ref: '#/components/responses/Problem' },
      }
      if (operation.parameters)
        operation.parameters = operation.parameters.filter(({ in: location }) => location !== 'header')
    }
  }
  const components = {
    schemas: { Problem: problem },
    responses: {
      Problem: {
        description: 'Problem',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
  const nodes = await openApiTypes({ ...api, components } as unknown as OpenAPI3, {
    defaultNonNullable: false,
  })
  return `// Generated from openapi/public-v1.json by npm run generate.\n${astToString(nodes)}`
}
