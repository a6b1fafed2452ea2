import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { ArtifactId } from '../../../lib/ids.ts'
import { badRequest, conflict } from '../../../lib/problem.ts'
import { keepUnpublished, type Unpublished } from '../../artifacts/service.ts'
import type { EnteredEnvironment } from '../../environments/access.ts'
import { enterProject } from '../../projects/access.ts'
import type { NewExecution } from '../schema.ts'
import type { UnpublishedFacts } from './enqueue-store.ts'

type Wanted = Pick<NewExecution, 'versionName' | 'ref' | 'draft'>

/** Finds what a branch, a commit or a draft of the caller is now. Throws unless the caller may read it. */
export type FindUnpublished = (
  caller: Caller,
  projectId: string,
  wanted: { readonly ref: string | undefined; readonly draft: string | undefined },
) => Promise<Unpublished>

export interface UnpublishedRuns {
  /** Keeps what is to be run if that is unpublished; undefined for a version. */
  keep(
    grant: EnteredEnvironment<'executions:run'>,
    wanted: Wanted,
  ): Promise<{ readonly artifactId: ArtifactId; readonly facts: UnpublishedFacts } | undefined>
}

/** Runs of branches, commits and drafts, where the environment allows them. */
export function createUnpublishedRuns(db: Db, find: FindUnpublished): UnpublishedRuns {
  return {
    async keep(grant, wanted) {
      const { versionName, ref, draft } = wanted
      if (ref === undefined && draft === undefined) return undefined
      if ([versionName, ref, draft].filter((one) => one !== undefined).length > 1)
        throw badRequest(['body must have only one of versionName, ref and draft'])
      await enterProject(db, grant.caller, grant.projectId, 'artifacts:publish')
      refuseUnpublished(grant)
      const found = await find(grant.caller, grant.projectId, { ref, draft })
      const { commitHash } = found
      return {
        artifactId: await keepUnpublished(db, grant, found),
        facts: {
          ...(ref !== undefined && { ref }),
          ...(draft !== undefined && { draft }),
          ...(commitHash !== undefined && { commitHash }),
        },
      }
    },
  }
}

/** Throws `conflict` where an environment runs published versions only. */
export function refuseUnpublished({
  allowsUnpublished,
  environmentName,
}: Pick<EnteredEnvironment<'executions:run'>, 'allowsUnpublished' | 'environmentName'>): void {
  if (allowsUnpublished) return
  throw conflict(
    `${environmentName} runs published versions only. Publish a version and run that, or have an administrator of ` +
      'the environment or of the project turn its setting allowUnpublishedRuns on',
  )
}
