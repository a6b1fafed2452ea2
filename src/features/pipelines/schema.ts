import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { FileFault } from '../artifacts/schema.ts'

/** Wire shapes of pipelines as drawings: what their files state (pipelines.md §1), read by the server. */
export const MAX_TEXT_CHARACTERS = 1024 * 1024
export const MAX_FAULTS_OF_FILE = 200

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })

/** A Git ref, an environment or an execution; the service says so when it is not exactly one. */
const source = {
  ref: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 250,
      description: "Branch, tag or commit of the project's repository. Either this or environmentName",
    }),
  ),
  environmentName: Type.Optional({
    ...Name,
    description: 'Where the version is published. Either this or ref',
  }),
  versionName: Type.Optional({
    ...Name,
    description: 'With environmentName; the newest version by default',
  }),
  pipelineExecutionId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The files that this execution ran with, of a version or of something unpublished',
    }),
  ),
}

export const PipelinesQuery = Type.Object({ ...PageQuery.properties, ...source })
export const PipelineDetailsQuery = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'Path in the repository without its ending; with it, that very file',
  }),
  ...source,
})

const summary = {
  name: Type.String({ description: 'Path in the repository without its ending' }),
  path: Type.String(),
  pipelineType: Type.Enum(['orchestration', 'transformation']),
}
export const PipelineSummary = Type.Object({
  ...summary,
  faultCount: Type.Object({
    errors: Type.Integer({ minimum: 0 }),
    warnings: Type.Integer({ minimum: 0 }),
  }),
  componentCount: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Absent when the file cannot be read' }),
  ),
})
export const PipelinePage = pageOf(PipelineSummary)

/** Open, so that every name is kept that a file states. */
const Json = (description: string) => Type.Object({}, { additionalProperties: true, description })
const Names = Type.Array(Type.String())
const Coordinate = Type.Number({ description: 'In pixels of the drawing' })

export const DrawnComponent = Type.Object({
  name: Type.String(),
  type: Type.String(),
  line: Type.Integer({ minimum: 1, description: 'Line of the name in the file' }),
  skipped: Type.Boolean(),
  parameters: Json('As the file has them'),
  transitions: Type.Object(
    {
      unconditional: Type.Optional(Names),
      success: Type.Optional(Names),
      failure: Type.Optional(Names),
      true: Type.Optional(Names),
      false: Type.Optional(Names),
    },
    { description: 'In an orchestration, the components that follow. They need not exist' },
  ),
  sources: Type.Array(Type.String(), {
    description: 'In a transformation, the components that it reads from. They need not exist',
  }),
  iterationTarget: Type.Optional(Type.String({ description: 'The component an iterator or retry repeats' })),
  postProcessing: Type.Optional(
    Type.Object({
      updateScalarVariables: Type.Array(Type.Array(Type.String()), {
        description: 'Rows of [variable, expression]',
      }),
      updateGridVariables: Type.Array(Type.Object({ variable: Type.String(), values: Type.Unknown() })),
      updateOutputMessage: Type.Optional(Type.String()),
    }),
  ),
  position: Type.Optional(
    Type.Object({ x: Coordinate, y: Coordinate }, { description: 'Absent when the file has none' }),
  ),
})

export const DeclaredVariable = Type.Object({
  name: Type.String(),
  type: Type.Enum(['TEXT', 'NUMBER', 'GRID']),
  scope: Type.Enum(['COPIED', 'SHARED']),
  visibility: Type.Enum(['PUBLIC', 'PRIVATE']),
  description: Type.String(),
  columns: Type.Array(Type.String(), { description: 'Columns of a GRID, in order; empty for scalars' }),
  defaultValue: Type.Union([Type.String(), Type.Number(), Type.Array(Type.Array(Type.String()))]),
})

export const DrawnNote = Type.Object({
  text: Type.String({ description: 'Markdown' }),
  x: Type.Optional(Coordinate),
  y: Type.Optional(Coordinate),
  width: Type.Optional(Coordinate),
  height: Type.Optional(Coordinate),
  theme: Type.Optional(Type.String({ description: 'A colour, such as yellow or light-blue' })),
})

export const DrawnGroup = Type.Object(
  {
    name: Type.String(),
    components: Type.Array(Type.String(), { minItems: 1, description: 'Their names' }),
  },
  { description: 'Components that are drawn inside one frame' },
)

export const PipelineDetails = Type.Object({
  ...summary,
  commitHash: Type.Optional(Type.String({ description: 'The commit read, when a ref was asked for' })),
  versionName: Type.Optional(
    Type.String({ description: 'The version read, when an environment was asked for' }),
  ),
  description: Type.String(),
  components: Type.Array(DrawnComponent, { description: 'In the order of the file; empty when unreadable' }),
  variables: Type.Array(DeclaredVariable),
  notes: Type.Array(DrawnNote),
  groups: Type.Array(DrawnGroup, { description: 'Frames around components of the file' }),
  faults: Type.Array(FileFault, {
    description: `Errors and warnings of validation in this file, at most ${MAX_FAULTS_OF_FILE}`,
  }),
  text: Type.String({ description: `The file, at most its first ${MAX_TEXT_CHARACTERS} characters` }),
  textTruncated: Type.Boolean(),
})

export type PipelinesQuery = Static<typeof PipelinesQuery>
export type PipelineDetailsQuery = Static<typeof PipelineDetailsQuery>
export type PipelineSummary = Static<typeof PipelineSummary>
export type PipelineDetails = Static<typeof PipelineDetails>
export type DrawnComponent = Static<typeof DrawnComponent>
export type DeclaredVariable = Static<typeof DeclaredVariable>
