import { LRUCache } from 'lru-cache'
import type { Validation } from '../../pipeline/validate.ts'
import type { Validator } from '../../pipeline/validator.ts'
import type { ArtifactFile } from '../artifacts/service.ts'
import { type Analysis, analysisOf } from './rules.ts'

/** Which pipelines: those of one commit or version, which never change. */
export interface SourceKey {
  /** The same for the same files of the same project. */
  readonly key: string
  readonly warehouse: string
}

export interface Source extends SourceKey {
  /** Every pipeline file, or the one at `path`. */
  readonly read: (path?: string) => Promise<readonly ArtifactFile[]>
}

export interface Analyses {
  of(source: Source): Promise<Analysis>
  /** Keeps what somebody found out already. */
  remember(source: SourceKey, validation: Validation): Analysis
}

/** How a published version is called among the places. */
export const versionKey = (artifactId: string): string => `artifact ${artifactId}`

/** As many characters of JSON: some hundred commits of a large project without many faults. */
const MAX_REMEMBERED_CHARACTERS = 16 * 1024 * 1024

/**
 * What validation says of whole projects, remembered for what was looked at lately. Faults of one file depend on all
 * others (names given twice, calls, rings), so all are validated, once.
 */
export function createAnalyses(validate: Validator): Analyses {
  const remembered = new LRUCache<string, Analysis>({ maxSize: MAX_REMEMBERED_CHARACTERS })
  const inFlight = new Map<string, Promise<Analysis>>()

  async function analyse(source: Source): Promise<Analysis> {
    const read = async () => (await source.read()).map(({ path, content }) => ({ path, text: content }))
    return remember(source, await validate(read, source.warehouse))
  }

  function remember(source: SourceKey, validation: Validation): Analysis {
    const json = JSON.stringify(analysisOf(validation))
    // Through JSON, for texts cut from a file would keep all of it in memory.
    const analysis = JSON.parse(json) as Analysis
    remembered.set(keyOf(source), analysis, { size: json.length })
    return analysis
  }

  async function of(source: Source): Promise<Analysis> {
    const key = keyOf(source)
    const known = remembered.get(key) ?? inFlight.get(key)
    if (known !== undefined) return known
    const analysing = analyse(source).finally(() => inFlight.delete(key))
    inFlight.set(key, analysing)
    return analysing
  }

  return { of, remember }
}

const keyOf = ({ key, warehouse }: SourceKey): string => `${key} ${warehouse}`
