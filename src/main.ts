import { Command, CommanderError } from 'commander'
import { StartupError } from './lib/startup-error.ts'
import { productVersion } from './lib/version.ts'
import { addServerCommands, isServerCommand, withAliases } from './roles/commands/commands.ts'

refuseRemovedFolder()
const program = new Command('headrace')
  .description('A self-hosted data-pipeline platform: control plane, scheduler, runners and command line.')
  .version(productVersion)
  .showHelpAfterError('(headrace --help lists the commands)')

addServerCommands(program)
// A process that serves for months has no use for the client's code.
const given = withAliases(process.argv)
let words: string | undefined
if (!isServerCommand(given[2])) {
  const { addClientCommands } = await import('./cli/commands.ts')
  const { completed } = await import('./cli/commands/completion/completion.ts')
  addClientCommands(program)
  words = completed(program, given)
}

try {
  if (words === undefined) await program.parseAsync(given)
  else console.log(words)
} catch (error) {
  // It has been printed.
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else if (error instanceof StartupError) {
    console.error(error.message)
    process.exitCode = 1
  } else throw error
}

/** Whatever reads or writes a file by a relative name, and a child process, would fail with a stack. */
function refuseRemovedFolder(): void {
  try {
    process.cwd()
  } catch {
    console.error('The working directory has been removed. Change to another one.')
    process.exit(1)
  }
}
