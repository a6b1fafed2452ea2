import { componentCatalogue } from '../../components/component-catalogue.ts'
import { aboutSlice } from '../../features/about/slice.ts'
import { agentTasksSlice } from '../../features/agent-tasks/slice.ts'
import { alertsSlice } from '../../features/alerts/slice.ts'
import type { FindLostStarts, FixShared } from '../../features/artifacts/service.ts'
import { artifactsSlice } from '../../features/artifacts/slice.ts'
import type { Audit } from '../../features/audit/service.ts'
import { auditSlice } from '../../features/audit/slice.ts'
import { componentTypesSlice } from '../../features/component-types/slice.ts'
import { connectionsSlice } from '../../features/connections/slice.ts'
import { connectorsSlice } from '../../features/connectors/slice.ts'
import { consumptionSlice } from '../../features/consumption/slice.ts'
import type { Credentials } from '../../features/credentials/service.ts'
import { credentialsSlice } from '../../features/credentials/slice.ts'
import { directorySlice } from '../../features/directory/slice.ts'
import {
  createFindUnpublished,
  createFindUnpublishedFile,
  createReadCommit,
  createReadDraft,
  draftsSlice,
} from '../../features/drafts/slice.ts'
import { environmentMovesSlice } from '../../features/environment-moves/slice.ts'
import { environmentsSlice } from '../../features/environments/slice.ts'
import { type ExecutionsSlice, executionsSlice } from '../../features/executions/slice.ts'
import { lineageSlice } from '../../features/lineage/slice.ts'
import { oauthsSlice } from '../../features/oauths/slice.ts'
import { permissionsSlice } from '../../features/permissions/slice.ts'
import { personalTokensSlice } from '../../features/personal-tokens/slice.ts'
import { pipelinesSlice } from '../../features/pipelines/slice.ts'
import { projectsSlice } from '../../features/projects/slice.ts'
import { repositoriesSlice } from '../../features/repositories/slice.ts'
import { repositoryMigrationSlice } from '../../features/repository-migration/slice.ts'
import { reviewsSlice } from '../../features/reviews/slice.ts'
import type { Runners } from '../../features/runners/service.ts'
import { runnersSlice } from '../../features/runners/slice.ts'
import { samplesSlice } from '../../features/samples/slice.ts'
import { savedViewsSlice } from '../../features/saved-views/slice.ts'
import { schedulesWithout } from '../../features/schedules/access.ts'
import { schedulesSlice } from '../../features/schedules/slice.ts'
import { secretsSlice } from '../../features/secrets/slice.ts'
import { createResolve, fixCalls, insertUses, recordUser } from '../../features/shared-pipelines/access.ts'
import { sharedPipelinesSlice } from '../../features/shared-pipelines/slice.ts'
import { type SignInSlice, signInSlice } from '../../features/sign-in/slice.ts'
import { statisticsSlice } from '../../features/statistics/slice.ts'
import { streamingPipelinesSlice } from '../../features/streaming-pipelines/slice.ts'
import { telemetrySlice } from '../../features/telemetry/slice.ts'
import { testExecutionsSlice } from '../../features/test-executions/slice.ts'
import { tokensSlice } from '../../features/tokens/slice.ts'
import { triggersWithout } from '../../features/triggers/access.ts'
import { triggersSlice } from '../../features/triggers/slice.ts'
import { variablesSlice } from '../../features/variables/slice.ts'
import { webhookTemplatesSlice } from '../../features/webhook-templates/slice.ts'
import { type Authenticate, authenticateByPrefix } from '../../http/bearer.ts'
import type { Slice } from '../../http/slice.ts'
import type { Figure } from '../../lib/otlp/figures.ts'
import type { WakeableService } from '../../lib/service.ts'
import type { Core } from './core.ts'

export interface Slices
  extends Pick<ExecutionsSlice, 'runnerDied'>,
    Pick<SignInSlice, 'authenticateBrowser' | 'makeFirstAdmin'> {
  /** All of them, sorted. */
  readonly all: readonly Slice[]
  readonly audit: Audit
  /** Accepts every kind of token. */
  readonly authenticate: Authenticate
  readonly credentials: Credentials
  /** Metrics of runs that are exported. */
  readonly runFigures: () => readonly Figure[]
  readonly runners: Runners
}

/** Its background passes, wherever it lists them. */
export const passesOf = ({ passes = [], services = [] }: Slice): readonly WakeableService[] => [
  ...passes,
  ...services.filter((service): service is WakeableService => 'due' in service),
]

/**
 * Those who were deactivated or deleted are refused at once by the process that did it, and by others within
 * 5 s.
 */
function forgetUsers(memories: readonly { readonly forget: () => void }[]): void {
  for (const { forget } of memories) forget()
}

/** Publishing a project's pipelines decides which versions of shared pipelines they run. */
const fixShared: FixShared = async (db, projectId, calls) => {
  const { uses, faults } = await fixCalls(db, projectId, calls)
  const record: Awaited<ReturnType<FixShared>>['record'] = async (tx, bundleId) => {
    await insertUses(tx, bundleId, uses)
    await recordUser(tx, projectId, uses)
  }
  return { faults, record }
}

const MAX_LOST_STARTS = 50

const findLostStarts: FindLostStarts = async (db, environmentId, pipelines) => {
  const schedules = await schedulesWithout(db, environmentId, pipelines, MAX_LOST_STARTS)
  const triggers = await triggersWithout(db, environmentId, pipelines, MAX_LOST_STARTS)
  return [
    ...schedules.map((one) => ({ kind: 'schedule' as const, ...one })),
    ...triggers.map((one) => ({ kind: 'trigger' as const, ...one })),
  ]
}

/**
 * Every feature of an API process. A new one is a line of `all`; it has a variable of its own only when
 * another feature, or the start of the process, uses what it offers.
 */
// Over 60 lines: one line per feature, in the order of their dependencies.
export function createSlices(core: Core): Slices {
  const artifacts = artifactsSlice({ ...core, fixShared, findLostStarts })
  const audit = auditSlice(core)
  const connections = connectionsSlice(core)
  const credentials = credentialsSlice(core)
  const environmentMoves = environmentMovesSlice({ ...core, audit: audit.service })
  const lineage = lineageSlice(core)
  const oauths = oauthsSlice(core)
  const personalTokens = personalTokensSlice(core)
  const runners = runnersSlice(core)
  const secrets = secretsSlice(core)
  const signIn = signInSlice(core)
  const directory = directorySlice({ ...core, onAccessEnded: () => forgetUsers([personalTokens, signIn]) })
  const telemetry = telemetrySlice(core)
  const tokens = tokensSlice(core)

  const connectors = connectorsSlice({ ...core, oauths: oauths.service })
  const authenticate = authenticateByPrefix(
    [directory.bearer, personalTokens.bearer],
    tokens.service.authenticate,
  )
  const readDraft = createReadDraft(core.db)
  const repositories = repositoriesSlice({
    ...core,
    artifacts: artifacts.service,
    audit: audit.service,
    authenticate,
    readDraft,
    tokens: tokens.service,
  })
  const samples = samplesSlice({
    ...core,
    findUnpublishedFile: createFindUnpublishedFile(core.db, repositories.reading),
  })
  const executions = executionsSlice({
    ...core,
    audit: audit.service,
    onAssets: lineage.onAssets,
    authenticate: tokens.service.authenticate,
    probes: connections.service.probes,
    samples: samples.service,
    moves: environmentMoves.service,
    findUnpublished: createFindUnpublished(core.db, repositories.reading),
    lookups: {
      secret: secrets.service.lookUp,
      connection: connections.service.definitionFor,
      connector: connectors.service.definitionFor,
      oauthToken: oauths.service.tokenFor,
      sharedPipeline: createResolve(core.db),
    },
  })
  return {
    all: [
      aboutSlice(core),
      agentTasksSlice(core),
      alertsSlice(core),
      artifacts,
      audit,
      componentTypesSlice({ list: componentCatalogue }),
      connections,
      connectors,
      consumptionSlice(core),
      credentials,
      directory,
      draftsSlice({ ...core, writing: repositories.writing }),
      environmentMoves,
      environmentsSlice(core),
      executions,
      lineage,
      oauths,
      permissionsSlice(core),
      personalTokens,
      pipelinesSlice({
        ...core,
        artifacts: artifacts.service,
        executions: executions.service,
        readDraft,
        reading: repositories.reading,
      }),
      projectsSlice(core),
      repositories,
      repositoryMigrationSlice(core),
      reviewsSlice({ ...core, reading: repositories.reading }),
      runners,
      samples,
      schedulesSlice(core),
      secrets,
      sharedPipelinesSlice({ ...core, readCommit: createReadCommit(repositories.reading) }),
      signIn,
      statisticsSlice(core),
      streamingPipelinesSlice(core),
      telemetry,
      testExecutionsSlice({ ...core, executions: executions.service }),
      tokens,
      triggersSlice({ ...core, findConnection: connections.service.definitionFor }),
      variablesSlice(core),
      savedViewsSlice(core),
      webhookTemplatesSlice(core),
    ],
    audit: audit.service,
    authenticate,
    authenticateBrowser: signIn.authenticateBrowser,
    credentials: credentials.service,
    makeFirstAdmin: signIn.makeFirstAdmin,
    runnerDied: executions.runnerDied,
    runFigures: telemetry.figures,
    runners: runners.service,
  }
}
