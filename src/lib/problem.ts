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
  /** Where two changes meet: what each of them makes of a file. */
  conflicts?: readonly FileConflict[] | undefined
  /** What only operators may see. It is logged, never sent. */
  cause?: unknown
}

/** One side of a file on which two changes meet; all members are absent for a side that has no such file. */
export interface ConflictSide {
  /** The file as Git names it: its tag in `If-Match`. */
  readonly blobHash?: string
  /** Of a text that is not too long to be repeated here. */
  readonly content?: string
}

/** A file that two changes would leave in different states. */
export interface FileConflict {
  readonly path: string
  /** Before either of them. */
  readonly base?: ConflictSide
  /** What is there now. */
  readonly theirs: ConflictSide
  /** The commit that has `theirs`; absent while the branch has none. */
  readonly theirsCommit?: string
  /** What the caller wanted. */
  readonly yours: ConflictSide
  /** Of a pipeline: the components that both changed, by name. */
  readonly components?: readonly string[]
}

/** `detail` is shown to the caller and says what happened and what to do. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly kind: ProblemKind
  readonly violations: readonly string[]
  readonly retryAfterSeconds: number | undefined
  readonly conflicts: readonly FileConflict[] | undefined

  constructor(kind: ProblemKind, detail: string, more: ProblemDetails = {}) {
    super(detail, { cause: more.cause })
    this.kind = kind
    this.violations = more.violations ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
    this.conflicts = more.conflicts
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
