/** As much of a JSON Schema as the document of the API uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly (string | number)[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** The OpenAPI document of the API. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/** What a `$ref` ends in. */
export const nameOfRef = (ref: string): string => ref.split('/').at(-1)!

export const parametersOf = (document: ApiDocument, operation: Operation): Parameter[] =>
  (operation.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? document.components.parameters[nameOfRef(parameter.$ref)]! : parameter,
  )
