import type { Need } from './needs.ts'

/** Starting executions in an environment. */
export const runNeed = (projectId: string, environmentName?: string): Need => ({
  projectId,
  permission: 'executions:run',
  access: 'environment:run',
  ...(environmentName !== undefined && { environmentName }),
})

/** Making and changing what starts executions in an environment: schedules and triggers. */
export const scheduleNeed = (projectId: string, environmentName?: string): Need => ({
  projectId,
  permission: 'schedules:write',
  access: 'environment:run',
  ...(environmentName !== undefined && { environmentName }),
})

/** Cancelling executions in an environment. */
export const cancelNeed = (projectId: string, environmentName?: string): Need => ({
  projectId,
  permission: 'executions:cancel',
  access: 'environment:run',
  ...(environmentName !== undefined && { environmentName }),
})

/** Publishing versions to an environment. */
export const publishNeed = (projectId: string, environmentName?: string): Need => ({
  projectId,
  permission: 'artifacts:publish',
  access: 'environment:run',
  ...(environmentName !== undefined && { environmentName }),
})

/** Changing an environment, its members and its overrides. */
export const environmentNeed = (projectId: string, environmentName: string): Need => ({
  projectId,
  permission: 'environments:read',
  access: 'environment:admin',
  environmentName,
})

/** Changing what belongs to a project, or to the installation when it belongs to none. */
export const ownerNeed = (projectId: string | undefined, permission: string): Need =>
  projectId === undefined ? 'administrator' : { projectId, permission }
