import type { ServerResponse } from 'node:http'
import { sendJson, startWire } from './wire.ts'

/** A REST API of numbered rows on loopback, whose pages a test can hold back. */
export interface PagedApi {
  readonly url: string
  /** All rows of all pages: their ids are 0 to `rows` - 1. */
  readonly rows: number
  /** How often a page, from 1, was asked for. */
  asked(page: number): number
  hold(page: number): void
  release(page: number): void
  /** Forgets what was asked. */
  reset(): void
  close(): Promise<void>
}

/** Rows are wide, so that every page is more than one statement of a load. */
export async function startPagedApi(pages: number, rowsPerPage: number): Promise<PagedApi> {
  const counts = new Map<number, number>()
  const held = new Map<number, (() => void)[]>()
  const wide = 'x'.repeat(200)

  function answer(page: number, response: ServerResponse): void {
    const first = (page - 1) * rowsPerPage
    const ids = page > pages ? [] : Array.from({ length: rowsPerPage }, (_, index) => first + index)
    sendJson(response, { items: ids.map((id) => ({ id, wide })) })
  }

  const wire = await startWire(({ query }, response) => {
    const page = Number(query.get('page'))
    counts.set(page, (counts.get(page) ?? 0) + 1)
    const waiting = held.get(page)
    if (waiting === undefined) answer(page, response)
    else waiting.push(() => answer(page, response))
  })
  return {
    url: `${wire.origin}/rows`,
    rows: pages * rowsPerPage,
    asked: (page) => counts.get(page) ?? 0,
    hold: (page) => held.set(page, held.get(page) ?? []),
    release(page) {
      const waiting = held.get(page) ?? []
      held.delete(page)
      for (const go of waiting) go()
    },
    reset: () => counts.clear(),
    close: () => wire.close(),
  }
}
