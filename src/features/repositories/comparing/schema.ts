import Type from 'typebox'
import { PageQuery, pageOf } from '../../../http/page.ts'

/** Wire shapes of what differs between two commits. */
export const MAX_DIFF_CHARACTERS = 64 * 1024

const Hash = Type.String({ description: 'Full id of a commit' })
const Ref = (description: string) =>
  Type.String({ minLength: 1, maxLength: 250, description, examples: ['main'] })

export const DiffQuery = Type.Object({
  ...PageQuery.properties,
  from: Ref('Branch, tag or commit that is compared with'),
  to: Ref('Branch, tag or commit that is compared'),
})

const Names = Type.Array(Type.String())
export const ComponentDiff = Type.Object(
  { added: Names, changed: Names, removed: Names },
  { description: 'Of a pipeline: components by name. Where they stand in the file does not matter' },
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
  fromCommit: Hash,
  toCommit: Hash,
  ...pageOf(FileDiff).properties,
})
