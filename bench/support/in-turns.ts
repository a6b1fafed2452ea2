/** Milliseconds of each of two, measured in turns so that what else the machine does meets both alike. */
export async function inTurns(
  one: () => Promise<number>,
  other: () => Promise<number>,
  times: number,
): Promise<readonly [ones: readonly number[], others: readonly number[]]> {
  const ones: number[] = []
  const others: number[] = []
  for (let turn = 0; turn < times; turn++) {
    ones.push(await one())
    others.push(await other())
  }
  return [ones, others]
}

export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
