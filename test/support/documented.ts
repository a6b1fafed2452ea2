import { Compile } from 'typebox/compile'
import '../../src/http/validation.ts'
import type { Operation } from './document.ts'

interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}
interface DocumentedAnswer {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

const compiled = new WeakMap<object, ReturnType<typeof Compile>>()

/**
 * Sentences about what an answer has that the API document does not say: its status, its media type, its
 * shape.
 */
export function undocumented({ operationId, responses }: Operation, answer: Answered): string[] {
  const { status, headers, body } = answer
  const documented = responses[status] as DocumentedAnswer | undefined
  if (documented === undefined) return [`${operationId} answers ${status}: ${JSON.stringify(body)}`]
  const where = `${operationId} ${status}`
  const content = documented.content ?? {}
  const type = headers.get('content-type')?.split(';', 1)[0] ?? ''
  if (body === '' && type === '') return Object.keys(content).length === 0 ? [] : [`${where} has no body`]
  const media = content[type]
  if (media === undefined) return [`${where} is ${type}: ${JSON.stringify(body)}`]
  if (media.schema === undefined || !/json$/.test(type)) return []
  return faultsOf(media.schema, body).map((fault) => `${where} ${fault}`)
}

function faultsOf(schema: object, body: unknown): string[] {
  const validator = compiled.get(schema) ?? Compile(schema as never)
  compiled.set(schema, validator)
  return validator.Errors(body).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
