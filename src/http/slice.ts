import type { Service, WakeableService } from '../lib/service.ts'
import type { HealthCheck, Measured } from './health.ts'
import type { Server } from './server.ts'

/**
 * What one feature adds to an API process. `roles/api/slices.ts` lists all of them; nothing else knows them.
 */
export interface Slice {
  /** Adds hooks that see every request. Called before any route exists. */
  watch?(app: Server): void
  /** Modules that declare its wire shapes: the API document names each as it is exported. */
  readonly shapes?: readonly object[]
  /** Adds operations of the public API: below the base path, behind authentication. */
  routes?(api: Server): void | Promise<void>
  /** Adds what the origin serves besides the API: token endpoint, Git, upgrades to WebSocket. */
  mount?(app: Server): void | Promise<void>
  /** Background passes. `/readyz` reports one that has not succeeded for too long. */
  readonly passes?: readonly WakeableService[]
  /** Background work whose turns may take as long as they need; `/readyz` says nothing about it. */
  readonly services?: readonly Service[]
  /** Gauges of `/metrics`. */
  readonly measured?: readonly Measured[]
  /** Warnings of `/readyz`. */
  readonly warnings?: readonly HealthCheck[]
  /** Handlers by channel of PostgreSQL's `notify`; see `db/listen.ts` for empty payloads. */
  readonly channels?: Readonly<Record<string, (payload: string) => void>>
  /** Releases connections when the process stops, while the server finishes its requests. */
  close?(): Promise<void>
}

/** A slice whose use cases other features, or the start of the process, call. */
export interface SliceWith<S> extends Slice {
  readonly service: S
}
