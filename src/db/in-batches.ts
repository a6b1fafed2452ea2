/** Rows that one statement deletes: each commits long before it would be cancelled for taking too long. */
const ROWS_AT_ONCE = 10_000

/**
 * Runs a statement that affects at most `limit` rows until it affects fewer. What one run did stays when a
 * later one fails.
 */
export async function inBatches(
  run: (limit: number) => Promise<{ readonly numAffectedRows?: bigint | undefined }>,
  limit = ROWS_AT_ONCE,
): Promise<void> {
  while (Number((await run(limit)).numAffectedRows ?? 0) === limit);
}
