import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { Fault } from '../../../pipeline/model.ts'
import type { Review } from '../../../pipeline/review/review.ts'
import { rulesFilePaths } from '../../../pipeline/review/rules-file-paths.ts'
import { type Context, perform } from '../../terminal/context.ts'
import { examples, oneOf, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { warehouses } from '../projects/warehouses.ts'
import { type CheckOptions, factsOf, report, withCheckOptions } from '../validate/checking.ts'
import { mistypedIsNotChecked, notChecked, readSources } from '../validate/sources.ts'

interface ReviewOptions extends CheckOptions {
  readonly rules?: string | undefined
}

/** Adds `headrace review`. */
export function addReview(program: Command, terminal: Terminal): void {
  const command = program
    .command('review')
    .argument('<dir>', 'folder with the pipelines, the top of the repository')
    .summary('Reviews the quality of a folder of pipelines')
    .description(
      'Reviews all pipelines of a folder by the rules of the repository, without a server unless --project is given. Exits with 0 ' +
        'if nothing with the severity error is found (with --strict: nothing at all), with 1 otherwise, and with 2 if they could not ' +
        'be reviewed.',
    )
    .option('--warehouse <kind>', `review for this warehouse: ${warehouses.join(', ')}`, oneOf(warehouses))
    .option('--strict', 'treat warnings as errors')
    .option('--rules <file>', `rules to use instead of ${rulesFilePaths.join(' or ')}`)
  withJson(withCheckOptions(mistypedIsNotChecked(command)))
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
  const folder = resolve(context.terminal.cwd, dir)
  const { findings, excludedFiles, reviewedFiles } = await reviewFolder(context, folder, dir, options)
  const { reviewRules } = await import('../../../pipeline/review/rules.ts')
  report(context, options, {
    command: 'review',
    folder,
    faults: findings,
    pipelines: reviewedFiles.length,
    describe: (id) => reviewRules.find((rule) => rule.id === id)?.title,
    json: (hasPassed) => ({ reviewStatus: hasPassed ? 'PASSED' : 'FAILED', findings, excludedFiles }),
  })
}

async function reviewFolder(
  context: Context,
  folder: string,
  dir: string,
  options: ReviewOptions,
): Promise<Review> {
  const { sources, faults } = await notChecked(() => readSources(folder, dir))
  const facts = await factsOf(context, options)
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
