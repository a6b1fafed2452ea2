import type { PipelineSummary } from '../../../../components/pipelines/use-pipelines.ts'

/** A folder of the tree: its folders first, then its pipelines. */
export interface Folder {
  /** From the root, e.g. `Flights/Daily`. */
  readonly path: string
  readonly name: string
  readonly folders: readonly Folder[]
  readonly pipelines: readonly Leaf[]
}

export interface Leaf {
  /** The last part of the pipeline's name. */
  readonly label: string
  readonly summary: PipelineSummary
}

interface Growing {
  readonly folders: Map<string, Growing>
  readonly pipelines: Leaf[]
}

/** Pipelines by their folders, in the order of the list. Blanks in names stay: they are part of them. */
export function treeOf(summaries: readonly PipelineSummary[]): Folder {
  const root: Growing = { folders: new Map(), pipelines: [] }
  for (const summary of summaries) {
    const parts = summary.name.split('/')
    const label = parts.pop()!
    let at = root
    for (const part of parts) {
      const next = at.folders.get(part) ?? { folders: new Map(), pipelines: [] }
      at.folders.set(part, next)
      at = next
    }
    at.pipelines.push({ label, summary })
  }
  return grown('', '', root)
}

function grown(path: string, name: string, { folders, pipelines }: Growing): Folder {
  const below = [...folders].map(([part, folder]) =>
    grown(path === '' ? part : `${path}/${part}`, part, folder),
  )
  return { path, name, folders: below, pipelines }
}

/** The pipelines whose name holds every word that was written, whatever its case. */
export function found(summaries: readonly PipelineSummary[], written: string): readonly PipelineSummary[] {
  const words = written.toLowerCase().split(/\s+/).filter(Boolean)
  return summaries.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
}

/** How many pipelines a folder holds, at any depth. */
export const countOf = ({ folders, pipelines }: Folder): number =>
  folders.reduce((sum, folder) => sum + countOf(folder), pipelines.length)

/** Whether a folder holds a pipeline, at any depth. */
export const holds = (folder: Folder, pipelineName: string | undefined): boolean =>
  folder.path === '' || (pipelineName?.startsWith(`${folder.path}/`) ?? false)

/**
 * The pipeline that an address or a reference of a file means: by path, else by name with or without its
 * ending.
 */
export function meant(
  summaries: readonly PipelineSummary[],
  reference: string,
  pipelineType?: PipelineSummary['pipelineType'],
): PipelineSummary | undefined {
  const path = reference.replace(/^(?:\.?\/)+/, '')
  const name = path.replace(/\.(?:orch|tran)\.yaml$/, '')
  const named = summaries.filter((summary) => summary.name === name)
  return (
    summaries.find((summary) => summary.path === path) ??
    named.find((summary) => summary.pipelineType === pipelineType) ??
    (pipelineType === undefined ? named[0] : undefined)
  )
}
