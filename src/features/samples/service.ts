import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { SessionId } from '../../lib/ids.ts'
import { badRequest, notFoundIn, Problem } from '../../lib/problem.ts'
import { pipelineReference } from '../../pipeline/names.ts'
import type { FromRunner } from '../../protocol/messages.ts'
import { findPublishedPipeline, readPipelineFile } from '../artifacts/service.ts'
import { type EnteredEnvironment, enterEnvironment } from '../environments/access.ts'
import { refuseUnpublished } from '../executions/service.ts'
import { enterProject } from '../projects/access.ts'
import { createRunnerRequests } from '../runner-requests/service.ts'
import { createAsking, running, sampleRequests } from './asking.ts'
import { DEFAULT_ROWS, type NewSample, type Sample } from './schema.ts'
import { takeSamples } from './store.ts'

/** A pipeline's file, and what takes the place of its version's name. */
export interface FoundFile {
  readonly path: string
  readonly content: string
  readonly versionName: string
}

/**
 * The file of a pipeline at a branch or commit, or in a draft of the caller; undefined when there is none.
 */
export type FindUnpublishedFile = (
  caller: Caller,
  projectId: string,
  wanted: {
    readonly ref: string | undefined
    readonly draft: string | undefined
    readonly pipelineName: string
  },
) => Promise<FoundFile | undefined>

/** What a runner answered; its component has another name on the wire. */
export type SampleAnswer = Omit<Extract<FromRunner, { kind: 'sampled' }>, 'kind' | 'sample'>

/** A file has to fit into one message to the runner. */
const MAX_FILE_CHARACTERS = 2 * 1024 * 1024

/** Use cases of decisions.md §8, samples: rows and columns of components of transformations. */
export function createSamples(db: Db, findUnpublished: FindUnpublishedFile) {
  const requests = createRunnerRequests<SampleAnswer>(db, sampleRequests)
  const asked = createAsking(db)

  /** The first rows of a component. What is wrong with the pipeline or the database is an answer too. */
  async function take(
    caller: Caller,
    projectId: string,
    wanted: NewSample,
    signal: AbortSignal,
  ): Promise<Sample> {
    const startedAt = performance.now()
    const grant = await enterEnvironment(db, caller, projectId, wanted.environmentName, running)
    const { path, content, versionName } = await findFile(grant, wanted)
    const { facts, ...target } = await asked.target(grant)
    const {
      scalarVariables = {},
      gridVariables = {},
      limit = DEFAULT_ROWS,
      componentName: component,
    } = wanted
    const { projectVariables } = facts
    const question = {
      environment: grant.environmentName,
      connection: await asked.connection(grant, facts),
      versionName,
      path,
      content,
      component,
      projectVariables,
      scalarVariables,
      gridVariables,
      limit,
    }
    const answer = await requests.ask({
      ...target,
      question,
      tooMany: 'Too many samples are being taken in this project',
      signal,
    })
    if (!('unanswered' in answer)) return shownAnswer(answer)
    return { ok: false, message: answer.unanswered, latencyMs: Math.round(performance.now() - startedAt) }
  }

  async function findFile(
    grant: EnteredEnvironment<'executions:run'>,
    { pipelineName: given, versionName, ref, draft }: NewSample,
  ): Promise<FoundFile> {
    const pipelineName = pipelineReference(given)
    if ([versionName, ref, draft].filter((one) => one !== undefined).length > 1)
      throw badRequest(['body must have only one of versionName, ref and draft'])
    const isPublished = ref === undefined && draft === undefined
    if (!isPublished) {
      await enterProject(db, grant.caller, grant.projectId, 'artifacts:publish')
      refuseUnpublished(grant)
    }
    const found = isPublished
      ? await publishedFile(db, grant, versionName, pipelineName)
      : await findUnpublished(grant.caller, grant.projectId, { ref, draft, pipelineName })
    if (found === undefined)
      throw notFoundIn(
        'Pipeline',
        pipelineName,
        ref ?? (draft === undefined ? 'the version' : `the draft of ${draft}`),
      )
    if (found.content.length <= MAX_FILE_CHARACTERS) return found
    throw new Problem('payload-too-large', `${found.path} is too large to be sampled`)
  }

  return {
    take,
    onSampled: requests.onAnswered,
    /** Those of SAMPLE_CHANNEL that these sessions are to answer. */
    takeWaiting: (id: string, sessionIds: readonly SessionId[]) => takeSamples(db, id, sessionIds),
    placeOf: requests.placeOf,
    answered: requests.answered,
  }
}

export type Samples = ReturnType<typeof createSamples>

const shownAnswer = ({ component, ...answer }: SampleAnswer): Sample => ({
  ...answer,
  ...(component !== undefined && { componentName: component }),
})

/** Throws `not-found` without such a version, `gone` when it is disabled. */
async function publishedFile(
  db: Db,
  { environmentId, environmentName }: EnteredEnvironment<'executions:run'>,
  wantedVersion: string | undefined,
  pipelineName: string,
): Promise<FoundFile | undefined> {
  const found = await findPublishedPipeline(db, environmentId, wantedVersion, pipelineName)
  if (!('none' in found)) {
    const file = await readPipelineFile(db, found.artifactId, pipelineName)
    return file && { ...file, versionName: found.versionName }
  }
  const { none, versionName } = found
  if (none === 'enabled')
    throw new Problem(
      'gone',
      `The version ${versionName} in ${environmentName} is disabled; sample another one`,
    )
  if (none === 'pipeline') throw notFoundIn('Pipeline', pipelineName, `the version ${versionName}`)
  throw versionName === undefined
    ? new Problem('not-found', `Nothing is published in ${environmentName} yet; publish a version first`)
    : notFoundIn('Version', versionName, environmentName)
}
