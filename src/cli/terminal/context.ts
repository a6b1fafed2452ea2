import { type Client, createClient } from '../../client/client.ts'
import { Failure, failureBody, failureLines } from '../../client/failure.ts'
import { patientClient } from '../../client/patience.ts'
import { quoted } from '../../components/common/contained/shell.ts'
import { fetchThroughProxies } from '../../lib/forward-proxy.ts'
import { type Paint, paintFor, printable } from './colour.ts'
import { findLogin, saveToken } from './profile.ts'
import { type Column, tableLines } from './table.ts'
import type { Terminal } from './terminal.ts'

/** Options that every command has. */
export interface CommonOptions {
  readonly json?: boolean | undefined
}

/** What the work of one command is given: where to write, as whom to ask. */
export interface Context {
  readonly terminal: Terminal
  readonly json: boolean
  readonly paint: Paint
  /** One line of the result, on standard output. */
  print(line: string): void
  /** One line about the result, on standard error; nothing under `--json`. */
  note(line: string): void
  /** The result for programs. */
  printJson(value: unknown): void
  /** A list: JSON under `--json`, else a table, or `empty` when there is nothing in it. */
  printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], empty: string): void
  /** `headrace` with these words, to be pasted into a shell. It goes to the same profile. */
  command(...words: string[]): string
  /** The server this command talks to. Throws Failure when none is configured. */
  client(): Client
  /** The same, but it waits while the server is away: for watching executions, which continue meanwhile. */
  watchingClient(): Client
}

/** Runs the work of one command and turns a Failure into words and its exit code. */
export async function perform(
  terminal: Terminal,
  { json = false }: CommonOptions,
  work: (context: Context) => Promise<void>,
): Promise<void> {
  terminal.endOnLostOutput()
  fetchThroughProxies(terminal.env)
  try {
    await work(contextOf(terminal, json))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    terminal.setExitCode(error.exitCode)
    const paint = paintFor(terminal.stderr, terminal.env)
    const [first, ...rest] = failureLines(error)
    const text = json
      ? JSON.stringify(failureBody(error), null, 2)
      : [`${paint('red', 'Error:')} ${first}`, ...rest].join('\n')
    terminal.stderr.write(`${json ? text : printable(text)}\n`)
  }
}

function contextOf(terminal: Terminal, json: boolean): Context {
  const { stdout, stderr, env } = terminal
  const print = (line: string) => void stdout.write(`${json ? line : printable(line)}\n`)
  const printJson = (value: unknown) => print(JSON.stringify(value, null, 2))
  const width = stdout.isTTY ? stdout.columns : undefined

  function printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], empty: string) {
    if (json) printJson(rows)
    else if (rows.length === 0) print(empty)
    else for (const line of tableLines(columns, rows, width)) print(line)
  }

  const note = (line: string) => void (json || stderr.write(`${printable(line)}\n`))
  let connected: Client | undefined
  const client = () => {
    connected ??= connect(terminal)
    return connected
  }
  return {
    terminal,
    json,
    paint: json ? (_colour, text) => text : paintFor(stdout, env),
    print,
    note,
    printJson,
    printTable,
    command: (...words) => ['headrace', ...profileOf(env), ...words].map(asWord).join(' '),
    client,
    watchingClient: () => patientClient(client(), { ...terminal, note }),
  }
}

/** A login in the environment takes precedence over a profile. */
const profileOf = ({
  HEADRACE_PROFILE: profile,
  HEADRACE_TOKEN,
  HEADRACE_CLIENT_ID,
}: Terminal['env']): string[] =>
  profile && !HEADRACE_TOKEN && !HEADRACE_CLIENT_ID ? ['--profile', profile] : []

const asWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text))

function connect(terminal: Terminal): Client {
  const login = findLogin(terminal)
  return createClient(login, {
    now: terminal.now,
    wait: terminal.wait,
    keepToken: (token) => {
      if (login.source !== 'profile' || !('clientId' in login)) return
      try {
        saveToken(terminal, login, token)
      } catch {
        // It only spares the next command a request; the profile may be on a disk that cannot be written.
      }
    },
  })
}
