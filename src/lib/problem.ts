/**
 * Every way a request can end badly (decisions.md §4), and nothing about HTTP. `http/problem-json.ts` is the
 * only file that turns a `Problem` into a response, as the last step of a request.
 */
export type ProblemKind =
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'conflict'
  | 'gone'
  | 'precondition-failed'
  | 'payload-too-large'
  | 'uri-too-long'
  | 'unsupported-media-type'
  | 'too-many-requests'
  | 'request-header-fields-too-large'
  | 'internal-server-error'
  | 'not-implemented'
  | 'service-unavailable'

export interface ProblemDetails {
  /** One sentence per violation, with the path of the field. */
  violations?: readonly string[] | undefined
  /** Seconds after which the same request may succeed; sent as `Retry-After`. */
  retryAfterSeconds?: number | undefined
  /** What only operators may see. It is logged, never sent. */
  cause?: unknown
}

/** `detail` is shown to the caller and says what happened and what to do. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly kind: ProblemKind
  readonly violations: readonly string[]
  readonly retryAfterSeconds: number | undefined

  constructor(kind: ProblemKind, detail: string, more: ProblemDetails = {}) {
    super(detail, { cause: more.cause })
    this.kind = kind
    this.violations = more.violations ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** A resource that does not exist, or that the caller may not see. `noun` begins the sentence: `Project`. */
export const notFound = (noun: string, id: string) => new Problem('not-found', `${noun} ${id} does not exist`)
/** The same for a resource that exists within another: `notFoundIn('File', path, 'the branch main')`. */
export const notFoundIn = (noun: string, id: string, where: string) =>
  new Problem('not-found', `${noun} ${id} does not exist in ${where}`)
export const conflict = (detail: string) => new Problem('conflict', detail)
export const badRequest = (violations: readonly string[]) =>
  new Problem('bad-request', 'The request is not valid; see violations', { violations })
