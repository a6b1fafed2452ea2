import type { TSchema } from 'typebox'

/** An answer of other media types than JSON. */
export interface TypedAnswer {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>
}

export interface Operation {
  /** Unique in the API; clients are generated from it. */
  readonly id: string
  /** The area of the API it belongs to. */
  readonly area: string
  readonly summary: string
  readonly description?: string
  /** Answers that are no problems, by status. */
  readonly answers: Readonly<Record<number, TSchema | TypedAnswer>>
  /** Problems beyond 400, 500, 503 and, unless access is public, 401, which every operation may have. */
  readonly problems?: readonly (401 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 429 | 501)[]
  /** Media types of the body other than JSON. */
  readonly consumes?: readonly string[]
  readonly publicAccess?: boolean
}

declare module 'fastify' {
  interface FastifySchema {
    /**
     * Statuses of the problems that an operation may answer. They are written by one handler, and not by the
     * schemas in `response`.
     */
    problems?: readonly number[]
    /** Schemas of these problems by media type, beside `application/problem+json`. */
    problemForms?: Readonly<Record<string, TSchema>>
  }
}

/** What a route says about itself: the OpenAPI document is made of these. */
export function operation({
  id,
  area,
  summary,
  description,
  answers,
  problems,
  consumes,
  publicAccess,
}: Operation) {
  return {
    operationId: id,
    tags: [area],
    summary,
    ...(description !== undefined && { description }),
    ...(consumes !== undefined && { consumes: [...consumes] }),
    security: publicAccess ? [] : [{ bearer: [] }],
    problems: [400, ...(publicAccess ? [] : [401]), ...(problems ?? []), 500, 503],
    response: answers,
  }
}
