import { compareVersions } from '../../lib/versions.ts'
import { isPaused, runnerStatus } from './rules.ts'
import type { AgentInfo } from './schema.ts'
import type { RunnerRow } from './store.ts'

/** A runner as the specification shows it. Dates without milliseconds stay ISO 8601 UTC. */
export function agentInfo(row: RunnerRow): AgentInfo {
  const now = row.readAt
  const version = row.lastVersion ?? undefined
  const pausedUntil = row.pausedUntil ?? undefined
  const facts = {
    pausedUntil,
    stopRequestedAt: row.stopRequestedAt ?? undefined,
    liveSince: row.liveSince ?? undefined,
    everConnected: row.lastConnectedAt !== null,
    lastEndReason: row.lastEndReason ?? undefined,
    activeExecutions: row.activeExecutions,
  }
  return {
    agentId: row.id,
    agentStatus: runnerStatus(facts, now),
    agentType: row.type as AgentInfo['agentType'],
    cloudProvider: row.cloudProvider as AgentInfo['cloudProvider'],
    connected: facts.liveSince !== undefined,
    deployment: row.deployment as AgentInfo['deployment'],
    description: row.description,
    enableAutoUpdates: row.enableAutoUpdates,
    ...(row.maxInstances > 1 && { maxInstances: row.maxInstances }),
    name: row.name,
    ...(isPaused(pausedUntil, now) && { pausedUntil: pausedUntil!.toISOString() }),
    restrictedAccess: row.restrictedAccess,
    versionDetails: {
      agentUpdateAvailable: version !== undefined && compareVersions(version, row.trackVersion) < 0,
      ...(version !== undefined && { agentVersion: version }),
      support: isOlder(version, row.minimumVersion) ? 'UNSUPPORTED' : 'SUPPORTED',
      trackName: row.trackName,
      trackReleaseDate: row.trackReleaseDate.toISOString(),
      trackVersion: row.trackVersion,
    },
  }
}

/** Until it has connected nothing is known of a runner's version. */
const isOlder = (version: string | undefined, minimum: string | null): boolean =>
  version !== undefined && minimum !== null && compareVersions(version, minimum) < 0
