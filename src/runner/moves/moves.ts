import { join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { createMasking } from '../../lib/masking.ts'
import { unlessAborted } from '../../lib/wait.ts'
import type { FromRunner, ToRunner } from '../../protocol/messages.ts'
import type { CopiedFile, CopyProgress } from '../../warehouses/lake/copy-file.ts'
import { type ProbeTools, secretsFor } from '../probes/probe.ts'
import { environmentConnection } from '../steps/environment-connection.ts'
import { fileSafe } from '../steps/file-safe.ts'

type Wanted = Extract<ToRunner, { kind: 'move-wanted' }>
type Ended = Extract<FromRunner, { kind: 'move-ended' }>

interface Open {
  readonly cancelling: AbortController
  readonly confirmed: PromiseWithResolvers<void>
  /** What the API is answered when it asks again. */
  last: FromRunner
}

/** Moves that have ended, and may be asked for again: the API did not hear of it. */
const MAX_ENDED = 20
const MAX_MESSAGE_CHARACTERS = 4_000
const MAX_NOT_KEPT = 200
const MAX_NAME_CHARACTERS = 500

/**
 * Moves of environments to lakes, for the API. It asks again while it has not heard of an end, and each time
 * is answered. Nothing is committed before it says so: until then it may be stopped, and leaves nothing.
 */
export function createMoves(tools: ProbeTools, send: (message: FromRunner) => void) {
  const open = new Map<string, Open>()
  const ended = new Map<string, Ended>()

  function take(wanted: Wanted): void {
    const { move } = wanted
    const known = ended.get(move) ?? open.get(move)?.last
    if (known !== undefined) {
      send(known)
      return
    }
    const progress = (done: CopyProgress) => ({ kind: 'move-progressed', move, ...done }) as const
    const one: Open = {
      cancelling: new AbortController(),
      confirmed: Promise.withResolvers(),
      last: progress({ tablesDone: 0, tablesTotal: 0, rows: 0 }),
    }
    const tell = (message: FromRunner) => {
      one.last = message
      send(message)
    }
    open.set(move, one)
    void copy(tools, wanted, {
      signal: one.cancelling.signal,
      onProgress: (done) => tell(progress(done)),
      async beforeCommit() {
        tell({ kind: 'move-ready', move })
        await unlessAborted(one.confirmed.promise, one.cancelling.signal)
      },
    }).then((message) => {
      open.delete(move)
      if (one.cancelling.signal.aborted) return
      remember(message)
      send(message)
    })
  }

  function remember(message: Ended): void {
    ended.set(message.move, message)
    const [oldest] = ended.keys()
    if (ended.size > MAX_ENDED) ended.delete(oldest!)
  }

  return {
    take,
    confirm: (move: string) => open.get(move)?.confirmed.resolve(),
    stop: (move: string) => open.get(move)?.cancelling.abort(new Error('The move was stopped')),
    stopAll(): void {
      for (const { cancelling } of open.values()) cancelling.abort(new Error('The session ended'))
    },
  }
}

/** Never throws; the answer says why it failed, with secrets masked. */
async function copy(
  tools: ProbeTools,
  { move, project, environment, source, target }: Wanted,
  options: Parameters<ProbeTools['warehouses']['copyToLake']>[2],
): Promise<Ended> {
  const masking = createMasking()
  const base = { kind: 'move-ended', move } as const
  let file = ''
  try {
    const filesFolder = join(tools.filesRoot, project, fileSafe(environment))
    const location = { dataDir: tools.dataDir, filesFolder, project, environment }
    const secrets = secretsFor(tools, { probe: move, project, environment })
    const reading = { signal: options.signal, mask: masking.add }
    const from = await environmentConnection(source, location, secrets, reading)
    const to = await environmentConnection(target, location, secrets, reading)
    if (from.type !== 'DUCKDB' || to.type !== 'LAKE')
      throw new Error('Only the DuckDB file of an environment can be moved, and only to a lake')
    file = from.path
    return { ...base, ok: true, file, ...shown(await tools.warehouses.copyToLake(from, to, options)) }
  } catch (error) {
    const message = masking.mask(errorText(error)).slice(0, MAX_MESSAGE_CHARACTERS)
    return { ...base, ok: false, message, file, tablesTotal: 0, rows: 0, views: 0, notKept: [] }
  }
}

const shown = ({ notKept, ...copied }: CopiedFile) => ({
  ...copied,
  notKept: [
    ...notKept.slice(0, MAX_NOT_KEPT).map((words) => words.slice(0, MAX_NAME_CHARACTERS)),
    ...(notKept.length > MAX_NOT_KEPT ? [`and ${notKept.length - MAX_NOT_KEPT} more`] : []),
  ],
})
