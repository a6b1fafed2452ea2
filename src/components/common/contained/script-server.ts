import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLines } from '../lines.ts'
import type { ProcessOrder } from '../process.ts'
import { aborted, endGroup, exitOf, type ProcessEnd, startGroup } from '../process-group.ts'
import { MARK_BEGINS, untilMark } from '../until-mark.ts'
import type { Launch } from './scripts.ts'

/** A program in a view of its own that runs one script after another, each in a process forked from it. */
export interface ScriptServer {
  /**
   * Makes the next script ready, waits for `mayBegin`, and runs it; not before the last one has ended. Like
   * `runProcess`.
   */
  run(order: ServedScript, mayBegin: () => Promise<void>): Promise<ProcessEnd>
  /** Whether it can take another script. */
  isUsable(): boolean
  /** Ends it, and everything in its view. */
  end(): Promise<void>
}

export interface ServedScript extends Pick<ProcessOrder, 'env' | 'timeoutMs' | 'signal' | 'onLine'> {
  readonly args: readonly string[]
  /** Where the script begins. */
  readonly folder: string
}

const READY_MS = 20_000

/** Starts such a program. Undefined when it fails to start: a script that is run on its own says why. */
export async function startScriptServer(launch: Launch): Promise<ScriptServer | undefined> {
  const { child, channels } = startGroup(launch, 2)
  const [requests, ends] = channels as [(typeof channels)[0], (typeof channels)[0]]
  for (const channel of channels) channel.on('error', () => undefined) // its end is seen by what is read
  const exited = exitOf(child)
  const told = createInterface({ input: ends })[Symbol.asyncIterator]()
  const nextEnd = async (): Promise<string | undefined> => {
    const { value, done } = await told.next()
    return done === true ? undefined : value
  }
  let isUsable = true

  async function end(): Promise<void> {
    isUsable = false
    requests.destroy()
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL') // nothing of it is worth an orderly end
    } catch {
      // It has ended already.
    }
    await exited
  }

  async function run(
    { args, env, folder, timeoutMs, signal, onLine }: ServedScript,
    mayBegin: () => Promise<void>,
  ): Promise<ProcessEnd> {
    signal.throwIfAborted()
    const mark = `${MARK_BEGINS}${randomBytes(16).toString('hex')}`
    const output = Promise.all([
      readLines(untilMark(child.stdout, mark), (line) => onLine(line, 'stdout')),
      readLines(untilMark(child.stderr, mark), (line) => onLine(line, 'stderr')),
    ])
    output.catch(() => undefined) // it is not waited for after an abort
    requests.write(`${JSON.stringify({ arguments: args, env, folder, end: mark })}\n`)
    try {
      await mayBegin()
      signal.throwIfAborted()
    } catch (error) {
      await end() // with the script that is ready
      throw error
    }
    const timeout = AbortSignal.timeout(timeoutMs)
    requests.write('\n')
    const stopped = AbortSignal.any([signal, timeout])
    const code = await Promise.race([nextEnd(), aborted(stopped).then(() => STOPPED)])
    if (typeof code !== 'string') {
      isUsable = false
      requests.end() // with its script the program ends, too
      // The group is asked to end first; the script is in it.
      await endGroup(child, exited, true)
    }
    await Promise.race([output, aborted(signal)])
    signal.throwIfAborted()
    if (typeof code === 'string') return { kind: 'exited', code: Number(code) }
    return code === STOPPED ? { kind: 'timed-out' } : exited
  }

  const isReady = await Promise.race([nextEnd(), sleep(READY_MS, undefined, { ref: false })])
  if (isReady === 'ready') {
    child.once('exit', () => {
      isUsable = false
    })
    return { run, isUsable: () => isUsable, end }
  }
  await end()
  return undefined
}

const STOPPED = Symbol('stopped')
