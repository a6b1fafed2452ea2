import { Failure } from '../../client/failure.ts'
import type { Context } from './context.ts'

/**
 * Asks for confirmation before something is destroyed. `--yes` confirms in advance and is required without a
 * terminal. Throws Failure if the answer is no.
 */
export async function confirm(context: Context, question: string, yes: boolean | undefined): Promise<void> {
  if (yes) return
  const { stdin, stderr, ask } = context.terminal
  if (!stdin.isTTY || !stderr.isTTY)
    throw new Failure(`Cancelled: ${question}`, { hint: 'Not a terminal: pass --yes to confirm.' })
  const answer = await ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(answer)) throw new Failure('Cancelled.')
}
