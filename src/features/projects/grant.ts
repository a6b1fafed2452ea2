import type { Caller } from '../../http/caller.ts'
import type { EnvironmentId, ProjectId } from '../../lib/ids.ts'
import type { ProjectPermission, ProjectRole } from './rules.ts'

declare const granted: unique symbol

/** Proof that the caller may do `P` in this project. Stores demand one, so a check cannot be forgotten. */
export interface Grant<P extends ProjectPermission = ProjectPermission> {
  readonly projectId: ProjectId
  readonly role: ProjectRole
  readonly caller: Caller
  readonly warehouse: string
  readonly [granted]: P
}

/** Proof that the caller may do something in one environment; made by the environments slice. */
export interface EnvironmentGrant<P extends ProjectPermission = ProjectPermission> extends Grant<P> {
  readonly environmentId: EnvironmentId
  readonly environmentName: string
}
