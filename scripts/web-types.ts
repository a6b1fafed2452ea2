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
 * The public API as types for the web interface. Every operation answers the same problem, which is said once, and
 * headers are the client's own business: without both the text is a third as long.
 */
export async function webTypes(document: object): Promise<string> {
  const api = structuredClone(document) as { paths: Record<string, Record<string, DescribedOperation>> }
  for (const operations of Object.values(api.paths)) {
    for (const operation of Object.values(operations)) {
      const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
      operation.responses = {
        ...Object.fromEntries(answers),
        default: { $ref: '#/components/responses/Problem' },
      }
      if (operation.parameters)
        operation.parameters = operation.parameters.filter(({ in: place }) => place !== 'header')
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
