import { openApiDocument } from '../../src/roles/api/openapi-document.ts'

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: { readonly format?: string; readonly type?: string }
}
interface Described {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> }
  readonly security?: readonly object[]
  readonly responses: Readonly<Record<string, unknown>>
}
export interface ApiDocument {
  readonly paths: Record<string, Record<string, Described>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}
/** The API document as it is served: shapes, parameters and responses are references. */
export const servedDocument = (await openApiDocument()) as ApiDocument
/** The API document with everything where it is used. */
export const document = { ...servedDocument, paths: resolved(servedDocument.paths) }
/** Every operation of it. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
)
export type Operation = (typeof operations)[number]

/** A part of the document, and what it refers to in place of the references. */
function resolved<T>(part: T): T {
  if (Array.isArray(part)) return part.map((one) => resolved(one)) as T
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...own } = part as { $ref?: string }
  const [kind, name] = $ref?.split('/').slice(2) ?? []
  const shared = name === undefined ? {} : resolved(servedDocument.components[kind!]![name])
  return {
    ...shared,
    ...Object.fromEntries(Object.entries(own).map(([key, one]) => [key, resolved(one)])),
  } as T
}
