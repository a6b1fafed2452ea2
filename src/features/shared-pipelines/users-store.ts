import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { PageRequest } from '../../http/page.ts'
import type { OwnedGrant } from '../ownership/access.ts'
import { seesEnvironmentAnywhere } from '../permissions/access-sql.ts'
import type { SharedPipelineUser, SharedPipelineUserPage } from './schema.ts'

export interface UsersFilter {
  readonly sharedPipelineId: string | undefined
  readonly versionName: string | undefined
}

/**
 * What the newest versions of environments run of a set, by project and environment. The environments are
 * those of projects that may use the set, or could when they published: however many versions that were, only
 * the newest of each is looked at.
 */
export async function listUsers(
  db: Db,
  { id, caller }: OwnedGrant<'shared_set'>,
  { sharedPipelineId, versionName }: UsersFilter,
  page: PageRequest,
): Promise<SharedPipelineUserPage> {
  const visible = seesEnvironmentAnywhere(caller)
  const ofId = sharedPipelineId === undefined ? sql`true` : sql`${idOf} = ${sharedPipelineId}`
  const ofVersion = versionName === undefined ? sql`true` : sql`v.version_name = ${versionName}`
  const { rows } = await sql<{ total: number; hidden: number; results: SharedPipelineUser[] }>`
    with used as materialized (
      select e.project_id, e.name as environment, a.version_name as caller_version, u.reference, u.stated_version,
             u.pipelines, v.id as version_id, v.version_name, v.enabled, ${visible} as visible,
             exists (select from shared_set_grant g where g.shared_set_id = ${id} and g.project_id = e.project_id) as granted
        from environment e
       cross join lateral (select * from artifact where environment_id = e.id and enabled
                            order by published_at desc, id desc limit 1) a
        join shared_use u on u.bundle_id = a.bundle_id
        join shared_version v on v.id = u.shared_version_id
       where v.shared_set_id = ${id} and ${ofId} and ${ofVersion}
         and e.project_id in (select g.project_id from shared_set_grant g where g.shared_set_id = ${id}
                              union select p.project_id from shared_set_user p where p.shared_set_id = ${id})),
    newest as (
      select id from shared_version where shared_set_id = ${id} and enabled order by published_at desc, id desc limit 1),
    shown as (
      select p.name as project, used.* from used join project p on p.id = used.project_id where visible
       order by lower(p.name), p.id, environment, reference, stated_version limit ${page.size} offset ${page.offset})
    select (select count(*) from used where visible) as total, (select count(*) from used where not visible) as hidden,
           (select coalesce(json_agg(json_build_object(
              'projectId', u.project_id, 'projectName', u.project, 'environmentName', u.environment,
              'callerVersionName', u.caller_version, 'pipelines', u.pipelines, 'sharedPipelineId', ${idOf},
              'versionName', u.version_name, 'statedVersion', u.stated_version, 'enabled', u.enabled, 'isGranted', u.granted,
              'isNewest', u.version_id in (select id from newest))
              order by lower(u.project), u.project_id, u.environment, u.reference, u.stated_version), '[]')
              from shown u) as results`.execute(db)
  const { total, hidden: hiddenCount, results } = rows[0]!
  return { page: page.page, results, size: page.size, total, hiddenCount }
}

/** The id behind the last `#` of a reference, as `sharedReference` reads it. */
const idOf = sql`btrim(substring(u.reference from '[^#]*$'))`
