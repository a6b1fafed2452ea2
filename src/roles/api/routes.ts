import type { Db } from '../../db/database.ts'
import { aboutRoutes } from '../../features/about/routes.ts'
import { artifactRoutes } from '../../features/artifacts/routes.ts'
import { createArtifacts } from '../../features/artifacts/service.ts'
import { credentialRoutes } from '../../features/credentials/routes.ts'
import type { Credentials } from '../../features/credentials/service.ts'
import { environmentRoutes } from '../../features/environments/routes.ts'
import { createEnvironments } from '../../features/environments/service.ts'
import { executionRoutes } from '../../features/executions/routes.ts'
import { createExecutionLogs, createExecutions, type HandOff } from '../../features/executions/service.ts'
import { pipelineRoutes } from '../../features/pipelines/routes.ts'
import { createPipelines } from '../../features/pipelines/service.ts'
import { projectRoutes } from '../../features/projects/routes.ts'
import { createProjects } from '../../features/projects/service.ts'
import { repositoryRoutes } from '../../features/repositories/routes.ts'
import { migrationRoutes } from '../../features/repository-migration/routes.ts'
import { runnerRoutes } from '../../features/runners/routes.ts'
import type { Runners } from '../../features/runners/service.ts'
import { backfillRoutes } from '../../features/schedules/backfills/routes.ts'
import { scheduleRoutes } from '../../features/schedules/routes.ts'
import { createBackfills, createSchedules } from '../../features/schedules/service.ts'
import { createVariableHistory } from '../../features/variables/history.ts'
import { variableHistoryRoutes } from '../../features/variables/history-routes.ts'
import { variableRoutes } from '../../features/variables/routes.ts'
import { createVariables } from '../../features/variables/service.ts'
import { createVariableTransfer } from '../../features/variables/transfer.ts'
import { variableTransferRoutes } from '../../features/variables/transfer-routes.ts'
import type { Server } from '../../http/server.ts'
import { productVersion } from '../../lib/version.ts'
import type { ConnectorParts } from './connectors.ts'
import type { GitParts } from './git.ts'
import type { PeopleParts } from './people.ts'
import type { Validation } from './validate-files.ts'

export interface RouteDependencies {
  readonly db: Db
  /** Connections of their own for what waits for the disk. */
  readonly writer: Db
  /** To the runners that are connected here. */
  readonly handOff: HandOff
  readonly credentials: Credentials
  readonly runners: Runners
  readonly region: string
  readonly maxSchedulesPerProject: number
  readonly git: GitParts
  readonly validation: Validation
  readonly people: PeopleParts
  readonly connectors: ConnectorParts
}

/** Every operation of the public API, below the base path. A new slice is one line here. */
export async function registerApi(
  app: Server,
  {
    db,
    writer,
    handOff,
    credentials,
    runners,
    region,
    maxSchedulesPerProject,
    git,
    validation,
    people,
    connectors,
  }: RouteDependencies,
): Promise<void> {
  const executions = createExecutions(db, writer, handOff)
  aboutRoutes(app, { version: productVersion, apiVersion: '1.0', region })
  credentialRoutes(app, credentials)
  projectRoutes(app, createProjects(db))
  environmentRoutes(app, createEnvironments(db))
  runnerRoutes(app, runners)
  const artifacts = createArtifacts(db, validation.validateFiles)
  await artifactRoutes(app, artifacts)
  pipelineRoutes(app, createPipelines({ db, artifacts, reading: git.reading, analyses: validation.analyses }))
  executionRoutes(app, executions, createExecutionLogs(db, executions))
  scheduleRoutes(app, createSchedules({ db, maxPerProject: maxSchedulesPerProject }))
  backfillRoutes(app, createBackfills(db))
  repositoryRoutes(app, git)
  migrationRoutes(app, git.migrations)
  variableRoutes(app, createVariables(db))
  await people.routes(app)
  connectors.routes(app)
  variableHistoryRoutes(app, createVariableHistory(db))
  await variableTransferRoutes(app, createVariableTransfer(db))
}
