import openApiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'

interface Parameter {
  readonly $ref?: string
  readonly in?: string
}

interface DescribedBody {
  readonly headers?: object
  readonly content?: Record<string, { readonly schema?: object }>
}

interface DescribedOperation {
  parameters?: Parameter[]
  requestBody?: object
  responses: Record<string, unknown>
}

interface Api {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { parameters: Record<string, Parameter>; responses: object; [kind: string]: object }
}

/**
 * `openapi/types.generated.ts`: the public API as types, for the web interface and the command line. The
 * problem that every operation may answer is declared once, and headers and examples are left out: the file
 * is a third as long.
 */
export async function apiTypes(document: object): Promise<string> {
  const api = structuredClone(document) as Api
  const { schemas, parameters } = api.components
  const isHeader = (parameter: Parameter): boolean => {
    const name = parameter.$ref?.split('/').at(-1)
    return (name === undefined ? parameter : parameters[name]!).in === 'header'
  }
  for (const methods of Object.values(api.paths)) {
    for (const operation of Object.values(methods)) {
      const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 300)
      operation.responses = {
        ...Object.fromEntries(
          answers.map(([status, answer]) => [status, schemasOf(answer as DescribedBody)]),
        ),
        default: { $ref: '#/components/responses/Problem' },
      }
      if (operation.requestBody) operation.requestBody = schemasOf(operation.requestBody)
      if (operation.parameters)
        operation.parameters = operation.parameters.filter((parameter) => !isHeader(parameter))
    }
  }
  const components = {
    schemas,
    parameters: Object.fromEntries(
      Object.entries(parameters).filter(([, parameter]) => !isHeader(parameter)),
    ),
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

/** A body or an answer without its headers and examples. */
const schemasOf = ({ headers: _, content, ...rest }: DescribedBody): object =>
  content === undefined
    ? rest
    : {
        ...rest,
        content: Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }])),
      }
