import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { EnvironmentId, ProjectId } from '../../lib/ids.ts'
import type { Databases } from '../environments/schema.ts'
import type { EnvironmentConnections } from './access.ts'

/** What a test of an environment takes from what is stored. */
export interface StoredSettings extends EnvironmentConnections {
  readonly databases: Databases
  readonly dialectFunctions: boolean
}

export async function readSettings(db: Db, environmentId: EnvironmentId): Promise<StoredSettings> {
  const { rows } = await sql<StoredSettings>`
    select coalesce(databases, '{}') as databases, dialect_functions as "dialectFunctions",
           default_connections as "defaultConnections", connection_overrides as "connectionOverrides"
      from environment where id = ${environmentId}`.execute(db)
  return rows[0]!
}

/** The runner that is to test; undefined if no runner has that id. */
export interface TestingRunner {
  readonly name: string
  readonly mayServe: boolean
}

/** Why a runner that may not serve an environment tests nothing for it. */
export const restrictedFault = ({ name }: TestingRunner, environmentName: string): string =>
  `The runner ${name} is restricted and does not serve ${environmentName} of this project: ` +
  'add it to the allow list of the runner, or choose another runner'

export async function readTestingRunner(
  db: Db,
  projectId: ProjectId,
  environmentName: string,
  runnerId: string,
): Promise<TestingRunner | undefined> {
  const { rows } = await sql<TestingRunner>`
    select name, exists (select from runner_may_serve(id, ${projectId}, ${environmentName})) as "mayServe"
      from runner where id = ${runnerId}`.execute(db)
  return rows[0]
}
