import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { pipelineReference } from '../../../pipeline/names.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, examples, positive, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { gridValues, scalarValues } from './start-values.ts'

interface SampleOptions extends CommonOptions {
  readonly project: string
  readonly environment: string
  readonly version?: string | undefined
  readonly ref?: string | undefined
  readonly draft?: string | undefined
  readonly limit?: number | undefined
  readonly columns?: boolean | undefined
  readonly sql?: boolean | undefined
  readonly var?: readonly string[] | undefined
  readonly grid?: readonly string[] | undefined
}

/** Adds `headrace sample`. */
export function addSample(program: Command, terminal: Terminal): void {
  withJson(
    program.command('sample').argument('<pipeline>', 'name of a transformation').argument('<component>'),
  )
    .summary('Shows the first rows of a component')
    .description(
      "Shows the first rows of a component of a transformation, read by the environment's runner without changing " +
        'anything; for a component that writes, the rows that it receives.',
    )
    .requiredOption('-p, --project <project>', 'id or name of the project')
    .requiredOption('-e, --environment <name>', 'environment whose database is read')
    .option('--version <name>', 'version to read; the latest published one by default')
    .option('--ref <ref>', 'branch, tag or commit instead of a version, where the environment allows it')
    .option('--draft <branch>', 'your draft of this branch instead')
    .option('-n, --limit <rows>', 'rows at most, up to 1000; 100 by default', positive)
    .option('--columns', 'only the names and types of its columns')
    .option('--sql', 'only the SQL')
    .option('--var <name=value>', 'value of a scalar variable; may be repeated', collect)
    .option(
      '--grid <name=@file>',
      'rows of a grid variable, from a .json or .csv file; may be repeated',
      collect,
    )
    .addHelpText(
      'after',
      examples([
        'headrace sample sales "By Region" --project Demo --environment Development',
        'headrace sample sales.tran.yaml "By Region" -p Demo -e Development --ref main --columns',
      ]),
    )
    .action((pipeline: string, component: string, options: SampleOptions) =>
      perform(terminal, options, (context) => showSample(context, pipeline, component, options)),
    )
}

async function showSample(
  context: Context,
  pipeline: string,
  componentName: string,
  options: SampleOptions,
): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const path = { projectId: project.id }
  const json = {
    pipelineName: pipelineReference(pipeline),
    componentName,
    environmentName: options.environment,
    versionName: options.version,
    ref: options.ref,
    draft: options.draft,
    limit: options.columns || options.sql ? 0 : options.limit,
    scalarVariables: options.var && scalarValues(options.var),
    gridVariables: options.grid && gridValues(options.grid, context.terminal.cwd),
  }
  const sample = await withNameHint(client, { ...path, ...json }, () =>
    client.post('/v1/projects/{projectId}/samples', { path, json }),
  )
  const { ok, message = '', componentName: at = componentName, columns = [], rows = [], sql = '' } = sample
  if (!ok) throw new Failure(`"${at}": ${message}`)
  if (context.json) return context.printJson(sample)
  if (options.sql) return context.print(sql)
  if (options.columns) {
    const described = [
      { title: 'column', value: ({ name }: { name: string }) => name, whole: true },
      { title: 'type', value: ({ type }: { type: string }) => type },
    ]
    return context.printTable(columns, described, 'It has no columns.')
  }
  const shown = columns.map(({ name }, index) => ({
    title: name,
    value: (row: readonly (string | null)[]) => row[index] ?? '',
  }))
  context.printTable(rows, shown, 'It has no rows.')
  if (sample.more) context.note('There are more rows; --limit shows up to 1000.')
}
