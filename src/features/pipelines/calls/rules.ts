import { canBecome } from '../../../pipeline/calls.ts'
import { pipelineNameOf, pipelineReference } from '../../../pipeline/names.ts'
import type { SharedCall } from '../../../pipeline/shared/calls.ts'
import type { Analysis, PipelineCall } from '../rules.ts'
import type { PipelineSummary } from '../schema.ts'
import type { Callee, PipelineCaller } from './schema.ts'

/** A pipeline, as far as calls are concerned. */
export interface CallingPipeline {
  readonly summary: Pick<PipelineSummary, 'name' | 'path' | 'pipelineType'>
  readonly calls: readonly PipelineCall[]
  readonly sharedCalls: readonly SharedCall[]
}

interface CallFrom {
  readonly from: CallingPipeline['summary']
  readonly call: PipelineCall
}

/** Who runs whom among the pipelines of one commit or version: made once, asked often. */
export interface CallIndex {
  /** The pipeline that a name means; a path means that very file. */
  readonly find: (name: string) => CallingPipeline | undefined
  /** The calls that run the pipeline of a name. */
  readonly callersOf: (name: string) => readonly CallFrom[]
  /** Those whose target is decided while they run. */
  readonly undecided: readonly CallFrom[]
}

const indexes = new WeakMap<Analysis, CallIndex>()

/** The index of an analysis, which is kept for as long as the analysis is. */
export function callIndexOf(analysis: Analysis): CallIndex {
  const known = indexes.get(analysis)
  if (known !== undefined) return known
  const made = createIndex(analysis)
  indexes.set(analysis, made)
  return made
}

function createIndex(pipelines: readonly CallingPipeline[]): CallIndex {
  const byPath = new Map(pipelines.map((one) => [one.summary.path, one]))
  // Of two files with one name the first by its path is meant.
  const byName = new Map(pipelines.toReversed().map((one) => [one.summary.name, one]))
  const all = pipelines.flatMap(({ summary, calls }) => calls.map((call) => ({ from: summary, call })))
  const byTarget = Map.groupBy(all, ({ call }) => call.target)
  return {
    find: (name) => byPath.get(name) ?? byName.get(pipelineReference(name)),
    callersOf: (name) => byTarget.get(name) ?? [],
    undecided: byTarget.get(undefined) ?? [],
  }
}

/** A file of a draft: its calls, or undefined when it is deleted. */
export interface DraftedCalls {
  readonly path: string
  readonly calls: readonly PipelineCall[] | undefined
  readonly sharedCalls: readonly SharedCall[]
}

/** The index of a commit with the files of a draft in place of its own; it costs what the draft has. */
export function withDraft(base: CallIndex, drafted: readonly DraftedCalls[]): CallIndex {
  const paths = new Set(drafted.map(({ path }) => path))
  const own = drafted.flatMap(({ path, calls, sharedCalls }): CallingPipeline[] => {
    const identity = pipelineNameOf(path)
    if (identity === undefined || calls === undefined) return []
    return [{ summary: { name: identity.name, path, pipelineType: identity.kind }, calls, sharedCalls }]
  })
  const added = createIndex(own)
  const left = (calls: readonly CallFrom[]) => calls.filter(({ from }) => !paths.has(from.path))
  const findCommitted = (name: string) => {
    const found = base.find(name)
    return found === undefined || paths.has(found.summary.path) ? undefined : found
  }
  return {
    find: (name) => added.find(name) ?? findCommitted(name),
    callersOf: (name) => [...left(base.callersOf(name)), ...added.callersOf(name)],
    undecided: [...left(base.undecided), ...added.undecided],
  }
}

/** What a pipeline runs: each call, and what its name means among the pipelines of the source. */
export const calleesOf = (index: CallIndex, { calls }: CallingPipeline): Callee[] =>
  calls.map((call) => {
    const { target, ...stated } = call
    const found = target === undefined ? undefined : index.find(target)?.summary
    return {
      ...stated,
      state: stateOf(call, found),
      ...(target !== undefined && { pipelineName: found?.name ?? target }),
      ...(found !== undefined && { path: found.path }),
    }
  })

const stateOf = (
  { target, pipelineType }: PipelineCall,
  found: CallingPipeline['summary'] | undefined,
): Callee['state'] => {
  if (target === undefined) return 'DECIDED_WHILE_RUNNING'
  if (found === undefined) return 'UNKNOWN'
  return found.pipelineType === pipelineType ? 'KNOWN' : 'WRONG_KIND'
}

/**
 * The calls that run a pipeline by its name, then those whose name, decided while they run, can become it.
 */
export function callersOf(index: CallIndex, { summary }: CallingPipeline): PipelineCaller[] {
  const named = index.callersOf(summary.name).map((one) => callerOf(one, summary))
  const possible = index.undecided
    .filter(({ call }) => call.pipelineType === summary.pipelineType)
    .filter(({ call }) => canBecome(call.reference, summary.name))
    .map((one) => callerOf(one, summary))
  return [...named, ...possible]
}

function callerOf({ from, call }: CallFrom, called: CallingPipeline['summary']): PipelineCaller {
  const { component, line, skipped, reference, repeatedBy } = call
  return {
    pipelineName: from.name,
    path: from.path,
    pipelineType: from.pipelineType,
    component,
    line,
    skipped,
    reference,
    state: stateOf(call, called),
    ...(repeatedBy !== undefined && { repeatedBy }),
  }
}
