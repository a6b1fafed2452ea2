import type { Exclusively } from './exclusively.ts'
import { Problem } from './problem.ts'

/** Does `work`, unless another server is at it: that one goes on until nothing waits. */
export async function onOneServer(
  exclusively: Exclusively,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  await exclusively(key, work).catch((error: unknown) => {
    if (!(error instanceof Problem && error.kind === 'service-unavailable')) throw error
  })
}
