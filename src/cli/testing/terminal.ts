import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Command } from 'commander'
import { addClientCommands } from '../commands.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** A person at a terminal of 200 columns, or a script, in a folder of its own. */
export interface TestTerminal extends Disposable {
  readonly folder: string
  readonly terminal: Terminal
  /** Milliseconds that were waited for, without waiting. */
  readonly waits: readonly number[]
  /** Runs `headrace` with these arguments. */
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>
  interrupt(): void
}

export interface TestTerminalOptions {
  readonly env?: Readonly<Record<string, string>>
  /** A text, or the pieces in which it arrives. */
  readonly stdin?: string | readonly Buffer[]
  readonly interactive?: boolean
  readonly answer?: string
  readonly onWait?: (ms: number) => void
}

export function openTerminal(options: TestTerminalOptions = {}): TestTerminal {
  const folder = mkdtempSync(join(tmpdir(), 'headrace-cli-'))
  const interactive = options.interactive ?? false
  const waits: number[] = []
  let out = ''
  let err = ''
  let code = 0
  let listener: (() => void) | undefined
  const terminal: Terminal = {
    env: { NO_COLOR: '1', ...options.env },
    cwd: folder,
    home: join(folder, 'home'),
    stdin: Object.assign(
      Readable.from(typeof options.stdin === 'object' ? options.stdin : [options.stdin ?? '']),
      { isTTY: interactive },
    ),
    stdout: { write: (text) => (out += text), isTTY: interactive, columns: 200 },
    stderr: { write: (text) => (err += text), isTTY: interactive, columns: 200 },
    now: () => waits.reduce((at, ms) => at + ms, Date.parse('2025-03-01T12:00:00Z')),
    wait: async (ms) => {
      waits.push(ms)
      options.onWait?.(ms)
      await new Promise((resolve) => setImmediate(resolve))
    },
    ask: async () => options.answer ?? '',
    setExitCode: (value) => {
      code = value
    },
    onInterrupt: (given) => {
      listener = given
      return () => {
        listener = undefined
      }
    },
    endOnLostOutput: () => undefined,
  }

  async function run(...args: string[]) {
    out = ''
    err = ''
    code = 0
    const program = new Command('headrace').version('0.0.0').exitOverride()
    addClientCommands(program, terminal)
    await program.parseAsync(args, { from: 'user' })
    return { code, out, err }
  }

  return {
    folder,
    terminal,
    waits,
    run,
    interrupt: () => listener?.(),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

/** What a terminal's environment says to go to `api` as `credential`. */
export const loginTo = (
  api: { readonly url: string },
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
) => ({ HEADRACE_URL: api.url, HEADRACE_CLIENT_ID: clientId, HEADRACE_CLIENT_SECRET: clientSecret })
