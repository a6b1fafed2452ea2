import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onForeignKeyViolation } from '../../db/errors.ts'
import { conflict } from '../../lib/problem.ts'
import type { AgentTracks } from './schema.ts'

/** Version tracks by name, and the oldest version of a runner that is supported. */
export async function readTracks(db: Db): Promise<AgentTracks> {
  const rows = await db.selectFrom('agent_track').selectAll().orderBy('name').execute()
  const installation = await db
    .selectFrom('installation')
    .select('minimum_runner_version as minimum')
    .executeTakeFirst()
  const minimumVersion = installation?.minimum ?? undefined
  const tracks = rows.map(({ name, version, release_date: released }) => ({
    trackName: name,
    trackVersion: version,
    trackReleaseDate: released.toISOString(),
  }))
  return { tracks, ...(minimumVersion !== undefined && { minimumVersion }) }
}

/**
 * Makes `tracks` all there are; without a minimum the present one stays, null takes it away. One whose
 * release did not change stays as it is. Throws when a runner is on another.
 */
export async function replaceTracks(db: Db, { tracks, minimumVersion }: AgentTracks): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (minimumVersion !== undefined)
      await tx.updateTable('installation').set({ minimum_runner_version: minimumVersion }).execute()
    await sql`
      insert into agent_track (name, version, release_date)
      select t."trackName", t."trackVersion", t."trackReleaseDate"
        from jsonb_to_recordset(${JSON.stringify(tracks)}::jsonb) as t (
             "trackName" text, "trackVersion" text, "trackReleaseDate" timestamptz)
      on conflict (name) do update
         set version = excluded.version, release_date = excluded.release_date, changed_at = now()
       where (agent_track.version, agent_track.release_date) is distinct from (excluded.version, excluded.release_date)`.execute(
      tx,
    )
    await sql`delete from agent_track where name <> all(${tracks.map(({ trackName }) => trackName)}::text[])`
      .execute(tx)
      .catch(
        onForeignKeyViolation('runner_track_name_fkey', () =>
          conflict('The request omits a track that has runners; move them to another one first'),
        ),
      )
  })
}
