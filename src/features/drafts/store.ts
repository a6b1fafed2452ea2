import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { instant } from '../../db/instant.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import type { Grant } from '../projects/access.ts'
import type { Draft, DraftSummary } from './schema.ts'

/** A file of a draft as it is stored. */
export interface StoredFile {
  readonly path: string
  /** Undefined: the file is to be deleted. */
  readonly content: Buffer | undefined
  readonly baseCommit: string | undefined
  readonly revision: string
  readonly updatedAt: string
}

/** What is changed about a file of a draft. */
export interface FileKey {
  readonly branch: string
  readonly path: string
}

const isMine = ({ projectId, caller }: Grant) =>
  sql<boolean>`project_id = ${projectId} and principal_id = ${caller.principalId}`

/** The caller's drafts in a project, by branch. */
export async function listDrafts(db: Db, grant: Grant, page: PageRequest): Promise<Page<DraftSummary>> {
  const { rows } = await sql<{ total: number; results: DraftSummary[] }>`
    select (select count(distinct branch) from draft_file where ${isMine(grant)}) as total,
           (select coalesce(json_agg(row), '[]') from (
              select branch, count(*) as "fileCount", coalesce(sum(length(content)), 0) as bytes,
                     ${instant('max(updated_at)')} as "updatedAt"
                from draft_file where ${isMine(grant)}
               group by branch order by branch limit ${page.size} offset ${page.offset}) as row) as results`.execute(
    db,
  )
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** The draft of a branch without the contents; undefined when there is none. */
export async function findDraft(db: Db, grant: Grant, branch: string): Promise<Draft | undefined> {
  const { rows } = await sql<Omit<Draft['files'][number], 'baseCommit'> & { baseCommit: string | null }>`
    select path, content is null as deleted, coalesce(length(content), 0) as bytes, base_commit as "baseCommit",
           ${instant('updated_at')} as "updatedAt"
      from draft_file where ${isMine(grant)} and branch = ${branch} order by path`.execute(db)
  if (rows.length === 0) return undefined
  const files = rows.map(({ baseCommit, ...file }) => ({
    ...file,
    ...(baseCommit !== null && { baseCommit }),
  }))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const updatedAt = files
    .map((file) => file.updatedAt)
    .sort()
    .at(-1)!
  return { branch, fileCount: files.length, bytes, updatedAt, files }
}

interface FileRow {
  path: string
  content: Buffer | null
  baseCommit: string | null
  revision: string
  updatedAt: string
}

const columns = sql`path, content, base_commit as "baseCommit", revision, ${instant('updated_at')} as "updatedAt"`

const fileOf = ({ content, baseCommit, ...row }: FileRow): StoredFile => ({
  ...row,
  content: content ?? undefined,
  baseCommit: baseCommit ?? undefined,
})

/** Every file of a draft with its content, by path. */
export async function listFiles(db: Db, grant: Grant, branch: string): Promise<StoredFile[]> {
  const { rows } = await sql<FileRow>`
    select ${columns} from draft_file where ${isMine(grant)} and branch = ${branch} order by path`.execute(db)
  return rows.map(fileOf)
}

export async function findFile(
  db: Db,
  grant: Grant,
  { branch, path }: FileKey,
): Promise<StoredFile | undefined> {
  const { rows } = await sql<FileRow>`
    select ${columns} from draft_file
     where ${isMine(grant)} and branch = ${branch} and path = ${path}`.execute(db)
  return rows[0] && fileOf(rows[0])
}

/** Lets the drafts of one person in one project be changed by one transaction at a time. */
export async function lockDrafts(tx: Db, { projectId, caller }: Grant): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`draft ${projectId} ${caller.principalId}`}, 0))`.execute(
    tx,
  )
}

/** How much the caller's drafts hold without one file: all of them, and the one of its branch. */
export async function measureOthers(tx: Db, grant: Grant, { branch, path }: FileKey) {
  const { rows } = await sql<{ bytes: string | number; files: string | number }>`
    select coalesce(sum(length(content)), 0) as bytes, count(*) filter (where branch = ${branch}) as files
      from draft_file where ${isMine(grant)} and not (branch = ${branch} and path = ${path})`.execute(tx)
  return { bytes: Number(rows[0]!.bytes), filesOfBranch: Number(rows[0]!.files) }
}

export async function upsertFile(
  tx: Db,
  { projectId, caller }: Grant<'repository:push'>,
  branch: string,
  file: Omit<StoredFile, 'updatedAt'>,
): Promise<void> {
  const { path, content = null, baseCommit = null, revision } = file
  await sql`
    insert into draft_file (project_id, principal_id, branch, path, content, base_commit, revision)
    values (${projectId}, ${caller.principalId}, ${branch}, ${path}, ${content}, ${baseCommit}, ${revision})
    on conflict (project_id, principal_id, branch, path) do update
       set content = excluded.content, base_commit = excluded.base_commit, revision = excluded.revision,
           updated_at = now()`.execute(tx)
}

export async function deleteFile(
  tx: Db,
  grant: Grant<'repository:push'>,
  { branch, path }: FileKey,
): Promise<void> {
  await sql`delete from draft_file where ${isMine(grant)} and branch = ${branch} and path = ${path}`.execute(
    tx,
  )
}

/** False when there was none. */
export async function deleteDraft(db: Db, grant: Grant<'repository:push'>, branch: string): Promise<boolean> {
  const { rows } = await sql`
    delete from draft_file where ${isMine(grant)} and branch = ${branch} returning path`.execute(db)
  return rows.length > 0
}

/**
 * After a commit of these files: they are no draft any more. What was written meanwhile stays, and is now
 * made on that commit.
 */
export async function settleFiles(
  db: Db,
  grant: Grant<'repository:push'>,
  branch: string,
  committed: { readonly files: readonly StoredFile[]; readonly commitHash: string },
): Promise<void> {
  const paths = committed.files.map(({ path }) => path)
  const revisions = committed.files.map(({ revision }) => revision)
  await sql`
    with done as (
      select * from unnest(${paths}::text[], ${revisions}::text[]) as done (path, revision)),
    gone as (
      delete from draft_file f using done
       where ${isMine(grant)} and f.branch = ${branch} and f.path = done.path and f.revision = done.revision)
    update draft_file f set base_commit = ${committed.commitHash}
      from done
     where ${isMine(grant)} and f.branch = ${branch} and f.path = done.path and f.revision <> done.revision`.execute(
    db,
  )
}
