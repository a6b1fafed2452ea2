import type { Db } from '../../../db/database.ts'
import { listBranches, listTree } from '../../../git/content.ts'
import { listLocalRefs, printable } from '../../../git/refs.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import type { Log } from '../../../lib/log.ts'
import type { Progressed } from '../../../lib/service.ts'
import { isPublished, pipelineNameOf } from '../../../pipeline/names.ts'
import { MAX_ARTIFACT_FILES } from '../../artifacts/schema.ts'
import { findRepository, locationWithToken } from '../access.ts'
import type { Copies } from '../copies.ts'
import * as store from './store.ts'

const RECHECK_SECONDS = 3_600
const MAX_PROJECTS_A_PASS = 50
const MAX_ATTEMPTS = 3

export interface PipelineIndexDependencies {
  readonly db: Db
  readonly encryption: Encryption
  readonly copies: Copies
  readonly log: Log
}

/**
 * Which pipelines the default branch of each repository has, for a search over all projects. It is brought up
 * to date after every push to this server and whenever somebody reads the branches; a pass repeats what a
 * crash prevented. Nothing waits for the index: what fails is logged.
 */
export function createPipelineIndex({ db, encryption, copies, log }: PipelineIndexDependencies) {
  async function update(projectId: string): Promise<void> {
    const row = await findRepository(db, projectId)
    if (row === undefined || row.migrating) return
    const folder = await copies.folderOf(locationWithToken(row, encryption))
    // Another process may have read an older head and written it later, so each looks again after writing.
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const head = await headIn(folder)
      if (await store.isIndexed(db, projectId, head)) return
      const pipelines = head === undefined ? [] : await pipelinesAt(folder, head)
      if (!(await store.replaceIndex(db, projectId, head, pipelines))) return
    }
  }

  const logged = (projectId: string, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) =>
      log.warn({ err: error, project: projectId }, 'Could not index the pipelines of a repository'),
    )

  /** Indexes the repository of a project as it is now. */
  const refresh = (projectId: string): Promise<void> => logged(projectId, update(projectId))

  /** For callers that have just read the branches: reads one row when the index has their head. */
  const noteHead = (projectId: string, head: store.Head | undefined): Promise<void> =>
    logged(
      projectId,
      store.isIndexed(db, projectId, head).then((isIndexed) => (isIndexed ? undefined : update(projectId))),
    )

  /** A pass: indexes hosted repositories that were not checked for an hour, or never. */
  async function refreshDue(progressed?: Progressed): Promise<void> {
    for (const projectId of await store.takeDueProjects(db, RECHECK_SECONDS, MAX_PROJECTS_A_PASS)) {
      await refresh(projectId)
      progressed?.()
    }
  }

  return { refresh, noteHead, refreshDue }
}

export type { Head } from './store.ts'
export type PipelineIndex = ReturnType<typeof createPipelineIndex>

/**
 * The default branch, else the first one by name: what the interface shows first. Undefined without a commit.
 */
export function usualHead(
  branches: readonly { readonly name: string; readonly commitHash: string; readonly isDefault: boolean }[],
): store.Head | undefined {
  const usual = branches.find(({ isDefault }) => isDefault) ?? branches[0]
  return usual && { branch: usual.name, commitHash: usual.commitHash }
}

async function headIn(folder: string): Promise<store.Head | undefined> {
  const [branches, { head }] = await Promise.all([listBranches(folder), listLocalRefs(folder)])
  const byDefault = head && printable(head)
  return usualHead(
    branches.map((branch) => ({ ...branch, isDefault: `refs/heads/${branch.name}` === byDefault })),
  )
}

/** Of what a version may have at most: a larger commit cannot be shown either. */
async function pipelinesAt(folder: string, { commitHash }: store.Head): Promise<store.IndexedPipeline[]> {
  const tree = await listTree(folder, commitHash)
  return tree
    .flatMap(({ path, kind }) => {
      const pipeline = kind === 'file' && isPublished(path) ? pipelineNameOf(path) : undefined
      return pipeline === undefined ? [] : [{ path, name: pipeline.name }]
    })
    .slice(0, MAX_ARTIFACT_FILES)
}
