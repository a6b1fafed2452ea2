import Type, { type Static } from 'typebox'
import { PipelineDetailsQuery } from '../schema.ts'

/** Wire shapes of which pipelines run each other. */
export const MAX_LISTED_CALLS = 1_000

export const PipelineCallsQuery = Type.Object({
  ...PipelineDetailsQuery.properties,
  draft: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 250,
      description:
        "Branch of the repository: its newest commit, with the files of the caller's draft in place of its own",
    }),
  ),
})

const PipelineType = Type.Enum(['orchestration', 'transformation'])
const call = {
  component: Type.String({ description: 'The component that runs the pipeline' }),
  line: Type.Integer({ minimum: 1, description: 'Line of that component in its file' }),
  skipped: Type.Boolean(),
  reference: Type.String({ description: 'The reference as the file writes it' }),
  repeatedBy: Type.Optional(Type.String({ description: 'The iterator or retry that repeats the component' })),
  state: Type.Enum(['KNOWN', 'UNKNOWN', 'WRONG_KIND', 'DECIDED_WHILE_RUNNING'], {
    description:
      'UNKNOWN: there is no pipeline of this name. WRONG_KIND: it is of the other kind, and the component fails. ' +
      'DECIDED_WHILE_RUNNING: variables are part of the name',
  }),
}
export const Callee = Type.Object({
  ...call,
  pipelineType: Type.Enum(['orchestration', 'transformation'], {
    description: 'The type of pipeline that the component runs',
  }),
  pipelineName: Type.Optional(Type.String({ description: 'Absent when it is decided while running' })),
  path: Type.Optional(Type.String({ description: 'Path of its file, if there is one' })),
})
export const PipelineCaller = Type.Object({
  ...call,
  pipelineName: Type.String({ description: 'Name of the pipeline that contains the component' }),
  path: Type.String(),
  pipelineType: PipelineType,
})
export const SharedCallee = Type.Object({
  component: Type.String({ description: 'The component that runs the shared pipeline' }),
  line: Type.Integer({ minimum: 1 }),
  skipped: Type.Boolean(),
  reference: Type.String({ description: 'The reference as the file writes it' }),
  repeatedBy: Type.Optional(Type.String()),
  statedVersion: Type.Optional(Type.String({ description: 'Absent for the newest version' })),
  versionName: Type.Optional(
    Type.String({ description: 'The version that the component runs now, if it can be run' }),
  ),
  newestVersionName: Type.Optional(Type.String({ description: 'The newest version that is enabled' })),
  state: Type.Enum(['KNOWN', 'UNKNOWN', 'DECIDED_WHILE_RUNNING']),
  fault: Type.Optional(Type.String({ description: 'Why it cannot be run, and what to do' })),
})
export const PipelineCalls = Type.Object({
  name: Type.String(),
  path: Type.String(),
  pipelineType: PipelineType,
  commitHash: Type.Optional(
    Type.String({ description: 'The commit read; absent for a version, and for a draft of a new branch' }),
  ),
  versionName: Type.Optional(Type.String()),
  callees: Type.Array(Callee, {
    description: `The pipelines that it runs, in the order of the file; at most ${MAX_LISTED_CALLS}`,
  }),
  calleeCount: Type.Integer({ minimum: 0 }),
  sharedCallees: Type.Array(SharedCallee, {
    description: `The shared pipelines that it runs, in the order of the file; at most ${MAX_LISTED_CALLS}`,
  }),
  callers: Type.Array(PipelineCaller, {
    description:
      'The pipelines that run it, by name; then those that may, because the name that they decide while running can ' +
      `become this one. At most ${MAX_LISTED_CALLS}`,
  }),
  callerCount: Type.Integer({ minimum: 0 }),
})

export type PipelineCallsQuery = Static<typeof PipelineCallsQuery>
export type PipelineCalls = Static<typeof PipelineCalls>
export type Callee = Static<typeof Callee>
export type SharedCallee = Static<typeof SharedCallee>
export type PipelineCaller = Static<typeof PipelineCaller>
