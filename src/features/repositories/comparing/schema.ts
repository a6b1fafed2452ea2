import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../../http/page.ts'

/** Wire shapes of what differs between two commits, or drafts. */
export const MAX_DIFF_CHARACTERS = 64 * 1024

const Side = Type.String({
  description:
    'Full id of the commit. For a draft: the commit that it is based on; absent if the branch has no commit yet',
})
const Ref = (description: string) =>
  Type.String({ minLength: 1, maxLength: 250, description, examples: ['main'] })

export const DiffQuery = Type.Object({
  ...PageQuery.properties,
  from: Type.Optional(Ref('Branch, tag or commit that is compared with')),
  fromDraft: Type.Optional(Ref("Instead of from: the branch of the caller's draft that is compared with")),
  to: Type.Optional(Ref('Branch, tag or commit that is compared')),
  toDraft: Type.Optional(Ref("Instead of to: the branch of the caller's draft that is compared")),
})

const Names = Type.Array(Type.String())
export const ComponentDiff = Type.Object(
  { added: Names, changed: Names, removed: Names },
  {
    description:
      'Changes of a pipeline by component name. The positions of components in the file do not matter',
  },
)
export const FileDiff = Type.Object({
  path: Type.String(),
  change: Type.Enum(['ADDED', 'MODIFIED', 'REMOVED']),
  diff: Type.Optional(
    Type.String({
      description: `Unified, at most ${MAX_DIFF_CHARACTERS} characters; absent when the files of the page differ in too much`,
    }),
  ),
  diffTruncated: Type.Boolean(),
  components: Type.Optional(ComponentDiff),
})
export const RepositoryDiff = Type.Object({
  fromCommit: Type.Optional(Side),
  toCommit: Type.Optional(Side),
  ...pageOf(FileDiff).properties,
})

export type DiffQuery = Static<typeof DiffQuery>
