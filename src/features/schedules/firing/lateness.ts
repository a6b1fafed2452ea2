const MOST_KEPT = 1_000

/** How late this server's last runs were started, for metrics. */
export interface Lateness {
  observe(lateMs: number): void
  /** Seconds that 99 of 100 of the last 1,000 runs did not exceed; 0 before the first. */
  p99Seconds(): number
  /** Runs started since this process began. */
  count(): number
}

export function createLateness(): Lateness {
  const kept: number[] = []
  let count = 0
  return {
    observe(lateMs) {
      kept[count % MOST_KEPT] = lateMs
      count++
    },
    p99Seconds() {
      const sorted = kept.toSorted((a, b) => a - b)
      return (sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0) / 1000
    },
    count: () => count,
  }
}
