import type { Command } from 'commander'
import { perform } from '../../terminal/context.ts'
import { collect, examples, oneOf, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { diffVars, exportVars, importVars } from './files.ts'
import type { FileOptions, ListOptions, OverrideOptions, SetOptions, UnsetOptions } from './options.ts'
import { getVar, listVars, overrideVar, setVar, unsetVar } from './values.ts'

/** Adds `headrace vars`: list, get, set, unset, override, diff, import and export. */
export function addVars(program: Command, terminal: Terminal): void {
  const vars = program
    .command('vars')
    .description('Manages project variables and their environment overrides')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')
  addReading(vars, inProject, terminal)
  addChanging(vars, inProject, terminal)
  addFiles(vars, inProject, terminal)
}

type InProject = (command: Command) => Command

function addReading(vars: Command, inProject: InProject, terminal: Terminal): void {
  inProject(vars.command('list', { isDefault: true }))
    .description('Lists the variables of a project with their overrides')
    .addOption(sortOption<'/v1/projects/{projectId}/variables'>('name'))
    .addHelpText('after', examples(['headrace vars --project Demo', 'headrace vars list -p Demo --json']))
    .action((options: ListOptions & SortedBy<'/v1/projects/{projectId}/variables'>) =>
      perform(terminal, options, (context) => listVars(context, options)),
    )

  inProject(vars.command('get').argument('<name>'))
    .description('Prints the value of a variable; with --environment the value in that environment')
    .option('-e, --environment <name>', 'environment whose override applies')
    .addHelpText(
      'after',
      examples(['headrace vars get region -p Demo', 'headrace vars get region -p Demo -e Production']),
    )
    .action((name: string, options: ListOptions) =>
      perform(terminal, options, (context) => getVar(context, name, options)),
    )
}

function addChanging(vars: Command, inProject: InProject, terminal: Terminal): void {
  inProject(vars.command('set').argument('<name>').argument('[value]', 'its value: text or a number'))
    .description('Creates or changes a variable; options that you omit keep their values')
    .option('--type <type>', 'TEXT (default), NUMBER or GRID', oneOf(['TEXT', 'NUMBER', 'GRID']))
    .option('--behaviour <behaviour>', 'COPIED (default) or SHARED', oneOf(['COPIED', 'SHARED']))
    .option('--description <text>', 'what the variable is for')
    .option(
      '--grid <file>',
      'rows of a GRID, from a .json or .csv file; the first line of CSV names the columns',
    )
    .option('--column <name>', 'name of a column of a GRID, in order; may be repeated', collect)
    .addHelpText(
      'after',
      examples([
        'headrace vars set region eu --project Demo',
        'headrace vars set limit 100 --type NUMBER --behaviour SHARED -p Demo',
        'headrace vars set shops --type GRID --grid shops.csv -p Demo',
      ]),
    )
    .action((name: string, value: string | undefined, options: SetOptions) =>
      perform(terminal, options, (context) => setVar(context, name, value, options)),
    )

  inProject(vars.command('unset').argument('<name>'))
    .description('Deletes a variable with all its overrides, or only its override in one environment')
    .option('-e, --environment <name>', 'delete only the override in this environment')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace vars unset region -p Demo -e Production --yes']))
    .action((name: string, options: UnsetOptions) =>
      perform(terminal, options, (context) => unsetVar(context, name, options)),
    )

  inProject(vars.command('override').argument('<name>').argument('<environment=value...>'))
    .description('Overrides a variable in environments; exits with 1 if one of them failed')
    .option('-n, --dry-run', 'show what would change without changing it')
    .addHelpText('after', examples(['headrace vars override region Development=eu Production=us -p Demo']))
    .action((name: string, given: string[], options: OverrideOptions) =>
      perform(terminal, options, (context) => overrideVar(context, name, given, options)),
    )
}

function addFiles(vars: Command, inProject: InProject, terminal: Terminal): void {
  const replace = '--replace'
  const replaces = 'also delete variables and overrides that the file does not name'

  inProject(vars.command('diff').argument('<file>', 'a .json, .yaml or .csv file as `vars export` writes it'))
    .description('Shows what importing a file would change; exits with 1 if there are differences')
    .option(replace, replaces)
    .addHelpText('after', examples(['headrace vars diff variables.yaml -p Demo --replace']))
    .action((file: string, options: FileOptions) =>
      perform(terminal, options, (context) => diffVars(context, file, options)),
    )

  inProject(
    vars.command('import').argument('<file>', 'a .json, .yaml or .csv file as `vars export` writes it'),
  )
    .description('Imports variables from a file, after showing the differences')
    .option(replace, replaces)
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace vars import variables.yaml -p Demo']))
    .action((file: string, options: FileOptions) =>
      perform(terminal, options, (context) => importVars(context, file, options)),
    )

  inProject(vars.command('export').argument('[file]', 'file to write; standard output by default'))
    .description('Writes all variables of a project with their overrides')
    .option(
      '--format <format>',
      'json, yaml or csv; by default the file extension, or yaml',
      oneOf(['json', 'yaml', 'csv']),
    )
    .addHelpText(
      'after',
      examples(['headrace vars export variables.yaml -p Demo', 'headrace vars export -p Demo --format csv']),
    )
    .action((file: string | undefined, options: FileOptions) =>
      perform(terminal, options, (context) => exportVars(context, file, options)),
    )
}
