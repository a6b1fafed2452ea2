import { headOf } from '../../git/commit.ts'
import type { Caller } from '../../http/caller.ts'
import type { Exclusively } from '../../lib/exclusively.ts'
import type { Log } from '../../lib/log.ts'
import { onOneServer } from '../../lib/one-server.ts'
import { conflict, notFound, Problem } from '../../lib/problem.ts'
import type { Progressed } from '../../lib/service.ts'
import { unlessAborted } from '../../lib/wait.ts'
import type { Upload } from '../artifacts/service.ts'
import { findUserCaller } from '../directory/access.ts'
import { enterProject } from '../projects/access.ts'
import { enterRepository, locationWithToken } from './access.ts'
import * as publications from './publications/store.ts'
import type { PublishingDependencies } from './publishing.ts'
import { automaticVersionName } from './rules.ts'
import { readFilesAt } from './version-files.ts'

export interface PublishNewDependencies extends PublishingDependencies {
  readonly exclusively: Exclusively
  readonly log: Log
}

/** Rules of one project that are looked at together share a copy. */
const NEWS_MS = 1_000
/** A copy that takes longer goes on, and is used at the next look: other projects wait behind this one. */
const COPY_WAIT_MS = 30_000

/**
 * Publishes what is new on the branches of a project with automatic publishing. `progressed` is called after
 * each of them.
 */
export type PublishNew = (projectId: string, progressed?: Progressed) => Promise<void>

/** Automatic publishing, which is called after a push and by a pass. */
export function createPublishNew(dependencies: PublishNewDependencies): PublishNew {
  const { db, encryption, copies, artifacts, exclusively, log } = dependencies

  /**
   * One process at a time, until nothing is new: of two that publish side by side, the one with the older
   * commit could be the last.
   */
  async function publishNew(projectId: string, progressed?: Progressed): Promise<void> {
    await onOneServer(exclusively, `publish ${projectId}`, async () => {
      let isNew = true
      while (isNew) isNew = await publishMoved(projectId, progressed)
    })
  }

  /** Publishes the newest commit of every branch that has moved. False when none has. */
  async function publishMoved(projectId: string, progressed?: Progressed): Promise<boolean> {
    let hasMoved = false
    for (const rule of await publications.findPublications(db, projectId)) {
      const result = await publishOne(rule).catch((error: unknown) => failureOf(rule, error))
      await publications.noteResult(db, rule, result?.commit, result?.text)
      progressed?.()
      hasMoved ||= result !== undefined && result.commit !== rule.lastCommit
    }
    return hasMoved
  }

  function failureOf(rule: publications.PublicationRow, error: unknown) {
    const { projectId, environmentName, lastCommit: commit } = rule
    if (error instanceof Problem) return { commit, text: FAILED + error.message }
    log.error({ err: error, projectId, environmentName }, 'Automatic publishing failed')
    return { commit, text: `${FAILED}Internal error; the log has details` }
  }

  /**
   * In whose name a branch is published. Throws `forbidden` with what to do when nobody may publish any more.
   */
  async function callerOf({ principalId, credential, hasExpired }: publications.PublicationRow) {
    const caller = credential ?? (principalId && (await findUserCaller(db, principalId)))
    if (caller && !hasExpired) return caller
    const what =
      principalId === undefined
        ? 'The user or credential that requested this has been deleted'
        : hasExpired
          ? 'The credential that requested this has expired'
          : 'The user who requested this has been deactivated'
    throw new Problem('forbidden', `${what}: set automatic publishing up again to resume it`)
  }

  async function publishOne(rule: publications.PublicationRow) {
    const caller = await callerOf(rule)
    const grant = await enterProject(db, caller, rule.projectId, 'artifacts:publish')
    const location = locationWithToken(await enterRepository(db, grant), encryption)
    const tooLong = AbortSignal.timeout(COPY_WAIT_MS)
    const folder = await unlessAborted(copies.folderOf(location, NEWS_MS), tooLong).catch(
      (error: unknown) => {
        throw tooLong.aborted ? stillCopying() : error
      },
    )
    const commit = await headOf(folder, rule.branch)
    if (commit === undefined) throw notFound('Branch', rule.branch)
    if (commit === rule.lastCommit)
      return rule.lastResult?.startsWith(FAILED) ? { commit, text: 'No new commit' } : undefined
    return { commit, text: await publishCommit(caller, rule, commit, () => readFilesAt(folder, commit)) }
  }

  /**
   * Publishes a commit unless it is the newest version; a branch that was moved back has an older one of this
   * name.
   */
  async function publishCommit(
    caller: Caller,
    { projectId, environmentName, branch }: publications.PublicationRow,
    commit: string,
    readUpload: () => Promise<Upload>,
  ): Promise<string> {
    const publishAs = async (versionname: string) => {
      const headers = { versionname, environmentname: environmentName, commithash: commit, branch }
      await artifacts.publish(caller, projectId, headers, readUpload)
      return `Published ${versionname}`
    }
    const name = automaticVersionName(branch, commit)
    try {
      return await publishAs(name)
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'conflict') throw error
      // Findings of a review: the commit is not tried again before the branch moves.
      const [first] = error.violations
      if (first !== undefined) return `${error.message}. First: ${first}`
    }
    const every = { environmentName, enabledOnly: false }
    const { results, total } = await artifacts.list(caller, projectId, every, { page: 0, size: 1, offset: 0 })
    return results[0]?.commitHash === commit ? 'Already published' : publishAs(`${name}-${total + 1}`)
  }

  return publishNew
}

/** What the result begins with that the next look at the branch may put right. */
const FAILED = 'Failed: '

const stillCopying = (): Problem =>
  conflict(`The repository is not copied after ${COPY_WAIT_MS / 1_000} s; looking again when it is`)
