/** What schedules and triggers share: what would run now, where, and what prevents it. */
export {
  type FoundTarget,
  findTarget,
  type Recheck,
} from '../definition.ts'
export { idsInOrder } from '../firing/due-runs.ts'
export { GRACE_MS, type MissedRunPolicy } from '../firing/missed-runs.ts'
export { readLiveRuns, readTargets } from '../firing/target-store.ts'
export { blockedReason, type LiveRun, overlapReason, type RunTarget } from '../rules.ts'
