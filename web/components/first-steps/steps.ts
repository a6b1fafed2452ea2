/** What a new project needs until a pipeline runs by itself, in its order. */
export const steps = ['environment', 'pipeline', 'run', 'publish', 'schedule'] as const
export type Step = (typeof steps)[number]

/** How many of each a project has; undefined while it is not known. */
export interface Counts {
  readonly environments: number | undefined
  /** Drafts and branches, in which pipelines are written. */
  readonly drafts: number | undefined
  readonly branches: number | undefined
  readonly versions: number | undefined
  readonly executions: number | undefined
  readonly schedules: number | undefined
}

/**
 * The steps that are done; undefined while that is not known. A version or a run shows that there is a
 * pipeline.
 */
export function doneSteps(counts: Counts): ReadonlySet<Step> | undefined {
  const { environments, drafts, branches, versions, executions, schedules } = counts
  const known = [environments, drafts, branches, versions, executions, schedules]
  if (known.some((count) => count === undefined)) return undefined
  const has = (...some: (number | undefined)[]) => some.some((count = 0) => count > 0)
  const isDone: Readonly<Record<Step, boolean>> = {
    environment: has(environments),
    pipeline: has(drafts, branches, versions, executions),
    run: has(executions),
    publish: has(versions),
    schedule: has(schedules),
  }
  return new Set(steps.filter((step) => isDone[step]))
}

const keyOf = (userId: string, projectId: string) => `headrace.first-steps.${userId}.${projectId}`

export const isHidden = (storage: Pick<Storage, 'getItem'>, userId: string, projectId: string): boolean =>
  storage.getItem(keyOf(userId, projectId)) !== null

/** Keeps the guide of a project away from this user, in this browser: it is done, or not wanted. */
export const hide = (storage: Pick<Storage, 'setItem'>, userId: string, projectId: string): void =>
  storage.setItem(keyOf(userId, projectId), 'hidden')
