import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/database.ts'
import { inBatches } from '../../../db/in-batches.ts'
import { literals } from '../../../db/literals.ts'
import type { WireVariable } from '../../../protocol/shapes.ts'
import { endedStates, liveStates } from '../states.ts'

/**
 * The project's variables as an execution saw them when it started. Executions that saw the same share one
 * row.
 */
export interface VariableSnapshot {
  /** Each with the value it had in the environment: override before default. */
  readonly variables: WireVariable[]
  /** Names of those whose value was an override. */
  readonly overridden: string[]
}

/**
 * Tables for a statement that starts executions: `resolved` has the hash of the current snapshot of each
 * environment of `picked` whose execution has none yet, `kept` stores it. A snapshot that was used within the
 * last hour is not touched, so that executions of one environment that start at once do not wait for each
 * other's row locks.
 */
export const snapshotTables = sql`
    read as (
      select e.id as environment_id,
             coalesce(jsonb_agg(jsonb_build_object('name', v.name, 'type', v.type, 'scope', v.behaviour,
                                                   'columns', v.columns, 'value', coalesce(o.value, v.value))
                                order by v.name) filter (where v.id is not null), '[]') as variables,
             coalesce(array_agg(v.name order by v.name) filter (where o.variable_id is not null), '{}') as overridden
        from environment e
        left join project_variable v on v.project_id = e.project_id
        left join variable_override o on o.variable_id = v.id and o.environment_id = e.id
       where e.id in (select environment_id from picked where variable_snapshot is null)
       group by e.id),
    resolved as materialized (
      select *, sha256(convert_to(variables::text || overridden::text, 'UTF8')) as hash from read),
    kept as (
      insert into variable_snapshot (hash, variables, overridden)
      select distinct on (hash) hash, variables, overridden from resolved r
       where not exists (select from variable_snapshot s
                          where s.hash = r.hash and s.used_at > now() - interval '1 hour')
       order by hash
      on conflict (hash) do update set used_at = now())`

/** Snapshots are addressed by their content, so a cached one never goes stale. */
const cached = new LRUCache<string, WireVariable[]>({ maxSize: 4 * 1024 * 1024 })

/** The variables of snapshots by their hash in hexadecimal. */
export async function readSnapshots(
  db: Db,
  hashes: readonly (string | null)[],
): Promise<Map<string, WireVariable[]>> {
  const wanted = new Set(hashes.filter((hash) => hash !== null))
  const known = [...wanted].flatMap((hash) => {
    const variables = cached.get(hash)
    return variables === undefined ? [] : [[hash, variables] as const]
  })
  const unknown = [...wanted.difference(new Map(known))]
  const read = unknown.length === 0 ? [] : await findSnapshots(db, unknown)
  for (const { hash, variables, size } of read) cached.set(hash, variables, { size })
  return new Map([...known, ...read.map(({ hash, variables }) => [hash, variables] as const)])
}

interface StoredSnapshot {
  readonly hash: string
  readonly variables: WireVariable[]
  /** Bytes of their text: about what they take in memory. */
  readonly size: number
}

async function findSnapshots(db: Db, hashes: readonly string[]): Promise<StoredSnapshot[]> {
  const { rows } = await sql<StoredSnapshot>`
    select encode(hash, 'hex') as hash, variables, octet_length(variables::text) + 64 as size from variable_snapshot
     where hash = any(array(select decode(h, 'hex') from unnest(${hashes}::text[]) as h))`.execute(db)
  return rows
}

/** A pipeline that was run, and what its caller set. */
export interface RecordedCall {
  readonly artifactId: string
  readonly pipelineName: string
  readonly scalarVariables: Readonly<Record<string, string | number>>
  readonly gridVariables: Readonly<Record<string, readonly (readonly string[])[]>>
}

/** What an execution started with, as far as the database knows. */
export interface RecordedStart extends RecordedCall {
  readonly snapshot: VariableSnapshot
  /** The executions that it is inside of, from the root on. */
  readonly above: readonly RecordedCall[]
}

/** undefined when the execution has not started. */
export async function readStart(db: Db, id: string): Promise<RecordedStart | undefined> {
  const { rows } = await sql<RecordedCall & { readonly snapshot: VariableSnapshot | null }>`
    with recursive calls as (
      select id, parent_id, variable_snapshot, 0 as height from execution where id = ${id}
      union all
      select p.id, p.parent_id, null, c.height + 1 from calls c join execution p on p.id = c.parent_id)
    select x.artifact_id as "artifactId", x.pipeline_name as "pipelineName", x.scalar_variables as "scalarVariables",
           x.grid_variables as "gridVariables",
           case when s.hash is not null
                then jsonb_build_object('variables', s.variables, 'overridden', s.overridden) end as snapshot
      from calls c join execution x on x.id = c.id left join variable_snapshot s on s.hash = c.variable_snapshot
     order by c.height desc`.execute(db)
  const own = rows.pop()
  return own?.snapshot ? { ...own, snapshot: own.snapshot, above: rows } : undefined
}

/**
 * Deletes snapshots that no execution refers to any more; a child has its root's. The day of grace protects
 * snapshots whose execution is being started. Ended and live executions are looked up separately because each
 * has its own index.
 */
export const deleteUnusedSnapshots = (db: Db): Promise<void> =>
  inBatches((limit) =>
    sql`
      delete from variable_snapshot where hash = any(array(
        select hash from variable_snapshot s
         where s.used_at < now() - interval '1 day'
           and not exists (select from execution x where x.variable_snapshot = s.hash
                              and x.status in ${literals(endedStates)})
           and not exists (select from execution x where x.variable_snapshot = s.hash and x.parent_id is null
                              and x.status in ${literals(liveStates)})
         limit ${limit} for update skip locked))`.execute(db),
  )
