import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { errorText } from '../../../lib/error-text.ts'
import { productVersion } from '../../../lib/version.ts'
import type { Fault } from '../../../pipeline/model.ts'
import type { Review } from '../../../pipeline/review/review.ts'
import { rulesFilePaths } from '../../../pipeline/review/rules-file-paths.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { Failure } from '../../terminal/failure.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { count, faultLines } from '../validate/fault-text.ts'
import { sarifLog } from '../validate/sarif.ts'
import { exitCodes, notChecked, prefixOf, readSources, writeSarif } from '../validate/sources.ts'
import { projectVariables, type VariableOptions } from '../variables/project-variables.ts'

interface ReviewOptions extends CommonOptions, VariableOptions {
  readonly warehouse?: string | undefined
  readonly strict?: boolean | undefined
  readonly rules?: string | undefined
  readonly sarif?: string | undefined
  readonly format?: 'text' | 'json' | 'sarif' | undefined
}

/** Adds `headrace review`. */
export function addReview(program: Command, terminal: Terminal): void {
  withJson(
    program.command('review').argument('<dir>', 'folder with the pipelines, the top of the repository'),
  )
    .summary('review the quality of a folder of pipelines')
    .description(
      'Reviews all pipelines of a folder by the rules of the repository, without a server unless --project is given. Exits with 0 ' +
        'if nothing with the severity error is found (with --strict: nothing at all), with 1 otherwise, and with 2 if they could not ' +
        'be reviewed.',
    )
    .option('--warehouse <kind>', 'review for this warehouse, e.g. DUCKDB or SNOWFLAKE')
    .option('--strict', 'treat warnings as errors')
    .option('--rules <file>', `rules to use instead of ${rulesFilePaths.join(' or ')}`)
    .addOption(
      new Option('--variables <file>', 'variables of the project, as `vars export` writes them').conflicts(
        'project',
      ),
    )
    .option('-p, --project <project>', 'read the variables of this project from the server')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'sarif']))
    .option('--sarif <file>', 'also write SARIF 2.1.0 to this file')
    .addHelpText(
      'after',
      examples([
        'headrace review .',
        'headrace review . --json',
        'headrace review . --strict --sarif review.sarif',
        'headrace review flows --rules rules.yaml',
      ]),
    )
    .action((dir: string, options: ReviewOptions) =>
      perform(terminal, options, (context) => review(context, dir, options)),
    )
}

async function review(context: Context, dir: string, options: ReviewOptions): Promise<void> {
  const { cwd, setExitCode } = context.terminal
  const folder = resolve(cwd, dir)
  const { findings, excludedFiles, reviewedFiles } = await reviewFolder(context, folder, dir, options)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const hasPassed = errors === 0 && (options.strict !== true || findings.length === 0)
  if (!hasPassed) setExitCode(exitCodes.faults)

  const { reviewRules } = await import('../../../pipeline/review/rules.ts')
  const sarif = () =>
    sarifLog(findings, {
      name: 'headrace review',
      version: productVersion,
      prefix: prefixOf(cwd, folder),
      describe: (id) => reviewRules.find((rule) => rule.id === id)?.title,
    })
  if (options.sarif !== undefined) writeSarif(resolve(cwd, options.sarif), sarif())
  if (options.format === 'sarif') return context.printJson(sarif())
  if (context.json || options.format === 'json')
    return context.printJson({ reviewStatus: hasPassed ? 'PASSED' : 'FAILED', findings, excludedFiles })
  for (const finding of findings) for (const line of faultLines(finding, context.paint)) context.print(line)
  const warnings = findings.length - errors
  context.print(
    `${count(reviewedFiles.length, 'pipeline')}: ${count(errors, 'error')}, ${count(warnings, 'warning')}.`,
  )
}

async function reviewFolder(
  context: Context,
  folder: string,
  dir: string,
  options: ReviewOptions,
): Promise<Review> {
  const { sources, faults } = await notChecked(() => readSources(folder, dir))
  const variables = await notChecked(() => projectVariables(context, options))
  const facts = {
    warehouse: options.warehouse?.toUpperCase(),
    projectVariables: variables && new Map(variables.map((one) => [one.name, one])),
  }
  const rules = await notChecked(() => rulesIn(context, options.rules))
  // Loaded when it is needed: the other commands start faster without the pipeline language.
  const { reviewProject } = await import('../../../pipeline/review/review.ts')
  const { componentCatalog } = await import('../../../components/catalog.ts')
  const { findings, reviewedFiles, excludedFiles } = reviewProject(
    [...rules, ...sources],
    componentCatalog,
    facts,
  )
  return {
    findings: [...faults.map(asFinding), ...findings],
    reviewedFiles: [...faults.map(({ file }) => file), ...reviewedFiles],
    excludedFiles,
  }
}

const asFinding = (fault: Fault): Fault => ({ ...fault, rule: 'invalid-pipeline' })

/** The rules of a file of one's own, in the place of those of the folder. */
function rulesIn({ terminal: { cwd } }: Context, given: string | undefined) {
  if (given === undefined) return []
  try {
    return [{ path: rulesFilePaths[0], text: readFileSync(resolve(cwd, given), 'utf8') }]
  } catch (error) {
    throw new Failure(`The rules ${given} could not be read: ${errorText(error)}.`)
  }
}
