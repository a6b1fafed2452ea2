import type { Command } from 'commander'
import { positive } from './options.ts'

/** Options of lists that can be long. */
export interface LimitOptions {
  readonly limit: number
  readonly all?: boolean | undefined
}

const DEFAULT_LIMIT = 25

/** Adds `--limit` and `--all`. */
export const withLimit = (command: Command, what = 'rows'): Command =>
  command
    .option('--limit <n>', `maximum number of ${what}`, positive, DEFAULT_LIMIT)
    .option('--all', 'show all')

export const limitOf = ({ limit, all }: LimitOptions): number => (all ? Number.POSITIVE_INFINITY : limit)

/** Says that there is more than `limit` showed. */
export const moreText = (limit: number): string => `More exist: --limit ${limit * 2} or --all shows them.`
