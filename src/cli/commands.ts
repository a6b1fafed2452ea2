import type { Command } from 'commander'
import { addCancel } from './commands/executions/cancel.ts'
import { addExecutions } from './commands/executions/executions.ts'
import { addLogs } from './commands/executions/logs.ts'
import { addRerun } from './commands/executions/rerun.ts'
import { addRun } from './commands/executions/run.ts'
import { addSteps } from './commands/executions/steps.ts'
import { addLogin } from './commands/login/login.ts'
import { addEnvironments } from './commands/projects/environments.ts'
import { addProjects } from './commands/projects/projects.ts'
import { addPublish } from './commands/publish/publish.ts'
import { addMigrateRepository } from './commands/repositories/migrate-repository.ts'
import { addRepositories } from './commands/repositories/repositories.ts'
import { addRunners } from './commands/runners/runners.ts'
import { addSchedules } from './commands/schedules/schedules.ts'
import { addValidate } from './commands/validate/validate.ts'
import { addVars } from './commands/variables/vars.ts'
import { processSurroundings, type Surroundings } from './terminal/terminal.ts'

/**
 * Adds login, projects, environments, runners, publish, vars, repo, migrate-repo, run, rerun, executions, steps, logs, cancel and validate
 * to `headrace`. To be run with `parseAsync`; a command that fails prints why and sets the exit code to 1.
 */
export function addClientCommands(
  program: Command,
  surroundings: Surroundings = processSurroundings(),
): void {
  // Otherwise `headrace run … --version 1.0` would be taken as the program's own --version.
  program.enablePositionalOptions()
  addLogin(program, surroundings)
  addProjects(program, surroundings)
  addEnvironments(program, surroundings)
  addRunners(program, surroundings)
  addSchedules(program, surroundings)
  addPublish(program, surroundings)
  addVars(program, surroundings)
  addRepositories(program, surroundings)
  addMigrateRepository(program, surroundings)
  addRun(program, surroundings)
  addRerun(program, surroundings)
  addExecutions(program, surroundings)
  addSteps(program, surroundings)
  addLogs(program, surroundings)
  addCancel(program, surroundings)
  addValidate(program, surroundings)
}
