import Type, { type Static } from 'typebox'
import { matching } from '../../../lib/patterns.ts'
import { ProjectPath } from '../../projects/schema.ts'

/** Wire shapes of changes to a repository: files, commits, branches. */
export const MAX_CHANGES = 200
export const MAX_WRITTEN_BYTES = 4 * 1024 * 1024
/** Of a request: a file of the largest size, also in base64, and many smaller ones. */
export const MAX_WRITE_BODY_BYTES = 12 * 1024 * 1024

const Instant = Type.String({ format: 'date-time' })
const Hash = Type.String({ description: 'Full id of a commit' })
const fullId = matching('^([0-9a-f]{40}|[0-9a-f]{64})$', 'must be the full id of a commit')
const BranchText = Type.String({ minLength: 1, maxLength: 250, examples: ['main'] })
const FilePath = Type.String({ minLength: 1, maxLength: 1_000, examples: ['orders/load-orders.orch.yaml'] })
const Message = Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' })
const Encoding = Type.Enum(['utf-8', 'base64'], { description: 'Encoding of the content; utf-8 by default' })
const Content = Type.String({ description: `At most ${MAX_WRITTEN_BYTES / 1024 / 1024} MiB` })

export const PutFile = Type.Object(
  {
    branch: BranchText,
    path: FilePath,
    content: Content,
    encoding: Type.Optional(Encoding),
    message: Type.Optional(Message),
  },
  { additionalProperties: false },
)
export const WrittenFile = Type.Object({
  branch: BranchText,
  path: FilePath,
  blobHash: Type.String({ description: 'The content as Git names it: its tag in If-Match' }),
  commitHash: Hash,
})
export const DeleteFileQuery = Type.Object({
  branch: BranchText,
  path: FilePath,
  message: Type.Optional(Message),
})

/** What becomes of one file: it gets a content, or is deleted. */
export const FileChange = Type.Object(
  {
    path: FilePath,
    content: Type.Optional(Content),
    encoding: Type.Optional(Encoding),
    delete: Type.Optional(Type.Boolean({ description: 'Instead of a content' })),
  },
  { additionalProperties: false },
)
export const NewCommit = Type.Object(
  {
    branch: BranchText,
    message: Message,
    baseCommit: Type.Optional(
      Type.String({
        ...fullId,
        description:
          'The commit that the changes were made on. Files that others have changed since are conflicts; ' +
          'without it, every file must be new',
        examples: ['3f2a9c41d0b7e86a5c4f1b2d9e8a7c6b5d4e3f21'],
      }),
    ),
    changes: Type.Array(FileChange, { minItems: 1, maxItems: MAX_CHANGES }),
  },
  { additionalProperties: false },
)

export const Commit = Type.Object({
  commitHash: Hash,
  parents: Type.Array(Hash),
  authorName: Type.String(),
  authorEmail: Type.String(),
  authoredAt: Instant,
  subject: Type.String(),
  body: Type.String({ description: 'The message without its first line' }),
})
export const CommitPath = Type.Object({
  ...ProjectPath.properties,
  commitHash: Type.String({ minLength: 1, maxLength: 250, description: 'Id of a commit' }),
})

export const NewBranch = Type.Object(
  {
    name: BranchText,
    from: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 250,
        description: 'Branch, tag or commit that it begins at; the default branch by default',
        examples: ['main'],
      }),
    ),
  },
  { additionalProperties: false },
)
export const Branch = Type.Object({
  name: BranchText,
  commitHash: Hash,
  committedAt: Instant,
  subject: Type.String(),
  isDefault: Type.Boolean(),
})
export const BranchPath = Type.Object({
  ...ProjectPath.properties,
  branchName: Type.String({ minLength: 1, maxLength: 250, description: 'With slashes as %2F' }),
})

const StatedCommit = (description: string) =>
  Type.String({ ...fullId, description, examples: ['3f2a9c41d0b7e86a5c4f1b2d9e8a7c6b5d4e3f21'] })
const Resolution = Type.Object(
  {
    ...FileChange.properties,
    keep: Type.Optional(
      Type.Enum(['SOURCE', 'TARGET'], {
        description:
          'Instead of a content: a file in conflict becomes what it is on this side, of any size, text or not; it is deleted ' +
          'where the side has none',
      }),
    ),
  },
  { additionalProperties: false },
)
export const NewMerge = Type.Object(
  {
    source: Type.String({
      minLength: 1,
      maxLength: 250,
      description: 'Branch, tag or commit that is merged',
      examples: ['feature/returns'],
    }),
    target: { ...BranchText, description: 'Branch that it is merged into' },
    message: Type.Optional(Message),
    strategy: Type.Optional(
      Type.Enum(['AUTO', 'FAST_FORWARD', 'MERGE_COMMIT'], {
        description: 'AUTO makes a merge commit only where the target cannot be moved forward',
      }),
    ),
    sourceCommit: Type.Optional(StatedCommit('Where the caller has seen the source: when it has moved, 409')),
    targetCommit: Type.Optional(StatedCommit('Where the caller has seen the target: when it has moved, 409')),
    resolutions: Type.Optional(
      Type.Array(Resolution, {
        maxItems: MAX_CHANGES,
        description:
          'What becomes of files in conflict. With them, sourceCommit and targetCommit are required',
      }),
    ),
  },
  { additionalProperties: false },
)
export const Merge = Type.Object({
  outcome: Type.Enum(['UP_TO_DATE', 'FAST_FORWARD', 'MERGE_COMMIT']),
  target: BranchText,
  commitHash: Hash,
})

export type NewMerge = Static<typeof NewMerge>
export type Merge = Static<typeof Merge>
export type PutFile = Static<typeof PutFile>
export type WrittenFile = Static<typeof WrittenFile>
export type FileChange = Static<typeof FileChange>
export type Resolution = Static<typeof Resolution>
export type NewCommit = Static<typeof NewCommit>
export type Commit = Static<typeof Commit>
export type NewBranch = Static<typeof NewBranch>
export type Branch = Static<typeof Branch>
