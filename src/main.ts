import { Command } from 'commander'
import { addClientCommands } from './cli/commands.ts'
import { StartupError } from './lib/startup-error.ts'
import { productVersion } from './lib/version.ts'
import { addServerCommands } from './roles/commands.ts'

const program = new Command('headrace')
  .description('A self-hosted data-pipeline platform: control plane, scheduler, runners and command line.')
  .version(productVersion)
  .showHelpAfterError('(headrace --help lists the commands)')

addServerCommands(program)
addClientCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
