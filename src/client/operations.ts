import type { paths } from '../../openapi/types.generated.ts'

/**
 * What the API document says about one operation, named by its method and its path template. Types only:
 * nothing of this is there when the program runs.
 */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The path templates that have this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in M]: object } ? P : never
}[keyof paths]

type Operation<M extends Method, P extends keyof paths> = paths[P] extends { readonly [K in M]: infer O }
  ? O
  : never

type Nothing = Record<never, never>

/** `T` whose optional members may also be undefined: JSON and queries leave those out. */
type Loose<T> = T extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Loose<T[K]> | (Nothing extends Pick<T, K> ? undefined : never) }
    : T

type PathOption<O> = O extends { parameters: { path: infer T extends object } }
  ? { readonly path: { readonly [K in keyof T]: T[K] } }
  : Nothing

type QueryOption<O> = O extends { parameters: { query: infer T extends object } }
  ? { readonly query: Loose<T> }
  : O extends { parameters: { query?: infer T extends object } }
    ? { readonly query?: Loose<T> | undefined }
    : Nothing

/** A body as JSON, as text where the operation takes other media types too, or as a form of files. */
type Content<C> = C extends { 'application/json': infer T }
  ? Exclude<keyof C, 'application/json'> extends never
    ? { readonly json: Loose<T> }
    : { readonly json: Loose<T> } | TextBody<Extract<keyof C, string>>
  : C extends { 'multipart/form-data': object }
    ? { readonly form: FormData }
    : never

type TextBody<Type extends string> = {
  readonly text: { readonly type: Type; readonly content: string }
}

type BodyOption<O> = O extends { requestBody?: never }
  ? Nothing
  : O extends { requestBody: { content: infer C } }
    ? Content<C>
    : O extends { requestBody?: { content: infer C } }
      ? Content<C> | Nothing
      : Nothing

type Options<O> = PathOption<O> &
  QueryOption<O> &
  BodyOption<O> & {
    readonly headers?: Readonly<Record<string, string>> | undefined
    readonly signal?: AbortSignal | undefined
  }

/** What follows the path in a call: nothing is demanded of an operation that needs nothing. */
export type Arguments<M extends Method, P extends PathOf<M>> =
  Nothing extends Options<Operation<M, P>>
    ? [options?: Options<Operation<M, P>>]
    : [options: Options<Operation<M, P>>]

/** The JSON body of an operation that demands one. */
export type Body<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody: { content: { 'application/json': infer T } } } ? Loose<T> : never

type ContentOf<R> = R extends { content: infer C }
  ? C extends { 'application/json': infer T }
    ? T
    : string
  : undefined

type Success = 200 | 201 | 202 | 204

type AnswerOf<O> = O extends { responses: infer R }
  ? { [S in Extract<keyof R, Success>]: ContentOf<R[S]> }[Extract<keyof R, Success>]
  : never

/** The body of a success, as JSON; undefined where an operation answers without one. */
export type Answer<M extends Method, P extends PathOf<M>> = AnswerOf<Operation<M, P>>

/** The path templates of paged lists. */
export type ListPath = {
  [P in PathOf<'get'>]: Answer<'get', P> extends { results: unknown[]; total: number } ? P : never
}[PathOf<'get'>]

/** One item of a paged list. */
export type Item<P extends ListPath> =
  Answer<'get', P> extends { results: readonly (infer Entry)[] } ? Entry : never
