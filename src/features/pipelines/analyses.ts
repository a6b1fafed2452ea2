import { LRUCache } from 'lru-cache'
import { revisionOf } from '../../http/conditional.ts'
import type { ValidationFacts } from '../../pipeline/validate.ts'
import type { ArtifactFile } from '../artifacts/service.ts'
import type { Analysis } from './rules.ts'

/** Which pipelines: those of one commit or version, which never change. */
export interface SourceKey {
  /** The same for the same files of the same project. */
  readonly key: string
  /** Where they run, and with which variables of the project. */
  readonly facts: ValidationFacts
}

export interface Source extends SourceKey {
  /** Every pipeline file, or the one at `path`. */
  readonly read: (path?: string) => Promise<readonly ArtifactFile[]>
}

export interface Analyses {
  of(source: Source): Promise<Analysis>
  /** Keeps what somebody found out already. */
  remember(source: SourceKey, analysed: Analysed): void
}

/** An analysis, and how long it is as JSON. */
export interface Analysed {
  readonly analysis: Analysis
  readonly characters: number
}

/** What validation says of the files that `read` gives, which is called once it is their turn. */
export type Analyse = (
  read: () => Promise<readonly ArtifactFile[]>,
  facts: ValidationFacts,
) => Promise<Analysed>

/** How a published version is called among the places. */
export const versionKey = (artifactId: string): string => `artifact ${artifactId}`

/** As many characters of JSON: some hundred commits of a large project without many faults. */
const MAX_REMEMBERED_CHARACTERS = 16 * 1024 * 1024

/**
 * What validation says of whole projects, remembered for what was looked at lately. Faults of one file depend
 * on all others (names given twice, calls, rings), so all are validated, once.
 */
export function createAnalyses(analyse: Analyse): Analyses {
  const remembered = new LRUCache<string, Analysis>({ maxSize: MAX_REMEMBERED_CHARACTERS })
  const inFlight = new Map<string, Promise<Analysis>>()

  function remember(source: SourceKey, { analysis, characters }: Analysed): void {
    remembered.set(keyOf(source), analysis, { size: Math.max(1, characters) })
  }

  async function analyseSource(source: Source): Promise<Analysis> {
    const analysed = await analyse(source.read, source.facts)
    remember(source, analysed)
    return analysed.analysis
  }

  async function of(source: Source): Promise<Analysis> {
    const key = keyOf(source)
    const known = remembered.get(key) ?? inFlight.get(key)
    if (known !== undefined) return known
    const analysing = analyseSource(source).finally(() => inFlight.delete(key))
    inFlight.set(key, analysing)
    return analysing
  }

  return { of, remember }
}

const keyOf = ({ key, facts: { warehouse, projectVariables } }: SourceKey): string =>
  `${key} ${warehouse} ${revisionOf([...(projectVariables ?? [])])}`
