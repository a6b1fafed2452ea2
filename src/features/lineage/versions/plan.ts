import type { DatabasePlace } from '../../../lib/datasets.ts'
import type { ReadSql } from '../../../lib/sql-lineage.ts'
import type { WireAssets } from '../../../protocol/asset-messages.ts'

/** A version of an environment, with what its pipelines would run with. */
export interface VersionFiles {
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly projectId: string
  readonly environmentName: string
  readonly versionName: string
  /** The environment's database, as a runner would be sent it. */
  readonly connection: object
  /** Of the project, as the environment has them. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
}

/**
 * What a component will report when it runs, as far as the files say it. Names may have `UNKNOWN_VALUE` in
 * them.
 */
export interface PlannedAssets {
  readonly pipelineName: string
  readonly componentName: string
  readonly assets: WireAssets
  /** SQL that `assets.statements` executes. */
  readonly scripts: readonly string[]
  /** Queries of the environment's database whose rows go into what is written. */
  readonly queries?: { readonly database: DatabasePlace; readonly statements: readonly string[] } | undefined
}

/** Reads the pipelines of a version without running them; wired to threads that know every component. */
export type PlanVersion = (version: VersionFiles) => Promise<readonly PlannedAssets[]>

export interface VersionTools {
  readonly planVersion: PlanVersion
  readonly readSql: ReadSql
}
