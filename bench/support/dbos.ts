import { DBOS } from '@dbos-inc/dbos-sdk'
import pg from 'pg'

/** The same chain of steps in a popular durable-workflow library, on the same PostgreSQL server. */
export interface DbosPeer extends AsyncDisposable {
  /** Executions a second with at most `inFlight` at once. */
  measure(seconds: number, inFlight: number): Promise<number>
}

export async function startDbos(serverUrl: string, steps: number): Promise<DbosPeer> {
  const url = new URL(serverUrl)
  url.pathname = '/dbos_bench'
  const admin = new pg.Client(serverUrl)
  await admin.connect()
  await admin.query('create database dbos_bench')
  await admin.end()
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: url.href,
    systemDatabasePoolSize: 20,
    logLevel: 'error',
  })
  const chain = DBOS.registerWorkflow(
    async () => {
      let n = 0
      for (let step = 0; step < steps; step++)
        n = await DBOS.runStep(async () => n + 1, { name: `step ${step}` })
      return n
    },
    { name: 'chain' },
  )
  await DBOS.launch()

  async function measure(seconds: number, inFlight: number): Promise<number> {
    const begun = performance.now()
    let done = 0
    const worker = async () => {
      while (performance.now() - begun < seconds * 1000) {
        await chain()
        done++
      }
    }
    await Promise.all(Array.from({ length: inFlight }, worker))
    return done / ((performance.now() - begun) / 1000)
  }

  return { measure, [Symbol.asyncDispose]: () => DBOS.shutdown() }
}
