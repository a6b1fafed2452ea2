import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { instant } from '../../db/instant.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { type ArtifactId, type EnvironmentId, newId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import { inVisibleEnvironment, visibleEnvironment } from '../permissions/access-sql.ts'
import type { EnvironmentGrant, Grant } from '../projects/access.ts'
import { insertBundle } from './bundle-store.ts'
import type { ArtifactFile } from './rules.ts'
import type { Artifact, ArtifactDetails, PublishedPipeline as ListedPipeline } from './schema.ts'

export interface VersionRow {
  readonly versionName: string
  readonly commitHash: string | undefined
  readonly branch: string | undefined
}

/** Adds a version with its files. Versions are immutable: a name that the environment has is a conflict. */
export async function insertArtifact(
  db: Db,
  grant: EnvironmentGrant<'artifacts:publish'>,
  version: VersionRow,
  { files, record }: NewBundle,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const bundleId = await insertBundle(tx, files)
    await record(tx, bundleId)
    await insertVersion(tx, grant, version, bundleId)
  })
}

interface NewBundle {
  readonly files: readonly ArtifactFile[]
  /** Keeps what was decided about the files with them. */
  readonly record: (tx: Db, bundleId: string) => Promise<void>
}

async function insertVersion(
  db: Db,
  grant: EnvironmentGrant<'artifacts:publish'>,
  { versionName, commitHash, branch }: VersionRow,
  bundleId: string,
): Promise<void> {
  await db
    .insertInto('artifact')
    .values({
      id: newId<ArtifactId>(),
      project_id: grant.projectId,
      environment_id: grant.environmentId,
      version_name: versionName,
      bundle_id: bundleId,
      commit_hash: commitHash ?? null,
      branch: branch ?? null,
      published_by: grant.caller.name,
    })
    .execute()
    .catch(
      onUniqueViolation('artifact_version', () =>
        conflict(
          `${grant.environmentName} already has a version ${versionName}; versions never change, so choose another name`,
        ),
      ),
    )
}

/** Publishes the same files in another environment. False when the source has no such version. */
export async function promote(
  db: Db,
  source: EnvironmentGrant<'artifacts:publish'>,
  target: EnvironmentGrant<'artifacts:publish'>,
  versionName: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('artifact')
    .select(['bundle_id', 'commit_hash', 'branch'])
    .where('environment_id', '=', source.environmentId)
    .where('version_name', '=', versionName)
    .executeTakeFirst()
  if (row === undefined) return false
  const version = { versionName, commitHash: row.commit_hash ?? undefined, branch: row.branch ?? undefined }
  await insertVersion(db, target, version, row.bundle_id)
  return true
}

const artifactJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'artifactId', a.id, 'versionName', a.version_name, 'environmentName', e.name, 'commitHash', a.commit_hash,
  'branch', a.branch, 'publishedBy', a.published_by, 'fileCount', b.file_count, 'enabled', a.enabled,
  'publishedTime', ${instant('a.published_at')}))`
const artifactTables = sql`artifact a join environment e on e.id = a.environment_id
  join artifact_bundle b on b.id = a.bundle_id`

/** Versions of the environments of a project that the caller may see, or of one environment, newest first. */
export async function listArtifacts(
  db: Db,
  grant: Grant<'artifacts:read'>,
  { environmentId, enabledOnly }: { environmentId: EnvironmentId | undefined; enabledOnly: boolean },
  page: PageRequest,
): Promise<Page<Artifact>> {
  const place =
    environmentId === undefined
      ? sql`project_id = ${grant.projectId} and ${inVisibleEnvironment('environment_id', grant)}`
      : sql`environment_id = ${environmentId}`
  const where = enabledOnly ? sql`${place} and enabled` : place
  const { rows } = await sql<{ total: number; results: Artifact[] }>`
    select (select count(*) from artifact where ${where}) as total,
           (select coalesce(json_agg(${artifactJson} order by a.published_at desc, a.id desc), '[]')
              from (select * from artifact where ${where} order by published_at desc, id desc
                     limit ${page.size} offset ${page.offset}) a
              join environment e on e.id = a.environment_id
              join artifact_bundle b on b.id = a.bundle_id) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export async function findArtifact(
  db: Db,
  grant: EnvironmentGrant,
  versionName: string,
): Promise<Artifact | undefined> {
  const { rows } = await sql<{ artifact: Artifact }>`
    select ${artifactJson} as artifact from ${artifactTables}
     where a.environment_id = ${grant.environmentId} and a.version_name = ${versionName}`.execute(db)
  return rows[0]?.artifact
}

/** The version with this name, locked until the transaction ends. */
export async function lockArtifact(
  tx: Db,
  grant: EnvironmentGrant<'artifacts:publish'>,
  versionName: string,
): Promise<Artifact | undefined> {
  await sql`select from artifact where environment_id = ${grant.environmentId} and version_name = ${versionName}
    for no key update`.execute(tx)
  return findArtifact(tx, grant, versionName)
}

export async function enableArtifact(tx: Db, artifactId: string, enabled: boolean): Promise<void> {
  await tx.updateTable('artifact').set({ enabled }).where('id', '=', artifactId).execute()
}

/** Of the version with this name, or else of the newest one that is enabled. */
export async function findDetails(
  db: Db,
  grant: EnvironmentGrant,
  versionName: string | undefined,
): Promise<ArtifactDetails | undefined> {
  const wanted = versionName === undefined ? sql`a.enabled` : sql`a.version_name = ${versionName}`
  const { rows } = await sql<Omit<DetailsRow, 'artifact'> & { artifact: Artifact }>`
    select ${artifactJson} as artifact,
           (select ${instant('min(first.published_at)')} from artifact first where first.bundle_id = a.bundle_id) as "createdAt",
           (select provider from repository where project_id = a.project_id) as provider,
           (select coalesce(json_agg(json_build_object('path', path, 'bytes', octet_length(content)) order by path), '[]')
              from artifact_file where bundle_id = a.bundle_id) as files,
           (select coalesce(json_agg(pipeline_name order by pipeline_name), '[]')
              from artifact_file where bundle_id = a.bundle_id and pipeline_name is not null) as pipelines
      from ${artifactTables}
     where a.environment_id = ${grant.environmentId} and ${wanted}
     order by a.published_at desc, a.id desc limit 1`.execute(db)
  return rows[0] && detailsOf(rows[0])
}

interface DetailsRow {
  readonly artifact: Artifact
  readonly files: ArtifactDetails['files']
  readonly pipelines: string[]
  readonly createdAt: string
  readonly provider: string | null
}

function detailsOf({ artifact, files, pipelines, createdAt, provider }: DetailsRow): ArtifactDetails {
  const { branch, commitHash, publishedTime: deployedAt, enabled, versionName } = artifact
  return {
    ...artifact,
    files,
    pipelines,
    assets: files.map(({ path }) => path),
    details: {
      ...(branch !== undefined && { branch }),
      ...(commitHash !== undefined && { commitHash }),
      createdAt,
      deployedAt,
      enabled,
      ...(provider !== null && { provider }),
      versionName,
    },
  }
}

/**
 * Pipelines of the newest version in an environment, by name; of a project, those of every environment that
 * is visible.
 */
export async function listPublishedPipelines(
  db: Db,
  grant: Grant<'artifacts:read'> | EnvironmentGrant<'artifacts:read'>,
  page: PageRequest,
): Promise<Page<ListedPipeline>> {
  const isOne = 'environmentId' in grant
  const place = isOne
    ? sql`e.id = ${grant.environmentId}`
    : sql`e.project_id = ${grant.projectId} and ${visibleEnvironment(grant)}`
  const named = isOne ? sql`` : sql`, n.name as "environmentName"`
  const { rows } = await sql<{ total: number; results: ListedPipeline[] }>`
    with newest as (
      select e.name, a.bundle_id, a.published_at from (select * from environment e where ${place}) e
       cross join lateral (select bundle_id, published_at from artifact
                            where environment_id = e.id and enabled order by published_at desc, id desc limit 1) a)
    select (select count(*) from artifact_file f join newest n on n.bundle_id = f.bundle_id
             where f.pipeline_name is not null) as total,
           (select coalesce(json_agg(row), '[]') from (
              select f.pipeline_name as name, ${instant('n.published_at')} as "publishedTime" ${named}
                from artifact_file f join newest n on n.bundle_id = f.bundle_id
               where f.pipeline_name is not null
               order by f.pipeline_name, n.name limit ${page.size} offset ${page.offset}) as row) as results`.execute(
    db,
  )
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export interface PublishedPipeline {
  readonly artifactId: ArtifactId
  readonly versionName: string
  readonly path: string
}

/**
 * Where a pipeline is published in an environment: in `versionName`, or in the newest version. `none` says
 * what is missing: every version, that one, its being enabled, or the pipeline in it.
 */
export async function findPublishedPipeline(
  db: Db,
  environmentId: EnvironmentId,
  versionName: string | undefined,
  pipelineName: string,
): Promise<
  | PublishedPipeline
  | { readonly none: 'version' | 'enabled' | 'pipeline'; readonly versionName: string | undefined }
> {
  const version = versionName === undefined ? sql`enabled` : sql`version_name = ${versionName}`
  const { rows } = await sql<{
    artifactId: ArtifactId
    versionName: string
    path: string | null
    enabled: boolean
  }>`
    select a.id as "artifactId", a.version_name as "versionName", a.enabled,
           (select f.path from artifact_file f
             where f.bundle_id = a.bundle_id and f.pipeline_name = ${pipelineName} order by f.path limit 1) as path
      from (select * from artifact where environment_id = ${environmentId} and ${version}
             order by published_at desc, id desc limit 1) a`.execute(db)
  const row = rows[0]
  if (row === undefined) return { none: 'version', versionName }
  const { path, enabled } = row
  if (!enabled) return { none: 'enabled', versionName }
  return path === null ? { none: 'pipeline', versionName: row.versionName } : { ...row, path }
}

/** The version with this name in an environment, the newest without one; undefined when none exists. */
export async function findVersion(
  db: Db,
  grant: EnvironmentGrant<'artifacts:read'>,
  versionName: string | undefined,
): Promise<{ readonly artifactId: ArtifactId; readonly versionName: string } | undefined> {
  const version = versionName === undefined ? sql`enabled` : sql`version_name = ${versionName}`
  const { rows } = await sql<{ artifactId: ArtifactId; versionName: string }>`
    select id as "artifactId", version_name as "versionName" from artifact
     where environment_id = ${grant.environmentId} and ${version}
     order by published_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * The pipeline files of a version, or of what an unpublished run reads, by path; or of them the one at
 * `path`.
 */
export async function readPipelineFiles(
  db: Db,
  artifactId: ArtifactId,
  path?: string,
): Promise<ArtifactFile[]> {
  const { rows } = await sql<ArtifactFile>`
    select path, content from version_files(${artifactId})
     where pipeline_name is not null and (${path ?? null}::text is null or path = ${path ?? null}) order by path`.execute(
    db,
  )
  return rows
}

/** The file of one pipeline of a version, or of what an unpublished run reads; undefined when it has none. */
export async function readPipelineFile(
  db: Db,
  artifactId: string,
  pipelineName: string,
): Promise<ArtifactFile | undefined> {
  const { rows } = await sql<ArtifactFile>`
    select path, content from version_files(${artifactId}) where pipeline_name = ${pipelineName}
     order by path limit 1`.execute(db)
  return rows[0]
}

/** The files of a version by path; none when the environment has no such version. */
export async function readFilesOf(
  db: Db,
  { environmentId }: EnvironmentGrant<'artifacts:publish'>,
  versionName: string,
): Promise<ArtifactFile[]> {
  return db
    .selectFrom('artifact_file as f')
    .innerJoin('artifact as a', 'a.bundle_id', 'f.bundle_id')
    .select(['f.path', 'f.content'])
    .where('a.environment_id', '=', environmentId)
    .where('a.version_name', '=', versionName)
    .orderBy('f.path')
    .execute()
}

/** Every file of a version, or of what an unpublished run reads, by path. Empty when there is neither. */
export async function readFiles(db: Db, artifactId: ArtifactId): Promise<ArtifactFile[]> {
  const { rows } = await sql<ArtifactFile>`
    select path, content from version_files(${artifactId}) order by path`.execute(db)
  return rows
}

/** The paths of the tests among them. */
export async function readTestPaths(db: Db, artifactId: ArtifactId): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from version_files(${artifactId}) where path like '%.test.yaml' order by path`.execute(db)
  return rows.map(({ path }) => path)
}
