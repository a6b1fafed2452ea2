import type { Log } from '../../lib/log.ts'
import { every, type WakeableService } from '../../lib/service.ts'
import type { OAuths } from './service.ts'

const REFRESH_MS = 30_000

/** Refreshes tokens before they end, so that an authorization which nobody uses for a while does not lapse. */
export const oauthPasses = (oauths: Pick<OAuths, 'refreshDue'>, log: Log): WakeableService[] => [
  every(REFRESH_MS, 'refresh OAuth tokens', oauths.refreshDue, (error) =>
    log.error({ err: error, pass: 'refresh OAuth tokens' }, 'A pass failed'),
  ),
]
