import type { Db } from '../../db/database.ts'
import { createBare } from '../../git/bare.ts'
import { gitProgramFault } from '../../git/program.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import { Problem } from '../../lib/problem.ts'
import type { Grant } from '../projects/access.ts'
import { findRepository, insertRepository } from './store.ts'

/**
 * Gives a project without a repository a hosted one, as its first pipeline needs; one that it has stays.
 * Nothing outside is touched, so whoever may push may do it.
 */
export async function hostRepository(db: Db, grant: Grant<'repository:push'>, root: string): Promise<void> {
  if ((await findRepository(db, grant.projectId)) !== undefined) return
  await refuseWithoutGit()
  await createBare(hostedFolder(root, grant.projectId))
  const { projectId } = grant
  const location = {
    projectId,
    provider: 'hosted',
    repositoryName: 'hosted',
    providerParameters: {},
  } as const
  await insertRepository(db, grant, location, undefined).catch((error: unknown) => {
    // Another request was faster: its repository is as good.
    if (!(error instanceof Problem && error.kind === 'conflict')) throw error
  })
}

/** Throws `service-unavailable` where the server has no usable `git`. */
export async function refuseWithoutGit(): Promise<void> {
  const fault = await gitProgramFault()
  if (fault !== undefined) throw new Problem('service-unavailable', fault)
}
