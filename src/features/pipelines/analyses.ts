import { LRUCache } from 'lru-cache'
import type { ComponentCatalog } from '../../pipeline/catalog.ts'
import { type Validation, validationSteps } from '../../pipeline/validate.ts'
import type { ArtifactFile } from '../artifacts/service.ts'
import { type Analysis, analysisOf } from './rules.ts'

/** The pipelines of one commit or version, which never change. */
export interface Source {
  /** The same for the same files of the same project. */
  readonly key: string
  readonly warehouse: string
  /** Every pipeline file, or the one at `path`. */
  readonly read: (path?: string) => Promise<readonly ArtifactFile[]>
}

export interface Analyses {
  of(source: Source): Promise<Analysis>
}

/** As many characters of JSON: some hundred commits of a large project without many faults. */
const MAX_REMEMBERED_CHARACTERS = 16 * 1024 * 1024
/** How long a validation holds the thread before others get it. */
const SLICE_MS = 5

/**
 * What validation says of whole projects, remembered for what was looked at lately. Faults of one file depend on all
 * others (names given twice, calls, rings), so all are validated, once, in slices that leave the thread to others.
 * One project at a time: two at once would hold the thread twice as long, and twice the files in memory.
 */
export function createAnalyses(catalog: ComponentCatalog): Analyses {
  const remembered = new LRUCache<string, Analysis>({ maxSize: MAX_REMEMBERED_CHARACTERS })
  const inHand = new Map<string, Promise<Analysis>>()
  let last: Promise<unknown> = Promise.resolve()

  async function analyse({ read, warehouse }: Source, key: string): Promise<Analysis> {
    const files = (await read()).map(({ path, content }) => ({ path, text: content }))
    const json = JSON.stringify(analysisOf(await inSlices(validationSteps(files, catalog, { warehouse }))))
    // Through JSON, for texts cut from a file would keep all of it in memory.
    const analysis = JSON.parse(json) as Analysis
    remembered.set(key, analysis, { size: json.length })
    return analysis
  }

  async function of(source: Source): Promise<Analysis> {
    const key = `${source.key} ${source.warehouse}`
    const known = remembered.get(key) ?? inHand.get(key)
    if (known !== undefined) return known
    const analysing = last.then(() => analyse(source, key)).finally(() => inHand.delete(key))
    inHand.set(key, analysing)
    last = analysing.catch(() => undefined)
    return analysing
  }

  return { of }
}

async function inSlices(steps: Generator<undefined, Validation>): Promise<Validation> {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - since < SLICE_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}
