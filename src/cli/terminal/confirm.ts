import type { Context } from './context.ts'
import { Failure } from './failure.ts'

/**
 * Asks before something is destroyed. `--yes` is the answer given beforehand; where nobody can be asked it is
 * required. Throws Failure when the answer is no.
 */
export async function confirm(context: Context, question: string, yes: boolean | undefined): Promise<void> {
  if (yes) return
  const { stdin, stderr, ask } = context.surroundings
  if (!stdin.isTTY || !stderr.isTTY)
    throw new Failure(`Not done: ${question}`, { hint: 'Nobody can be asked here; repeat it with --yes.' })
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer)) throw new Failure('Not done.')
}
