import { Command } from 'commander'
import { StartupError } from './lib/startup-error.ts'
import { productVersion } from './lib/version.ts'
import { addServerCommands, isServerCommand, withAliases } from './roles/commands/commands.ts'

const program = new Command('headrace')
  .description('A self-hosted data-pipeline platform: control plane, scheduler, runners and command line.')
  .version(productVersion)
  .showHelpAfterError('(headrace --help lists the commands)')

addServerCommands(program)
// A process that serves for months has no use for the client's code.
const given = withAliases(process.argv)
if (!isServerCommand(given[2])) (await import('./cli/commands.ts')).addClientCommands(program)

try {
  await program.parseAsync(given)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
