import { sql } from 'kysely'
import { openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { claimExecutions } from '../src/features/executions/queue/claim-store.ts'
import type { Grant } from '../src/features/projects/access.ts'
import { listVariables } from '../src/features/variables/store.ts'
import { readAllVariables } from '../src/features/variables/transfer-store.ts'
import { newId, type RunnerId, type SessionId } from '../src/lib/ids.ts'
import { silent } from '../src/lib/log.ts'
import { queuedExecutions } from '../test/support/executions.ts'
import { withTestPostgres } from '../test/support/postgres.ts'
import { aDatabase, createTemplate } from '../test/support/template.ts'

/**
 * What do variables cost when a project has 100,000 of them, and what does starting cost with 100 of them?
 */
const COUNT = 100_000
const VARIABLES_OF_A_RUN = 100
const EXECUTIONS = 1_000

await withTestPostgres(async (serverUrl) => {
  process.env['TEST_DATABASE_URL'] = serverUrl
  await createTemplate()
  const { url, drop } = await aDatabase()
  await migrate(url, silent)
  const { db, close } = openDatabase({ connectionString: url, log: silent })
  try {
    await measure()
  } finally {
    await close()
    await drop()
  }

  async function measure() {
    const runner = newId<RunnerId>()
    await sql`insert into runner (id, name, type, cloud_provider, deployment, track_name)
              values (${runner}, 'r', 'pipeline', 'self_hosted', 'process', 'current')`.execute(db)
    const large = await aProject(runner, COUNT)
    await sql`vacuum analyze project_variable`.execute(db)
    await sql`vacuum analyze variable_override`.execute(db)
    const caller = { principalId: newId(), name: 'bench' }
    const grant = {
      projectId: large.projectId,
      role: 'CONTRIBUTOR',
      caller,
    } as unknown as Grant<'variables:read'>
    const page = (number: number) => ({ page: number, size: 100, offset: number * 100 })
    const last = COUNT / 100 - 1
    await report('first page of 100,000', 40, () => listVariables(db, grant, page(0)))
    await report('last page of 100,000', 60, () => listVariables(db, grant, page(last)))
    await report('last page, with overrides', 80, () =>
      listVariables(db, grant, page(last), { include: 'overrides' }),
    )
    await report('export of 100,000', 3_000, () => readAllVariables(db, grant), 3)
    await starts(runner)
  }

  async function aProject(runner: string, count: number) {
    const projectId = newId()
    const environmentId = newId()
    await sql`insert into project (id, name, warehouse, agent_deployment_type)
              values (${projectId}, ${projectId}, 'DUCKDB', 'HYBRID')`.execute(db)
    await sql`insert into environment (id, project_id, name, display_name, default_runner_id, connection)
              values (${environmentId}, ${projectId}, 'e', 'e', ${runner}, '{}')`.execute(db)
    await sql`insert into project_variable (id, project_id, name, type, behaviour, value)
              select gen_random_uuid(), ${projectId}, 'variable_' || n, 'TEXT', 'COPIED',
                     to_jsonb(repeat('a usual value ', 10)) from generate_series(1, ${count}) n`.execute(db)
    await sql`insert into variable_override (variable_id, environment_id, value)
              select id, ${environmentId}, '"own"' from project_variable where project_id = ${projectId}`.execute(
      db,
    )
    return { projectId, environmentId }
  }

  /** Claims of 20 executions at a time: resolving and recording the variables included. */
  async function starts(runner: RunnerId) {
    const session = newId<SessionId>()
    const { projectId, environmentId } = await aProject(runner, VARIABLES_OF_A_RUN)
    const row = { id: session, runner_id: runner, instance: 'bench', agent_version: '1', capacity: 20 }
    await db.insertInto('runner_session').values(row).execute()
    await queuedExecutions(db, { projectId, environmentId, artifactId: newId(), agentId: runner }, EXECUTIONS)
    const claimant = { id: session, runnerId: runner, connection: 1 }
    const began = performance.now()
    let claimed = 0
    for (let some = 1; some > 0; claimed += some) some = (await claimExecutions(db, claimant, 20)).runs.length
    const seconds = (performance.now() - began) / 1_000
    const { rows } = await sql<{ bytes: number; count: number }>`
      select coalesce(sum(pg_column_size(variables)), 0)::bigint as bytes, count(*) as count from variable_snapshot`.execute(
      db,
    )
    console.log(`${Math.round(claimed / seconds)} starts/s with ${VARIABLES_OF_A_RUN} variables each`)
    console.log(`${rows[0]!.count} record of ${rows[0]!.bytes} bytes for ${claimed} executions`)
  }
})

/** Prints the median time as a ratio of the limit. */
async function report(what: string, limitMs: number, run: () => Promise<unknown>, times = 11): Promise<void> {
  await run()
  const took: number[] = []
  for (let i = 0; i < times; i++) {
    const began = performance.now()
    await run()
    took.push(performance.now() - began)
  }
  const median = took.sort((a, b) => a - b)[Math.floor(times / 2)]!
  console.log(
    `${what.padEnd(28)} ${median.toFixed(1).padStart(8)} ms, ${(median / limitMs).toFixed(2)} of ${limitMs} ms`,
  )
  if (median > limitMs) process.exitCode = 1
}
