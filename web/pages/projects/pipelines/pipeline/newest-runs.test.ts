import { expect, test } from 'vitest'
import type { Execution } from '../../../../components/executions/shapes.ts'
import { newestRuns, type RunsPage } from './newest-runs.ts'

const runsOf = (...names: string[]) => names.map((pipelineName) => ({ pipelineName }) as Execution)

/** Pages whose tokens are their numbers, and which of them were read. */
function pagesOf(...pages: readonly (readonly Execution[])[]) {
  const read: number[] = []
  const readPage = async (token = '0'): Promise<RunsPage> => {
    const at = Number(token)
    read.push(at)
    return { results: pages[at]!, ...(at + 1 < pages.length && { more: String(at + 1) }) }
  }
  return { read, readPage }
}

test('runs of pipelines with longer names do not hide those of a pipeline', async () => {
  const { read, readPage } = pagesOf(
    runsOf('Load orders', 'Load orders'),
    runsOf('Load orders', 'Load'),
    runsOf('Load'),
  )
  expect(await newestRuns('Load', readPage)).toEqual(runsOf('Load'))
  expect(read).toEqual([0, 1])
})

test('a pipeline that never ran has none, and after ten pages without one nothing more is read', async () => {
  expect(await newestRuns('Load', pagesOf(runsOf('Load orders'), []).readPage)).toEqual([])
  const { read, readPage } = pagesOf(...Array.from({ length: 20 }, () => runsOf('Load orders')))
  expect(await newestRuns('Load', readPage)).toEqual([])
  expect(read).toHaveLength(10)
})
