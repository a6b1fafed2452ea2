import type { Command } from 'commander'
import { addCancel } from './cancel.ts'
import { addEnvironments } from './environments.ts'
import { addExecutions } from './executions.ts'
import { addLogin } from './login.ts'
import { addLogs } from './logs.ts'
import { addMigrateRepository } from './migrate-repository.ts'
import { addProjects } from './projects.ts'
import { addPublish } from './publish.ts'
import { addRepositories } from './repositories.ts'
import { addRerun } from './rerun.ts'
import { addRun } from './run.ts'
import { addRunners } from './runners.ts'
import { addSchedules } from './schedules.ts'
import { addSteps } from './steps.ts'
import { processSurroundings, type Surroundings } from './surroundings.ts'
import { addValidate } from './validate.ts'
import { addVars } from './vars.ts'

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
