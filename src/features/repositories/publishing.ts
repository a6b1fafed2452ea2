import type { Db } from '../../db/database.ts'
import { revisionFault } from '../../git/refs.ts'
import type { Caller } from '../../http/caller.ts'
import type { PageRequest } from '../../http/page.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { badRequest, Problem } from '../../lib/problem.ts'
import type { Artifacts } from '../artifacts/service.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject } from '../projects/access.ts'
import { enterRepository, locationWithToken } from './access.ts'
import type { Copies } from './copies.ts'
import * as publications from './publications/store.ts'
import { commitOf } from './reading.ts'
import type { NewPublication, PublishFromGit } from './schema.ts'
import { readFilesAt } from './version-files.ts'

export interface PublishingDependencies {
  readonly db: Db
  readonly encryption: Encryption
  readonly copies: Copies
  readonly artifacts: Artifacts
}

/** Use cases of decisions.md §8, publishing from the project's repository. */
export function createPublishing({ db, encryption, copies, artifacts }: PublishingDependencies) {
  /**
   * Publishes the text files of a commit: hidden files, links, submodules and files that are not text are
   * left out.
   */
  async function publish(caller: Caller, projectId: string, wanted: PublishFromGit) {
    const { environmentName, versionName, ref } = wanted
    const grant = await enterProject(db, caller, projectId, 'artifacts:publish')
    const fault = revisionFault(ref)
    if (fault !== undefined) throw badRequest([`body/ref ${fault}`])
    const folder = await copies.folderOf(locationWithToken(await enterRepository(db, grant), encryption), 0)
    const commit = await commitOf(folder, ref)
    const headers = {
      versionname: versionName,
      environmentname: environmentName,
      commithash: commit,
      ...(!commit.startsWith(ref) && { branch: ref }),
    }
    return artifacts.publish(caller, projectId, headers, () => readFilesAt(folder, commit))
  }

  async function listAutomatic(caller: Caller, projectId: string, page: PageRequest) {
    const grant = await enterProject(db, caller, projectId, 'artifacts:read')
    return publications.listPublications(db, grant, page)
  }

  async function findAutomatic(caller: Caller, projectId: string, environmentName: string) {
    const purpose = { project: 'artifacts:read', environment: 'environment:read' } as const
    const grant = await enterEnvironment(db, caller, projectId, environmentName, purpose)
    const publication = await publications.findPublication(db, grant)
    if (publication === undefined) throw noneIn(environmentName)
    return publication
  }

  /**
   * From now on every new commit of a branch is published in an environment, with the rights of the caller.
   */
  async function automate(caller: Caller, projectId: string, { environmentName, branch }: NewPublication) {
    const purpose = { project: 'artifacts:publish', environment: 'environment:run' } as const
    const grant = await enterEnvironment(db, caller, projectId, environmentName, purpose)
    const fault = revisionFault(branch)
    if (fault !== undefined) throw badRequest([`body/branch ${fault}`])
    await enterRepository(db, grant)
    await publications.upsertPublication(db, grant, branch)
    return { environmentName, branch }
  }

  async function stopAutomatic(caller: Caller, projectId: string, environmentName: string): Promise<void> {
    const purpose = { project: 'artifacts:publish', environment: 'environment:run' } as const
    const grant = await enterEnvironment(db, caller, projectId, environmentName, purpose)
    if (!(await publications.deletePublication(db, grant))) throw noneIn(environmentName)
  }

  return { publish, findAutomatic, listAutomatic, automate, stopAutomatic }
}

export type Publishing = ReturnType<typeof createPublishing>

const noneIn = (environmentName: string): Problem =>
  new Problem('not-found', `The environment ${environmentName} has no automatic publishing`)
