import Type, { type Static } from 'typebox'
import { pageOf } from '../../http/page.ts'
import { ProjectPath } from '../projects/schema.ts'
import { FileChange, MAX_WRITTEN_BYTES, NewCommit } from '../repositories/writing/schema.ts'

/** Wire shapes of decisions.md §11, drafts: what the caller has written on a branch and not committed yet. */
export const MAX_DRAFT_FILES = 200
/** Of all drafts of one person in one project. */
export const MAX_DRAFT_BYTES = 32 * 1024 * 1024

const Instant = Type.String({ format: 'date-time' })
const BranchText = Type.String({ examples: ['main'] })
const FilePath = Type.String({ minLength: 1, maxLength: 1_000, examples: ['orders/load-orders.orch.yaml'] })
const Base = Type.String({ description: 'The commit that the draft of the file was made on' })

const summary = {
  branch: BranchText,
  fileCount: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  updatedAt: Instant,
}
export const DraftSummary = Type.Object(summary)
export const DraftPage = pageOf(DraftSummary)
export const DraftedFile = Type.Object({
  path: FilePath,
  deleted: Type.Boolean({ description: 'The file is to be deleted' }),
  bytes: Type.Integer({ minimum: 0 }),
  baseCommit: Type.Optional(Base),
  updatedAt: Instant,
})
export const Draft = Type.Object({ ...summary, files: Type.Array(DraftedFile) })
export const DraftFile = Type.Object({
  ...DraftedFile.properties,
  encoding: Type.Optional(Type.Enum(['utf-8', 'base64'])),
  content: Type.Optional(Type.String({ description: 'Absent when the file is to be deleted' })),
})
export const PutDraftFile = Type.Object(
  {
    path: FilePath,
    content: Type.Union([Type.String(), Type.Null()], {
      description: `At most ${MAX_WRITTEN_BYTES / 1024 / 1024} MiB; null: the file is to be deleted`,
    }),
    encoding: FileChange.properties.encoding,
    baseCommit: Type.Optional(
      Type.Union([{ ...NewCommit.properties.baseCommit, description: 'A commit' }, Type.Null()], {
        description:
          'null: none, the file is new; without this property the one that the draft has, in a new draft none',
      }),
    ),
  },
  { additionalProperties: false },
)
export const NewDraftCommit = Type.Object(
  { message: NewCommit.properties.message },
  { additionalProperties: false },
)

export const DraftPath = Type.Object({
  ...ProjectPath.properties,
  branchName: Type.String({ minLength: 1, maxLength: 250, description: 'With slashes as %2F' }),
})
export const DraftFileQuery = Type.Object({ path: FilePath })

export type Draft = Static<typeof Draft>
export type DraftSummary = Static<typeof DraftSummary>
export type DraftFile = Static<typeof DraftFile>
export type PutDraftFile = Static<typeof PutDraftFile>
