import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { newId } from '../../src/lib/ids.ts'

/** What a schedule of a test may say about itself; every hour at the full hour by default. */
export interface ScheduleOptions {
  readonly cron?: string
  readonly timeZone?: string
  readonly everyMinutes?: number
  readonly effectiveFrom?: Date
  readonly nextDueAt?: Date | null
  readonly plannedAt?: Date
  readonly allowConcurrent?: boolean
  readonly missedRunPolicy?: 'RUN_ONCE' | 'SKIP' | 'RUN_ALL'
  readonly pipelineName?: string
  readonly versionName?: string
  readonly runnerId?: string
  readonly dueTimeVariable?: string
  readonly enabled?: boolean
}

/** A project with a runner, an environment and the pipeline `Main` published in version `1`, as bare rows. */
export async function aSchedulableProject(db: Db) {
  const [projectId, runnerId, environmentId, bundleId] = [newId(), newId(), newId(), newId()]
  const name = projectId.slice(-12)
  await sql`
    with p as (insert into project (id, name, warehouse, agent_deployment_type)
                 values (${projectId}, ${`Project ${name}`}, 'DUCKDB', 'HYBRID')),
         r as (insert into runner (id, name, type, cloud_provider, deployment, track_name)
                 values (${runnerId}, ${`runner ${name}`}, 'pipeline', 'self_hosted', 'process', 'current'))
    select 1`.execute(db)
  await sql`
    insert into environment (id, project_id, name, display_name, default_runner_id, connection)
    values (${environmentId}, ${projectId}, 'Development', 'Development', ${runnerId}, '{"type":"DUCKDB"}')`.execute(
    db,
  )
  await sql`insert into artifact_bundle (id, file_count, byte_count) values (${bundleId}, 1, 1)`.execute(db)
  await sql`
    insert into artifact_file (bundle_id, path, content, pipeline_name)
    values (${bundleId}, 'Main.orch.yaml', 'type: "orchestration"', 'Main')`.execute(db)
  await sql`
    insert into artifact (id, project_id, environment_id, version_name, bundle_id, published_by)
    values (${newId()}, ${projectId}, ${environmentId}, '1', ${bundleId}, 'test')`.execute(db)

  async function add(options: ScheduleOptions = {}): Promise<string> {
    const id = newId()
    const cron = options.everyMinutes === undefined ? (options.cron ?? '0 0 * * * ?') : null
    const due = options.nextDueAt ?? null
    await sql`
      with made as (
        insert into schedule (id, project_id, environment_id, name, pipeline_name, pipeline_type, version_name, runner_id,
               due_time_variable, cron_expression, time_zone, interval_length, interval_unit, effective_from,
               allow_concurrent, missed_run_policy, jitter_seconds, created_by)
        values (${id}, ${projectId}, ${environmentId}, ${`Schedule ${id.slice(-6)}`}, ${options.pipelineName ?? 'Main'},
               'orchestration', ${options.versionName ?? null}, ${options.runnerId ?? null},
               ${options.dueTimeVariable ?? null}, ${cron}, ${options.timeZone ?? 'UTC'}, ${options.everyMinutes ?? null},
               ${options.everyMinutes === undefined ? null : 'MINUTES'},
               ${options.effectiveFrom ?? new Date('2026-01-01T00:00:00Z')}, ${options.allowConcurrent ?? true},
               ${options.missedRunPolicy ?? 'RUN_ONCE'}, 0, 'test'))
      insert into schedule_clock (schedule_id, enabled, next_due_at, next_run_at, planned_at)
      values (${id}, ${options.enabled ?? true}, ${due}, ${due},
              ${options.plannedAt ?? new Date('2026-01-01T00:00:00Z')})`.execute(db)
    return id
  }

  return { projectId, runnerId, environmentId, add }
}

/** The executions of a schedule, the oldest first. */
export const executionsOf = (db: Db, scheduleId: string) =>
  db.selectFrom('execution').selectAll().where('schedule_id', '=', scheduleId).orderBy('id').execute()

/** What became of the due times of a schedule, in order of time. */
export const ticksOf = (db: Db, scheduleId: string) =>
  db.selectFrom('schedule_tick').selectAll().where('schedule_id', '=', scheduleId).orderBy('due_at').execute()
