import type { Db } from '../../../db/database.ts'
import { textOf } from '../../../git/content.ts'
import { revisionFault } from '../../../git/refs.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest, notFoundIn } from '../../../lib/problem.ts'
import { pipelineNameOf } from '../../../pipeline/names.ts'
import type { ParsePipeline } from '../../../pipeline/parse.ts'
import { sharedCallsOf } from '../../../pipeline/shared/calls.ts'
import { enterProject } from '../../projects/access.ts'
import type { Reading } from '../../repositories/service.ts'
import { describeCalls } from '../../shared-pipelines/access.ts'
import { readValidationFacts } from '../../variables/access.ts'
import type { Analyses } from '../analyses.ts'
import { pipelineCallsOf } from '../rules.ts'
import { commitSource, type FindSource, type FoundSource } from '../sources.ts'
import { type CallIndex, calleesOf, callersOf, callIndexOf, type DraftedCalls, withDraft } from './rules.ts'
import { MAX_LISTED_CALLS, type PipelineCalls, type PipelineCallsQuery } from './schema.ts'

interface DraftedFile {
  readonly path: string
  /** Undefined: it is to be deleted. */
  readonly content: Buffer | undefined
  readonly baseCommit: string | undefined
}

export interface CallsDependencies {
  readonly db: Db
  readonly find: FindSource
  readonly reading: Pick<Reading, 'head'>
  /** The files of the caller's draft of a branch; none without one. */
  readonly readDraft: (caller: Caller, projectId: string, branch: string) => Promise<readonly DraftedFile[]>
  readonly analyses: Analyses
  readonly parsePipeline: ParsePipeline
}

interface Indexed {
  readonly index: CallIndex
  readonly title: string
  readonly stated: FoundSource['stated'] | Record<never, never>
}

/** Which pipelines run one, and which it runs. */
export function createCalls({ db, find, reading, readDraft, analyses, parsePipeline }: CallsDependencies) {
  async function get(caller: Caller, projectId: string, query: PipelineCallsQuery): Promise<PipelineCalls> {
    const { index, title, stated } = await indexed(caller, projectId, query)
    const pipeline = index.find(query.name)
    if (pipeline === undefined) throw notFoundIn('Pipeline', query.name, title)
    const { name, path, pipelineType } = pipeline.summary
    const shared = pipeline.sharedCalls.slice(0, MAX_LISTED_CALLS)
    const [callees, callers] = [calleesOf(index, pipeline), callersOf(index, pipeline)]
    return {
      name,
      path,
      pipelineType,
      ...stated,
      callees: callees.slice(0, MAX_LISTED_CALLS),
      calleeCount: callees.length,
      sharedCallees: await describeCalls(db, projectId, shared),
      callers: callers.slice(0, MAX_LISTED_CALLS),
      callerCount: callers.length,
    }
  }

  async function indexed(
    caller: Caller,
    projectId: string,
    { draft, ...query }: PipelineCallsQuery,
  ): Promise<Indexed> {
    if (draft !== undefined) return inDraft(caller, projectId, draft, query)
    const source = await find(caller, projectId, query)
    return { ...source, index: callIndexOf(await analyses.of(source)) }
  }

  /** Keeps the index of the branch's newest commit, and reads only the files of the draft. */
  async function inDraft(
    caller: Caller,
    projectId: string,
    draft: string,
    others: Omit<PipelineCallsQuery, 'draft' | 'name'>,
  ): Promise<Indexed> {
    const grant = await enterProject(db, caller, projectId, 'repository:read')
    refuseOthers(draft, others)
    const files = await readDraft(caller, projectId, draft)
    const made = files.find(({ baseCommit }) => baseCommit !== undefined)?.baseCommit
    const base = await reading.head(caller, projectId, draft, made)
    const facts = await readValidationFacts(db, grant)
    const analysis = base === undefined ? [] : await analyses.of(commitSource(projectId, base, facts))
    const drafted: DraftedCalls[] = []
    for (const file of files) if (pipelineNameOf(file.path) !== undefined) drafted.push(await callsIn(file))
    return {
      index: withDraft(callIndexOf(analysis), drafted),
      title: `the draft of ${draft}`,
      stated: base === undefined ? {} : { commitHash: base.commitHash },
    }
  }

  async function callsIn({ path, content }: DraftedFile): Promise<DraftedCalls> {
    if (content === undefined) return { path, calls: undefined, sharedCalls: [] }
    const text = textOf(content)
    // A file beyond the limits of reading runs nothing that could be shown; validation says why.
    const pipeline = text === undefined ? undefined : await parsePipeline(path, text).catch(() => undefined)
    return { path, calls: pipelineCallsOf(pipeline), sharedCalls: sharedCallsOf(pipeline) }
  }

  return { get }
}

export type Calls = ReturnType<typeof createCalls>

function refuseOthers(
  draft: string,
  { ref, environmentName, versionName, pipelineExecutionId }: Omit<PipelineCallsQuery, 'draft' | 'name'>,
): void {
  const fault = revisionFault(draft)
  if (fault !== undefined) throw badRequest([`query/draft ${fault}`])
  const others = [ref, environmentName, versionName, pipelineExecutionId]
  if (others.some((one) => one !== undefined))
    throw badRequest(['query/draft cannot be combined with ref, environmentName or pipelineExecutionId'])
}
