import type { Command } from 'commander'
import { addAgentTasks } from './commands/agent-tasks/agent-tasks.ts'
import { addAlerts } from './commands/alerts/alerts.ts'
import { addAssets } from './commands/assets/assets.ts'
import { addCompile } from './commands/compile/compile.ts'
import { addCompletion } from './commands/completion/completion.ts'
import { addConnections } from './commands/connections/connections.ts'
import { addConnectors } from './commands/connectors/connectors.ts'
import { addConsumption } from './commands/consumption/consumption.ts'
import { addCredentials } from './commands/credentials/credentials.ts'
import { addCancel } from './commands/executions/cancel.ts'
import { addExecutions } from './commands/executions/executions.ts'
import { addLogs } from './commands/executions/logs.ts'
import { addRerun } from './commands/executions/rerun.ts'
import { addRun } from './commands/executions/run.ts'
import { addSample } from './commands/executions/sample.ts'
import { addSteps } from './commands/executions/steps.ts'
import { addGroups } from './commands/groups/groups.ts'
import { addLogin } from './commands/login/login.ts'
import { addMcp } from './commands/mcp/mcp.ts'
import { addEnvironments } from './commands/projects/environments.ts'
import { addProjects } from './commands/projects/projects.ts'
import { addPublish } from './commands/publish/publish.ts'
import { addRename } from './commands/rename/rename.ts'
import { addReplay } from './commands/replay/replay.ts'
import { addMigrateRepository } from './commands/repositories/migrate-repository.ts'
import { addRepositories } from './commands/repositories/repositories.ts'
import { addReview } from './commands/review/review.ts'
import { addRunners } from './commands/runners/runners.ts'
import { addSchedules } from './commands/schedules/schedules.ts'
import { addSecrets } from './commands/secrets/secrets.ts'
import { addSharedPipelines } from './commands/shared-pipelines/shared-pipelines.ts'
import { addStatistics } from './commands/statistics/statistics.ts'
import { addTest } from './commands/test/test.ts'
import { addTriggers } from './commands/triggers/triggers.ts'
import { addUsers } from './commands/users/users.ts'
import { addValidate } from './commands/validate/validate.ts'
import { addVars } from './commands/variables/vars.ts'
import { addVersion } from './commands/version/version.ts'
import { addViews } from './commands/views/views.ts'
import { addWebhookTemplates } from './commands/webhook-templates/webhook-templates.ts'
import { processTerminal, type Terminal } from './terminal/terminal.ts'

/** What the environment says of a login. */
const loginVariables = ['HEADRACE_URL', 'HEADRACE_TOKEN', 'HEADRACE_CLIENT_ID', 'HEADRACE_CLIENT_SECRET']

/**
 * Adds the commands that talk to a server. One that fails prints why and sets the exit code; run it with
 * `parseAsync`.
 */
export function addClientCommands(program: Command, given: Terminal = processTerminal()): void {
  const env: Record<string, string | undefined> = { ...given.env }
  const terminal = { ...given, env }
  program
    .option('--profile <name>', 'the saved login to use; also HEADRACE_PROFILE')
    .hook('preAction', () => {
      const { profile } = program.opts<{ readonly profile?: string }>()
      if (profile === undefined) return
      // A profile that is named on the command line wins over a login in the environment.
      env['HEADRACE_PROFILE'] = profile
      for (const name of loginVariables) delete env[name]
    })
  // Otherwise `headrace run … --version 1.0` would be taken as the program's own --version.
  program.enablePositionalOptions()
  addLogin(program, terminal)
  addProjects(program, terminal)
  addEnvironments(program, terminal)
  addConnections(program, terminal)
  addRunners(program, terminal)
  addSchedules(program, terminal)
  addTriggers(program, terminal)
  addUsers(program, terminal)
  addGroups(program, terminal)
  addCredentials(program, terminal)
  addSecrets(program, terminal)
  addConnectors(program, terminal)
  addWebhookTemplates(program, terminal)
  addAlerts(program, terminal)
  addAssets(program, terminal)
  addConsumption(program, terminal)
  addSharedPipelines(program, terminal)
  addStatistics(program, terminal)
  addPublish(program, terminal)
  addVars(program, terminal)
  addRepositories(program, terminal)
  addMigrateRepository(program, terminal)
  addRun(program, terminal)
  addRerun(program, terminal)
  addSample(program, terminal)
  addExecutions(program, terminal)
  addViews(program, terminal)
  addSteps(program, terminal)
  addLogs(program, terminal)
  addReplay(program, terminal)
  addCancel(program, terminal)
  addValidate(program, terminal)
  addTest(program, terminal)
  addReview(program, terminal)
  addCompile(program, terminal)
  addRename(program, terminal)
  addAgentTasks(program, terminal)
  addMcp(program, terminal)
  addVersion(program, terminal)
  addCompletion(program, terminal)
}
