/**
 * Does `work` with every item, `lanes` of them at a time. A failure ends its lane; when all lanes have ended,
 * the first failure is thrown.
 */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  async function lane(): Promise<void> {
    for (const item of left) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, lane))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
