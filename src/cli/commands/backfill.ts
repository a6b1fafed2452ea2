import type { Command } from 'commander'
import { confirm } from '../terminal/confirm.ts'
import type { CommonOptions, Context } from '../terminal/context.ts'
import { dateOrInstant } from '../terminal/options.ts'

/** What every backfill takes: a past range, and whether to ask. */
export interface BackfillOptions extends CommonOptions {
  readonly project: string
  /** As `dateOrInstant` reads it, like `to`. */
  readonly from: string
  readonly to: string
  readonly dryRun?: boolean | undefined
  readonly yes?: boolean | undefined
}

export const withRange = (command: Command): Command =>
  command
    .requiredOption('--from <time>', 'start of the range', dateOrInstant)
    .requiredOption('--to <time>', 'end of the range (exclusive)', dateOrInstant)
    .option('--dry-run', 'show what would run without queuing it')
    .option('-y, --yes', 'do not ask for confirmation')

interface Plan {
  readonly total: number
  readonly alreadyRun: number
}

interface Backfill<P extends Plan> {
  /** The same request plans a backfill and begins it. */
  readonly ask: (dryRun: boolean) => Promise<P>
  /** What would run, a line each. */
  readonly lines: (plan: P) => readonly string[]
  /** What `total` counts, as in "3 of 5 due times". */
  readonly unit: string
  readonly question: (count: number, plan: P) => string
  readonly begun: (count: number, begun: P) => string
}

/** Shows the plan, and begins what it has once the user has agreed. */
export async function backfillOnceAgreed<P extends Plan>(
  context: Context,
  { dryRun, yes }: BackfillOptions,
  { ask, lines, unit, question, begun }: Backfill<P>,
): Promise<void> {
  const plan = await ask(true)
  const count = plan.total - plan.alreadyRun
  if (dryRun || count === 0) {
    if (context.json) return context.printJson(plan)
    for (const line of lines(plan)) context.print(line)
    context.note(`${count} of ${plan.total}${unit} would run; ${plan.alreadyRun} ran before.`)
    return
  }
  await confirm(context, question(count, plan), yes)
  const answer = await ask(false)
  if (context.json) context.printJson(answer)
  else context.print(begun(count, answer))
}
