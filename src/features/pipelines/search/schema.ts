import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../../http/page.ts'

/** Wire shapes of the search for pipelines in all projects. */
export const PipelineSearchQuery = Type.Object({
  ...PageQuery.properties,
  name: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '\\S',
    description: 'Part of the name of the pipeline or of its project, in any case',
  }),
})

export const PipelineMatch = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  projectName: Type.String(),
  name: Type.String({ description: 'Path in the repository without its ending' }),
  path: Type.String(),
  branch: Type.Optional(Type.String({ description: 'The default branch of the repository, which has it' })),
  environmentName: Type.Optional(
    Type.String({ description: 'Where it is published, in projects without a commit' }),
  ),
})
export const PipelineMatchPage = pageOf(PipelineMatch)

export type PipelineMatch = Static<typeof PipelineMatch>
