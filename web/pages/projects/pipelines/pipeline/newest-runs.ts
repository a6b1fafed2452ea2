import type { Execution } from '../../../../components/executions/shapes.ts'

export interface RunsPage {
  readonly results: readonly Execution[]
  /** The token of the next page; absent on the last one. */
  readonly more?: string
}

/** Executions of pipelines with longer names may be many: no more pages than this are read past them. */
const MAX_PAGES = 10

/**
 * The newest runs of the pipeline with exactly this name. The API finds all names that hold the text, so
 * pages are read until one has a run of this pipeline.
 */
export async function newestRuns(
  name: string,
  readPage: (token: string | undefined) => Promise<RunsPage>,
): Promise<readonly Execution[]> {
  let token: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { results, more } = await readPage(token)
    const own = results.filter(({ pipelineName }) => pipelineName === name)
    if (own.length > 0 || more === undefined) return own
    token = more
  }
  return []
}
