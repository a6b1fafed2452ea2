import { isCancelled, isDataError } from './errors.ts'

/**
 * Does `work` with all items together. What the database refuses because of its data, or does not finish in
 * time, is done with each half of the items, and so on: one that is refused alone is handed to `setAside`,
 * and delays the others no longer. Any other failure may pass, and is thrown.
 */
export async function inHalves<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
  setAside: (item: T, error: unknown) => Promise<void>,
): Promise<void> {
  if (items.length === 0) return
  try {
    return await work(items)
  } catch (error) {
    const isAlone = items.length === 1
    if (!isDataError(error) && (isAlone || !isCancelled(error))) throw error
    if (isAlone) return await setAside(items[0]!, error)
  }
  const half = items.length / 2
  await inHalves(items.slice(0, half), work, setAside)
  await inHalves(items.slice(half), work, setAside)
}
