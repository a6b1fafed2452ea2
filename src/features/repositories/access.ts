import type { Db } from '../../db/database.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { AuthenticatedLocation, Location } from '../../git/providers/provider.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { Problem } from '../../lib/problem.ts'
import type { Grant } from '../projects/access.ts'
import { beginOperation, endOperation, findRepository, type RepositoryRow, renewOperation } from './store.ts'

export {
  countOperations,
  findRepository,
  lockRepository,
  noteEvent,
  type RepositoryRow,
  type SealedToken,
} from './store.ts'

const RETRY_AFTER_SECONDS = 15
const RENEW_MS = 20_000

/**
 * Why Git operations of a project are rejected while its repository moves (specification, rule 2 of migration
 * state).
 */
export const migrationInProgress = () =>
  new Problem(
    'conflict',
    'A migration of this repository is in progress; Git operations resume when it ends',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  )

export const noRepository = () =>
  new Problem('not-found', 'The project has no repository; associate one first (POST …/repositories)')

/** The repository of a project for reading it with Git. Throws `conflict` while a migration holds it. */
export async function enterRepository(
  db: Db,
  { projectId }: Pick<Grant, 'projectId'>,
): Promise<RepositoryRow> {
  const found = await findRepository(db, projectId)
  if (found === undefined) throw noRepository()
  if (found.migrating) throw migrationInProgress()
  return found
}

/**
 * Runs `work`, which changes the repository that it gets, as an operation that every server process sees.
 * What was read of the repository before may be of one that the project has left. Throws `conflict` while a
 * migration holds the repository; one that begins meanwhile waits.
 */
export async function changingRepository<T>(
  db: Db,
  { projectId }: Pick<Grant, 'projectId'>,
  kind: string,
  work: (repository: RepositoryRow) => Promise<T>,
): Promise<T> {
  const begun = await beginOperation(db, projectId, kind)
  if (begun === 'absent') throw noRepository()
  if (begun === 'migrating') throw migrationInProgress()
  const { id, repository } = begun
  // A failed renewal is repeated well before the lease expires.
  const renewal = setInterval(() => void renewOperation(db, id).catch(() => undefined), RENEW_MS)
  try {
    return await work(repository)
  } finally {
    clearInterval(renewal)
    await endOperation(db, id)
  }
}

/** Where the access token of a project's repository is stored. */
export const tokenCell = (projectId: string) => cellOf('repository.access_token_encrypted', projectId)

/** The location of a stored repository, with its token in the clear. */
export function locationWithToken(
  row: Location & Pick<RepositoryRow, 'projectId' | 'tokenEncrypted'>,
  encryption: Encryption,
): AuthenticatedLocation {
  const { projectId, provider, repositoryName, providerParameters, tokenEncrypted } = row
  const token = tokenEncrypted && encryption.decrypt(tokenEncrypted, tokenCell(projectId))
  return { projectId, provider, repositoryName, providerParameters, token }
}
