import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { count } from '../validate/fault-text.ts'
import type { Renamed } from './renaming.ts'

interface RenameOptions extends CommonOptions {
  readonly dryRun?: boolean | undefined
}

/** Adds `headrace rename`. */
export function addRename(program: Command, terminal: Terminal): void {
  withJson(program.command('rename'))
    .argument(
      '<pipeline>',
      'name of the pipeline, with its folders; with its ending where two have this name',
    )
    .argument('<name>', 'its new name, with folders')
    .argument('[dir]', 'folder with all pipelines of the project', '.')
    .summary('Renames or moves a pipeline, with what runs it')
    .description(
      'Renames the file of a pipeline in a working copy. The pipelines and tests of the folder that run it run it by the new ' +
        'name then; everything else in them stays as it is written. Those that take the name from a variable are only listed. ' +
        'Commits nothing.',
    )
    .option('--dry-run', 'only say what would be changed')
    .addHelpText(
      'after',
      examples([
        'headrace rename Load "Sales/Load daily"',
        'headrace rename Load Sales/Load pipelines --dry-run',
      ]),
    )
    .action((pipeline: string, name: string, dir: string, options: RenameOptions) =>
      perform(terminal, options, async (context) => {
        // Loaded when it is needed: the other commands start faster without the pipeline language.
        const { renameIn } = await import('./renaming.ts')
        const dryRun = options.dryRun === true
        const folder = resolve(context.terminal.cwd, dir)
        const renamed = renameIn({ pipeline, name, dir, folder, dryRun })
        if (context.json) context.printJson(renamed)
        else print(context, renamed, dryRun)
      }),
    )
}

function print(context: Context, { from, to, changed, undecided }: Renamed, dryRun: boolean): void {
  context.print(`${dryRun ? 'Would rename' : 'Renamed'} ${from} to ${to}.`)
  if (changed.length > 0) {
    context.print(
      `${dryRun ? 'Would change' : 'Changed'} ${count(changed.length, 'file')} that ${changed.length === 1 ? 'runs' : 'run'} it:`,
    )
    for (const path of changed) context.print(`  ${path}`)
  }
  if (undecided.length > 0) {
    context.print('These take the name of the pipeline that they run from a variable; look at them yourself:')
    for (const path of undecided) context.print(`  ${path}`)
  }
  context.note(
    'Schedules and triggers run what is published: give them the new name once you have published it.',
  )
}
