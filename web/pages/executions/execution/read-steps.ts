import type { Step } from '../../../components/executions/shapes.ts'

/** Steps of an execution as far as they were read, in the order they started. */
export interface StepsRead {
  readonly steps: readonly Step[]
  /** How many there were when they were last read. */
  readonly total: number
  /** The last page that was read again because something on it had not ended. */
  readonly turn: number
}

export const PAGE_STEPS = 100
/** More are not kept in the browser; the API pages through all of them. */
export const MAX_STEPS = 20_000
const PAGES_AT_ONCE = 10

type FetchPage = (page: number) => Promise<{ readonly results: readonly Step[]; readonly total: number }>

export const nothingRead: StepsRead = { steps: [], total: 0, turn: -1 }

/**
 * Reads on: pages that hold steps that had not ended, in turn, and pages that are new. What has ended never
 * changes, so it is not read again, however long the execution is.
 */
export async function readOn(known: StepsRead, fetchPage: FetchPage): Promise<StepsRead> {
  const again = inTurn(openPages(known.steps), known.turn)
  const next = Math.floor(known.steps.length / PAGE_STEPS)
  const ahead = Math.max(1, Math.ceil(Math.min(known.total, MAX_STEPS) / PAGE_STEPS) - next)
  const fresh = Array.from({ length: Math.min(ahead, PAGES_AT_ONCE) }, (_, at) => next + at)
  const wanted = [...new Set([...again, ...fresh])].sort((a, b) => a - b)
  const pages = await Promise.all(wanted.map(async (page) => ({ page, ...(await fetchPage(page)) })))
  const steps = [...known.steps]
  for (const { page, results } of pages) {
    for (const [at, step] of results.entries()) steps[page * PAGE_STEPS + at] = step
  }
  return { steps, total: Math.max(...pages.map(({ total }) => total)), turn: again.at(-1) ?? -1 }
}

/** Whether there are steps that were not read yet. */
export const isBehind = ({ steps, total }: StepsRead): boolean => steps.length < Math.min(total, MAX_STEPS)

function openPages(steps: readonly Step[]): number[] {
  const pages = new Set<number>()
  for (const [at, { result }] of steps.entries()) {
    if (result === 'RUNNING') pages.add(Math.floor(at / PAGE_STEPS))
  }
  return [...pages]
}

/** So many at a time, beginning behind the last one of the time before. */
function inTurn(pages: readonly number[], turn: number): number[] {
  if (pages.length <= PAGES_AT_ONCE) return [...pages]
  const from = pages.findIndex((page) => page > turn)
  const start = from === -1 ? 0 : from
  return [...pages.slice(start), ...pages.slice(0, start)].slice(0, PAGES_AT_ONCE)
}
