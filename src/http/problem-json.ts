import Type from 'typebox'
import { Problem, type ProblemKind } from '../lib/problem.ts'

const Side = (description: string) =>
  Type.Object(
    {
      blobHash: Type.Optional(Type.String({ description: 'The file as Git names it' })),
      content: Type.Optional(Type.String({ description: 'Text content, unless it is too long' })),
    },
    { title: 'ConflictSide', description },
  )

/** One file on which two changes meet. A side without members has no such file. */
const FileConflict = Type.Object(
  {
    path: Type.String(),
    base: Type.Optional(Side('Before either change')),
    theirs: Side('The current state'),
    theirsCommit: Type.Optional(
      Type.String({
        description:
          'The commit that has `theirs`: the base of a change that is made after reading both sides',
      }),
    ),
    yours: Side('The requested state'),
    components: Type.Optional(
      Type.Array(Type.String(), { description: 'For a pipeline, the components that both sides changed' }),
    ),
  },
  { title: 'FileConflict', description: 'A file that two changes would leave in different states' },
)

/** Specification, "Problem detail (error body)": all six fields are always there. */
export const ProblemBody = Type.Object(
  {
    type: Type.String({
      format: 'uri',
      description: 'Its last path segment is a slug such as bad-request',
      examples: ['https://headrace.example.com/problems/not-found'],
    }),
    title: Type.String(),
    status: Type.Integer({ format: 'int32' }),
    detail: Type.String(),
    instance: Type.String({ description: 'Path of the request' }),
    violations: Type.Array(Type.String(), {
      description: 'One sentence per violation, with the path of the field',
    }),
    conflicts: Type.Optional(
      Type.Array(FileConflict, { description: 'Only for conflicting changes of files: both sides of each' }),
    ),
  },
  {
    title: 'Problem',
    description: 'RFC 9457. The response header x-request-id identifies the request in the logs',
  },
)

export const problemKinds: Readonly<
  Record<ProblemKind, { status: number; title: string; explanation: string }>
> = {
  'bad-request': {
    status: 400,
    title: 'Bad Request',
    explanation:
      'The request is not valid. `violations` lists every violation, each with the path of its field.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    explanation: 'The access token is missing, expired or not valid. Get a new one from POST /oauth/token.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    explanation:
      'The caller is known, but its roles do not allow this operation. Ask an administrator for the role.',
  },
  'not-found': {
    status: 404,
    title: 'Not Found',
    explanation: 'Nothing exists at this URL, or the caller may not see it.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method Not Allowed',
    explanation: 'The URL exists, but not with this method. The header Allow lists the methods it has.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request Timeout',
    explanation:
      'The headers or the body of the request arrived too slowly. The connection is closed; send the request again.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    explanation: 'The request conflicts with the current state, for instance because a name is taken.',
  },
  gone: { status: 410, title: 'Gone', explanation: 'The resource existed and was removed for good.' },
  'precondition-failed': {
    status: 412,
    title: 'Precondition Failed',
    explanation:
      'The resource has changed since it was read (If-Match), or has no ETag to compare. Read it again and repeat the request.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload Too Large',
    explanation: 'The body is larger than this operation accepts.',
  },
  'uri-too-long': {
    status: 414,
    title: 'URI Too Long',
    explanation: 'A part of the URL is longer than any name or identifier can be.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported Media Type',
    explanation: 'The header Content-Type names a format that this operation does not accept.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too Many Requests',
    explanation: 'Too many requests. The header Retry-After has the number of seconds to wait.',
  },
  'request-header-fields-too-large': {
    status: 431,
    title: 'Request Header Fields Too Large',
    explanation: 'The headers of the request are larger than the server reads. The connection is closed.',
  },
  'internal-server-error': {
    status: 500,
    title: 'Internal Server Error',
    explanation:
      'An internal error. The header x-request-id identifies the request; the log of the server has details.',
  },
  'not-implemented': {
    status: 501,
    title: 'Not Implemented',
    explanation:
      'The server does not know the method of the request and closes the connection, or the operation is not implemented yet.',
  },
  'service-unavailable': {
    status: 503,
    title: 'Service Unavailable',
    explanation: 'The platform is starting, stopping or cannot reach its database. Try again in a moment.',
  },
}

export const isProblemKind = (slug: string): slug is ProblemKind => Object.hasOwn(problemKinds, slug)

/** The body of a problem. `origin` is where this server explains its problem types. */
export function problemBody(problem: Problem, origin: string, instance: string) {
  const { status, title } = problemKinds[problem.kind]
  const { violations, conflicts, message: detail } = problem
  return {
    type: `${origin}/problems/${problem.kind}`,
    title,
    status,
    detail,
    instance,
    violations,
    ...(conflicts !== undefined && { conflicts }),
  }
}

const kindOfStatus = new Map(
  Object.entries(problemKinds).map(([kind, { status }]) => [status, kind as ProblemKind]),
)

/** Errors of the HTTP library that the caller caused, as problems; undefined for everything else. */
export function problemOfLibraryError(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return undefined
  const kind = kindOfStatus.get(error.statusCode)
  if (kind === undefined || kind === 'internal-server-error') return undefined
  return new Problem(kind, error.message, { cause: error })
}
