import { homedir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { sleepUntilAborted } from '../../lib/wait.ts'

/** Standard output or standard error. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  /** Width in characters; unknown if it is not a terminal. */
  readonly columns?: number | undefined
}

/** Everything that commands use of their process, so that tests can replace it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly home: string
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined }
  readonly stdout: Output
  readonly stderr: Output
  readonly now: () => number
  /** Ends early when the signal aborts. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /**
   * Asks one question on the terminal; the answer without surrounding blanks, empty for the end of the input
   * (Ctrl-D).
   */
  readonly ask: (question: string) => Promise<string>
  readonly setExitCode: (code: number) => void
  /**
   * Calls `listener` on the first Ctrl-C, or the first of `signals`, instead of ending the process; a second
   * one ends it. The returned function puts things back.
   */
  readonly onInterrupt: (listener: () => void, signals?: readonly NodeJS.Signals[]) => () => void
  /**
   * From now on, a reader that has seen enough (`| head`) ends the process quietly, and a full disk with an
   * error message. Without a reader of standard error the command goes on.
   */
  readonly endOnLostOutput: () => void
}

/**
 * A user id without an entry in /etc/passwd has none unless HOME says so; container runtimes say this then.
 */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    env: process.env,
    cwd: process.cwd(),
    home: homeFolder(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: Date.now,
    wait: sleepUntilAborted,
    ask,
    setExitCode: (code) => {
      process.exitCode = code
    },
    onInterrupt: (listener, signals = ['SIGINT']) => {
      for (const signal of signals) process.once(signal, listener)
      return () => {
        for (const signal of signals) process.off(signal, listener)
      }
    },
    endOnLostOutput: () => {
      process.stderr.on('error', () => undefined)
      process.stdout.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EPIPE') process.exit()
        process.stderr.write(`Error: The output could not be written: ${error.message}\n`)
        process.exit(1)
      })
    },
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ABORT_ERR') throw error
    process.stderr.write('\n')
    return ''
  } finally {
    terminal.close()
  }
}
