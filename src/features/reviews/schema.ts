import Type, { type Static } from 'typebox'
import { WarehouseKind } from '../projects/schema.ts'

/** Wire shapes of decisions.md §22. */
const MAX_PATHS = 10_000

export const NewReview = Type.Object(
  {
    branchName: Type.String({
      minLength: 1,
      maxLength: 250,
      description: "Branch or tag of the project's repository",
      examples: ['main'],
    }),
    commitId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 250, description: 'The newest of the branch by default' }),
    ),
    dataWarehouseType: Type.Optional({
      ...WarehouseKind,
      description: 'The warehouse type of the project by default',
    }),
    filePaths: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), {
        maxItems: MAX_PATHS,
        description: 'Only findings in these files are returned; all by default',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Finding = Type.Object({
  rule: Type.String({ description: 'The id of a rule, or rules-file for what is wrong with the rules' }),
  severity: Type.Enum(['ERROR', 'WARNING']),
  message: Type.String(),
  component: Type.Optional(Type.String()),
  line: Type.Integer({ minimum: 1 }),
  file: Type.String({ description: 'Path in the repository' }),
  hint: Type.Optional(Type.String({ description: 'How to correct it' })),
})

export const Review = Type.Object({
  reviewStatus: Type.Enum(['PASSED', 'FAILED'], {
    description: 'FAILED when a finding has the severity ERROR',
  }),
  commitId: Type.String({ description: 'The commit that was reviewed' }),
  results: Type.Record(Type.String(), Type.Array(Finding), {
    description: 'Findings by the name of the pipeline; pipelines without findings have empty lists',
  }),
  excludedFiles: Type.Array(Type.String(), {
    description: 'Files that are no pipelines, or that the rules leave out',
  }),
})

export type NewReview = Static<typeof NewReview>
export type Finding = Static<typeof Finding>
export type Review = Static<typeof Review>
