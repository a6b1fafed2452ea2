import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { inDatabase } from '../../warehouses/conformance/databases.ts'
import type { Connection } from '../../warehouses/connection.ts'
import type { AskedLoad, AskedQuery } from './load-process.ts'

const MODULE = new URL('load-process.ts', import.meta.url).href

interface Calls {
  readonly loadInThisProcess: AskedLoad
  readonly queryInThisProcess: AskedQuery
}

/** Loads in a process that is killed with SIGKILL some milliseconds after it has begun to write. */
export async function killInTheMiddle<C extends keyof Calls>(
  call: C,
  asked: Calls[C],
  afterMs = 0,
): Promise<void> {
  const program = `import * as module from ${JSON.stringify(MODULE)}
    await module.${call}(JSON.parse(process.argv[1]), () => process.stdout.write('batch'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(asked)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await sleep(afterMs)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const never = { signal: new AbortController().signal }

/** The first cell of a query, as a number. */
export const countIn = (connection: Connection, sql: string): Promise<number> =>
  inDatabase(connection, async (warehouse) => {
    for await (const rows of (await warehouse.query(sql, never)).batches) return Number(rows[0]?.[0])
    return Number.NaN
  })
