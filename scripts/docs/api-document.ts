/** JSON Schema as the OpenAPI document uses it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

interface Reference {
  readonly $ref: string
}
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}
export interface Content {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, Reference | { readonly value?: unknown }>>
}
export interface Response {
  readonly description?: string
  readonly content?: Readonly<Record<string, Content>>
}
export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Response | Reference>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly servers?: readonly { readonly url: string }[]
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** What `#/components/…` names. */
export function resolved<T extends object>(document: ApiDocument, given: T | Reference): T {
  if (!('$ref' in given) || typeof given.$ref !== 'string') return given as T
  const [, , kind = '', name = ''] = given.$ref.split('/')
  const found = document.components[kind]?.[name]
  if (found === undefined) throw new Error(`The OpenAPI document has no ${given.$ref}`)
  return found as T
}

export const nameOfReference = (reference: string): string => reference.split('/').at(-1)!

/** The first example of a body; undefined where the document has none. */
export function exampleOf(document: ApiDocument, content: Content | undefined): unknown {
  const [first] = Object.values(content?.examples ?? {})
  return first === undefined ? undefined : resolved<{ value?: unknown }>(document, first).value
}
