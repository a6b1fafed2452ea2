import type { ContainmentSettings } from '../components/common/contained/containment.ts'
import type { TelemetryTarget } from '../lib/otlp/target.ts'

/** What a runner process is started with. */
export interface RunnerSettings {
  /** Origin and base path of the API, e.g. `http://127.0.0.1:8080/api`. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Warehouse files and scratch folders go below it. */
  readonly dataDir: string
  /**
   * Folder with the files of each environment, in projectId/environment; `files` below dataDir unless stated.
   */
  readonly filesDir?: string | undefined
  /** Components at once. */
  readonly capacity: number
  /** Maximum iterations per iterator; the flow's own limit unless stated (pipelines.md §2.7). */
  readonly maxIterations?: number | undefined
  /**
   * Processor time of one expression, of those of a step, and of those of an execution; defaults unless
   * stated.
   */
  readonly expressionMs?: number | undefined
  readonly expressionStepSeconds?: number | undefined
  readonly expressionExecutionSeconds?: number | undefined
  /** Executions in flight at once. */
  readonly maxExecutions: number
  /** Log of one execution that is kept; the rest is left out and marked. */
  readonly maxLogBytes?: number
  readonly allowPrivateAddresses: boolean
  /** Whether a component that asks for it may talk to servers whose certificates prove nothing. */
  readonly allowUnverifiedTls?: boolean | undefined
  readonly scripts: Pick<ContainmentSettings, 'mode' | 'limits' | 'readable'>
  /** The folder of DuckDB's extensions; without one it opens no lakes. */
  readonly duckdbExtensions?: string | undefined
  readonly duckdbMemoryMib?: number | undefined
  /** Which projects may use the runner's own secrets; none unless stated. */
  readonly grantSecrets?: string | undefined
  readonly version: string
  /** Where figures of the runner are sent to; absent: nowhere. */
  readonly telemetry?: TelemetryTarget | undefined
  /** Port of `/actuator/info` and `/actuator/prometheus`; 0 or absent: they are not served. */
  readonly actuatorPort?: number
}
