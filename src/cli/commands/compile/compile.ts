import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { closestNames } from '../../../lib/closest-names.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { Component, Pipeline } from '../../../pipeline/model.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, examples, oneOf, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { gridValues, scalarValues } from '../executions/start-values.ts'
import { withMapDatabase } from '../projects/database-names.ts'
import { projectVariables } from '../variables/project-variables.ts'
import { environmentOf } from './environment.ts'
import {
  openScratchDatabase,
  type ScratchEnvironment,
  type ScratchKind,
  scratchKinds,
} from './scratch-database.ts'
import { type CompiledSql, compileToSql } from './to-sql.ts'

interface CompileOptions extends CommonOptions {
  readonly warehouse?: ScratchKind | undefined
  readonly project?: string | undefined
  readonly environment?: string | undefined
  readonly mapDatabase?: readonly string[] | undefined
  readonly tables?: string | undefined
  readonly variables?: string | undefined
  readonly var?: readonly string[] | undefined
  readonly grid?: readonly string[] | undefined
}

/** Adds `headrace compile`. */
export function addCompile(program: Command, terminal: Terminal): void {
  withMapDatabase(withJson(program.command('compile')))
    .argument('<file>', 'a transformation: a file that ends in .tran.yaml')
    .argument('[component]', 'only this component: its statement, or the query of the rows it passes on')
    .summary('Prints the SQL of a transformation')
    .description(
      'Prints the SQL that a transformation runs: one statement for each component that writes. The SQL is ' +
        'compiled and checked with an empty database of the same kind, which the command starts and removes again. No server ' +
        'is needed; with --project and --environment it is only asked for settings and variables. The columns of tables ' +
        'come from --tables, or from those that a Table Input lists. For MYSQL ' +
        'the command starts the MariaDB that is installed on this machine; for REDSHIFT a PostgreSQL that is limited to what ' +
        'Redshift has; for BIGQUERY local-bigquery, for SNOWFLAKE fakesnow for DATABRICKS Spark and for CLICKHOUSE chdb, where they are installed.',
    )
    .option(
      '--warehouse <kind>',
      'DUCKDB (default), POSTGRES, MYSQL, REDSHIFT, BIGQUERY, SNOWFLAKE, DATABRICKS or CLICKHOUSE',
      oneOf(scratchKinds),
    )
    .addOption(
      new Option(
        '-p, --project <project>',
        'read the environment and its variables from the server',
      ).conflicts('warehouse'),
    )
    .option('-e, --environment <name>', 'environment that the SQL is for; with --variables its overrides')
    .option('--tables <file>', 'tables with columns and types: YAML, JSON, or .sql with their statements')
    .option('--variables <file>', 'variables of the project, as `vars export` writes them')
    .option('--var <name=value>', 'value of a variable; may be repeated', collect)
    .option('--grid <name=@file>', 'rows of a grid from a .json or .csv file; may be repeated', collect)
    .addHelpText(
      'after',
      examples([
        'headrace compile sales.tran.yaml --tables tables.yaml',
        'headrace compile sales.tran.yaml "By Region" --warehouse POSTGRES --tables schema.sql',
        'headrace compile sales.tran.yaml --project Demo --environment Production --tables tables.yaml',
      ]),
    )
    .action((file: string, component: string | undefined, options: CompileOptions) =>
      perform(terminal, options, (context) => compile(context, file, component, options)),
    )
}

async function compile(
  context: Context,
  file: string,
  component: string | undefined,
  options: CompileOptions,
): Promise<void> {
  const { cwd } = context.terminal
  const pipeline = await readTransformation(cwd, file)
  const only = component === undefined ? undefined : findComponent(pipeline, component, file)
  const environment = await environmentOf(context, options)
  const variables = (await projectVariables(context, options)) ?? []
  await using database = await openScratch(environment)
  const made = await compileToSql(pipeline, only, {
    warehouse: database.warehouse,
    environment: options.environment ?? '',
    projectVariables: variables.map(({ overrides, ...one }) => ({
      ...one,
      value:
        overrides.find(({ environmentName }) => environmentName === options.environment)?.value ?? one.value,
    })),
    caller: { scalars: scalarValues(options.var ?? []), grids: gridValues(options.grid ?? [], cwd) },
    tables: options.tables,
    cwd,
    note: context.note,
  })
  if (context.json) context.printJson(made)
  else for (const one of made) for (const line of sqlLines(one)) context.print(line)
}

const sqlLines = ({ component, type, sql }: CompiledSql): string[] => [
  `-- ${component.replaceAll(/\s+/g, ' ')} (${type})`,
  `${sql};`,
  '',
]

async function readTransformation(cwd: string, file: string): Promise<Pipeline> {
  // Loaded when it is needed, as in `validate`.
  const { parsePipelineFile } = await import('../../../pipeline/parse.ts')
  const { pipeline, faults } = parsePipelineFile(file, readText(resolve(cwd, file), file))
  const errors = faults.filter(({ severity }) => severity === 'error')
  if (pipeline === undefined || errors.length > 0) {
    throw new Failure(`${file} cannot be read as a pipeline.`, {
      violations: errors.map(({ line, message }) => `line ${line}: ${message}`),
    })
  }
  if (pipeline.kind === 'transformation') return pipeline
  throw new Failure(`${file} is an orchestration; only transformations are compiled to SQL.`)
}

function readText(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure(`The file ${file} could not be read: ${errorText(error)}.`)
  }
}

function findComponent({ components }: Pipeline, name: string, file: string): Component {
  const found = components.get(name)
  if (found !== undefined) return found
  const near = closestNames(name, components.keys()).map((one) => JSON.stringify(one))
  const hint =
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `It has: ${[...components.keys()].join(', ')}`
  throw new Failure(`${file} has no component ${JSON.stringify(name)}.`, { hint })
}

/** A database that does not start is no fault of the pipeline. */
async function openScratch(environment: ScratchEnvironment) {
  try {
    return await openScratchDatabase(environment)
  } catch (error) {
    throw new Failure(`The database to compile with did not start: ${errorText(error)}`, { cause: error })
  }
}
