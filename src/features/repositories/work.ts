import type { Db } from '../../db/database.ts'
import { isUnavailable } from '../../db/errors.ts'
import { ProviderError } from '../../git/providers/provider.ts'
import type { Providers } from '../../git/providers/providers.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { inLanes } from '../../lib/in-lanes.ts'
import type { Log } from '../../lib/log.ts'
import { patiently } from '../../lib/patiently.ts'
import { Problem } from '../../lib/problem.ts'
import { createPasses, type Progressed, type WakeableService } from '../../lib/service.ts'
import { changingRepository, locationWithToken, tokenCell } from './access.ts'
import type { PipelineIndex } from './pipeline-index/service.ts'
import { checkIsDue, takeDueProjects } from './publications/store.ts'
import type { PublishNew } from './publish-new.ts'
import { rotationHorizon } from './rules.ts'
import { tidyFolders } from './tidy.ts'
import { claimExpiringToken, saveRotation, type TokenClaim } from './tokens/store.ts'

export interface RepositoryWork {
  readonly db: Db
  readonly providers: Providers
  readonly encryption: Encryption
  readonly clock: Clock
  readonly log: Log
  readonly publishNew: PublishNew
  readonly index: PipelineIndex
  /** Folder for hosted repositories and copies. */
  readonly root: string
}

const PUBLISH_MS = 5_000
const POLL_SECONDS = 30
const PROJECTS_AT_ONCE = 4
const INDEX_MS = 10_000
const ROTATE_MS = 600_000
const TIDY_MS = 3_600_000
/** A new token that cannot be stored is tried for so long. */
const SAVE_MS = 60_000

/** The background passes of repositories. Every API process runs them; none leads. */
export function repositoryPasses(work: RepositoryWork): WakeableService[] {
  const { db, log, root, clock } = work
  const now = () => clock.now().getTime()
  const pass = createPasses(log)

  /** Some side by side, because a project may wait for its remote. */
  async function publishBranches(_: AbortSignal, progressed: Progressed): Promise<void> {
    await inLanes(await takeDueProjects(db, POLL_SECONDS), PROJECTS_AT_ONCE, (projectId) =>
      work
        .publishNew(projectId, progressed)
        .catch((error: unknown) => log.error({ err: error, projectId }, 'Publishing new branches failed')),
    )
  }

  return [
    pass('index pipelines', INDEX_MS, (_, progressed) => work.index.refreshDue(progressed)),
    pass('publish branches', PUBLISH_MS, publishBranches, checkIsDue(POLL_SECONDS)),
    pass('rotate provider tokens', ROTATE_MS, (_, progressed) => rotateTokens(work, progressed)),
    pass('tidy git folders', TIDY_MS, (_, progressed) => tidyFolders({ db, root, log, now, progressed })),
  ]
}

/**
 * Trades stored tokens that expire soon for new ones. A failure is stored with the repository and retried.
 * The provider may take long to answer, so no transaction is open meanwhile; a migration that begins waits
 * for the new token.
 */
export async function rotateTokens(work: RepositoryWork, progressed?: Progressed): Promise<void> {
  for (;;) {
    const claim = await claimExpiringToken(work.db, rotationHorizon(work.clock.now()))
    if (claim === undefined) return
    try {
      await changingRepository(work.db, claim, 'rotate token', () => rotateClaimed(work, claim))
    } catch (error) {
      // The repository is being moved, or was removed, since the claim.
      if (!(error instanceof Problem)) throw error
    }
    progressed?.()
  }
}

async function rotateClaimed(work: RepositoryWork, claim: TokenClaim): Promise<void> {
  const result = await rotated(work, claim)
  const until = Date.now() + SAVE_MS
  // The old token is no longer valid: a restart of the database must not lose the new one.
  await patiently(
    (error) => !isUnavailable(error) || Date.now() > until,
    () => undefined,
    () => saveRotation(work.db, claim, result),
  )
}

async function rotated({ providers, encryption, clock, log }: RepositoryWork, claim: TokenClaim) {
  const provider = providers[claim.provider]
  if (provider.rotate === undefined) return { fault: 'The provider cannot rotate tokens' }
  try {
    const { token, expiresAt } = await provider.rotate(locationWithToken(claim, encryption), clock.now())
    return { encrypted: encryption.encrypt(token, tokenCell(claim.projectId)), expiresAt }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ project: claim.projectId, reason: error.message }, 'Could not rotate an access token')
    return { fault: error.message }
  }
}
