import { availableParallelism } from 'node:os'
import type { ArtifactFile, CheckFiles } from '../../features/artifacts/service.ts'
import type { PlannedAssets, PlanVersion } from '../../features/lineage/access.ts'
import {
  type Analyse,
  type Analyses,
  type Analysis,
  createAnalyses,
  type Drawing,
  type DrawPipeline,
  sharedCallsIn,
  versionKey,
} from '../../features/pipelines/service.ts'
import type { ReviewFiles } from '../../features/reviews/access.ts'
import type { SharedFiles, ShareFiles } from '../../features/shared-pipelines/service.ts'
import { Problem } from '../../lib/problem.ts'
import {
  createWorkerPool,
  type WorkerPool,
  type WorkerPoolOptions,
  WorkLimitError,
} from '../../lib/worker-pool.ts'
import type { Fault, Pipeline } from '../../pipeline/model.ts'
import type { ParsePipeline } from '../../pipeline/parse.ts'
import type { CutPart, CutPipeline, PipelinePart } from '../../pipeline/part.ts'
import type { Review } from '../../pipeline/review/review.ts'
import { isRulesFile } from '../../pipeline/review/rules-file-paths.ts'
import { isSharedPipelinesFile } from '../../pipeline/shared/config-paths.ts'
import { testFilesOf } from '../../pipeline/tests/validate.ts'
import { pipelineFilesOf, type ValidationFacts } from '../../pipeline/validate.ts'
import type { VersionPlan } from './planned-assets.ts'
import { statedDatabase } from './stated-database.ts'

/** What the threads of `pipeline-worker.ts` are asked for. */
export type PipelineWork =
  | {
      readonly kind: 'validate' | 'review' | 'share'
      readonly files: readonly ArtifactFile[]
      readonly facts: ValidationFacts
    }
  | { readonly kind: 'plan'; readonly version: VersionPlan }
  | { readonly kind: 'parse' | 'draw'; readonly path: string; readonly text: string }
  | { readonly kind: 'cut'; readonly path: string; readonly text: string; readonly part: PipelinePart }

export type PipelineWorkResult =
  | { readonly kind: 'analysed'; readonly analysis: Analysis; readonly characters: number }
  | { readonly kind: 'shared'; readonly shared: SharedFiles }
  | { readonly kind: 'reviewed'; readonly review: Review }
  | { readonly kind: 'planned'; readonly planned: readonly PlannedAssets[] }
  | { readonly kind: 'cut'; readonly cut: CutPipeline }
  | { readonly kind: 'parsed'; readonly pipeline: Pipeline | undefined }
  | { readonly kind: 'drawn'; readonly drawing: Drawing | undefined }

/** All that an API process does with the text of pipeline files. */
export interface PipelineFiles {
  readonly checkFiles: CheckFiles
  readonly reviewFiles: ReviewFiles
  readonly shareFiles: ShareFiles
  /** Knows every version that was published after `checkFiles` without validating it once more. */
  readonly analyses: Analyses
  /** In a thread of its own, so that nobody who publishes waits for it. */
  readonly planVersion: PlanVersion
  readonly parsePipeline: ParsePipeline
  readonly drawPipeline: DrawPipeline
  readonly cutPart: CutPart
}

/** Enough for a version of 64 MiB; a file that needs more than its share is named. */
const limits = { memoryMiB: 1_024, stepMs: 5_000, workMs: 120_000, maxQueued: 32 }
const THREADS = availableParallelism() > 2 ? 2 : 1

type Pool = WorkerPool<PipelineWork, PipelineWorkResult>

const poolOf = (options: Partial<WorkerPoolOptions>): Pool =>
  createWorkerPool({
    entry: new URL('./pipeline-worker.ts', import.meta.url),
    size: THREADS,
    ...limits,
    ...options,
  })

/**
 * Reads and validates pipeline files in threads, so that no file keeps the process from its other work. Make
 * it once: everything shares its threads. Single files have a thread of their own, so that they do not wait
 * behind projects. A file beyond the limits of time or memory is a `payload-too-large` Problem.
 */
export function createPipelineFiles(options: Partial<WorkerPoolOptions> = {}): PipelineFiles {
  const projects = poolOf(options)
  const single = poolOf({ size: 1, ...options })
  const plans = poolOf({ size: 1, ...options })
  const analyse = analyseIn(projects)
  const analyses = createAnalyses(analyse)

  const checkFiles: CheckFiles = async (files, facts) => {
    const analysed = await analyse(async () => files, facts)
    return {
      faults: faultsOf(analysed.analysis),
      sharedCalls: sharedCallsIn(analysed.analysis),
      publishedAs: (artifactId) => analyses.remember({ key: versionKey(artifactId), facts }, analysed),
    }
  }

  async function one(work: Extract<PipelineWork, { readonly path: string }>): Promise<PipelineWorkResult> {
    return single.run(async () => work).catch((error: unknown) => beyond(error, work.path))
  }

  return {
    checkFiles,
    reviewFiles: reviewIn(projects),
    shareFiles: shareIn(projects),
    analyses,
    planVersion: planIn(plans),
    async parsePipeline(path, text) {
      const result = await one({ kind: 'parse', path, text })
      return result.kind === 'parsed' ? result.pipeline : undefined
    },
    async drawPipeline(path, text) {
      const result = await one({ kind: 'draw', path, text })
      return result.kind === 'drawn' ? result.drawing : undefined
    },
    async cutPart(path, text, part) {
      const result = await one({ kind: 'cut', path, text, part })
      if (result.kind !== 'cut') throw new Error(`A thread answered ${result.kind}`)
      return result.cut
    },
  }
}

const analyseIn =
  (projects: Pool): Analyse =>
  async (read, facts) => {
    const result = await wholeProject(projects, 'validate', read, facts)
    if (result.kind !== 'analysed') throw new Error(`A thread answered ${result.kind}`)
    return result
  }

const reviewIn =
  (projects: Pool): ReviewFiles =>
  async (read, facts) => {
    const result = await wholeProject(projects, 'review', read, facts)
    if (result.kind !== 'reviewed') throw new Error(`A thread answered ${result.kind}`)
    return result.review
  }

const shareIn =
  (projects: Pool): ShareFiles =>
  async (files, warehouse) => {
    const result = await wholeProject(projects, 'share', async () => files, { warehouse })
    if (result.kind !== 'shared') throw new Error(`A thread answered ${result.kind}`)
    return result.shared
  }

const planIn =
  (plans: Pool): PlanVersion =>
  async ({ connection, ...version }) => {
    const { projectId: project, environmentName: environment } = version
    const database = await statedDatabase(connection, { project, environment })
    const { files } = version
    const result = await plans
      .run(async () => ({ kind: 'plan', version: { ...version, database } }))
      .catch((error: unknown) => {
        const done = error instanceof WorkLimitError ? error.done : 0
        return beyond(error, pipelineFilesOf(files)[done]?.path ?? 'The version')
      })
    if (result.kind !== 'planned') throw new Error(`A thread answered ${result.kind}`)
    return result.planned
  }

/** Work on all pipelines of a project; a file that takes too much is named in the Problem. */
async function wholeProject(
  projects: Pool,
  kind: 'validate' | 'review' | 'share',
  read: () => Promise<readonly ArtifactFile[]>,
  facts: ValidationFacts,
): Promise<PipelineWorkResult> {
  let pipelines: readonly ArtifactFile[] = []
  let tests: readonly ArtifactFile[] = []
  const work = async (): Promise<PipelineWork> => {
    const files = await read()
    pipelines = pipelineFilesOf(files)
    if (kind === 'validate') return { kind, files: pipelines, facts }
    if (kind === 'share')
      return {
        kind,
        files: [...pipelines, ...files.filter(({ path }) => isSharedPipelinesFile(path))],
        facts,
      }
    tests = testFilesOf(files)
    const rules = files.filter(({ path }) => isRulesFile(path))
    return { kind, files: [...pipelines, ...tests, ...rules], facts }
  }
  return projects.run(work, facts.project).catch((error: unknown) => {
    const done = error instanceof WorkLimitError ? error.done : 0
    const at = (done - tests.length) % Math.max(1, pipelines.length)
    return beyond(error, (tests[done] ?? pipelines[at])?.path ?? 'The pipelines')
  })
}

function beyond(error: unknown, path: string): never {
  if (!(error instanceof WorkLimitError)) throw error
  const { stepMs, memoryMiB } = limits
  const needed =
    error.limit === 'time' ? `${stepMs / 1_000} s of processor time` : `${memoryMiB} MiB of memory`
  throw new Problem(
    'payload-too-large',
    `${path}: reading and validating it takes more than ${needed}; split it into several pipelines`,
    { cause: error },
  )
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** In order of file and line. */
const faultsOf = (analysis: Analysis): Fault[] =>
  analysis.flatMap(({ faults }) => faults).sort((a, b) => compareText(a.file, b.file) || a.line - b.line)
