import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { PageRequest } from '../../http/page.ts'
import { notFoundIn } from '../../lib/problem.ts'
import type { Fault } from '../../pipeline/model.ts'
import { fixCalls } from '../shared-pipelines/access.ts'
import type { Analyses } from './analyses.ts'
import { type Drawing, findPipeline, sharedCallsIn } from './rules.ts'
import {
  MAX_TEXT_CHARACTERS,
  type PipelineDetails,
  type PipelineDetailsQuery,
  type PipelinesQuery,
} from './schema.ts'
import type { FindSource } from './sources.ts'

export interface PipelineDependencies {
  readonly db: Db
  readonly find: FindSource
  readonly analyses: Analyses
  readonly drawPipeline: DrawPipeline
}

/** The drawing of one file; undefined when written out it would be too much. */
export type DrawPipeline = (path: string, text: string) => Promise<Drawing | undefined>

export { type Analyse, type Analyses, createAnalyses, versionKey } from './analyses.ts'
export { type Analysis, type Drawing, sharedCallsIn } from './rules.ts'

/**
 * Reading pipelines for those who draw them: of the project's repository, of a published version, or as one
 * ran.
 */
export function createPipelines({ db, find, analyses, drawPipeline }: PipelineDependencies) {
  async function list(caller: Caller, projectId: string, query: PipelinesQuery, page: PageRequest) {
    const analysis = await analyses.of(await find(caller, projectId, query))
    const shown = analysis.slice(page.offset, page.offset + page.size)
    return {
      page: page.page,
      results: shown.map(({ summary }) => summary),
      size: page.size,
      total: analysis.length,
    }
  }

  /** A file that cannot be read, or not be written out, has no components; its faults say why. */
  async function details(
    caller: Caller,
    projectId: string,
    query: PipelineDetailsQuery,
  ): Promise<PipelineDetails> {
    const source = await find(caller, projectId, query)
    const found = findPipeline(await analyses.of(source), query.name)
    const [file] = found === undefined ? [] : await source.read(found.summary.path)
    if (found === undefined || file === undefined) {
      throw notFoundIn('Pipeline', query.name, source.title)
    }
    const { name, path, pipelineType } = found.summary
    const drawing = await drawPipeline(path, file.content)
    const calls = sharedCallsIn([found])
    const { faults: ofShared } = calls.length === 0 ? { faults: [] } : await fixCalls(db, projectId, calls)
    const ofFile = [...ofShared, ...found.faults]
    const faults = drawing === undefined ? [tooLarge(path), ...ofFile] : ofFile
    return {
      name,
      path,
      pipelineType,
      ...source.stated,
      ...(drawing ?? { description: '', components: [], variables: [], notes: [], groups: [] }),
      faults: faults as PipelineDetails['faults'],
      text: file.content.slice(0, MAX_TEXT_CHARACTERS),
      textTruncated: file.content.length > MAX_TEXT_CHARACTERS,
    }
  }

  return { list, details }
}

export type Pipelines = ReturnType<typeof createPipelines>

const tooLarge = (file: string): Fault => ({
  severity: 'warning',
  file,
  line: 1,
  rule: 'drawing-too-large',
  message: 'The pipeline is too large to be shown: written out, its aliases repeat too much text',
  hint: 'Split it into several pipelines, or use fewer aliases',
})
