import type { Log } from '../../lib/log.ts'
import { createPasses, type WakeableService } from '../../lib/service.ts'
import type { OAuths } from './service.ts'

const REFRESH_MS = 30_000

/** Refreshes tokens before they end, so that an authorization does not lapse when unused. */
export const oauthPasses = (oauths: Pick<OAuths, 'refreshDue'>, log: Log): WakeableService[] => [
  createPasses(log)('refresh OAuth tokens', REFRESH_MS, oauths.refreshDue),
]
