import pg from 'pg'
import { chain } from './support/pipelines.ts'
import { type BenchPlatform, startBenchPlatform } from './support/platform.ts'

/**
 * Question: does the memory of the API depend on the length of a log that is downloaded? Two downloads at
 * once of a log of 15 MB, and of one of 147 MB. To reach: both grow the process by at most 150 MiB.
 * `npm run bench -- logs`.
 */
const LINES = 200
const LINE_CHARACTERS = 5_000
const REACH_MIB = 150

await using platform = await startBenchPlatform()
const projectId = await platform.project({ 'One.orch.yaml': chain(1) })
const database = new pg.Client({ connectionString: platform.databaseUrl })
await database.connect()
for (const chunks of [15, 147]) {
  const id = await aLog(chunks)
  const { grownMib, seconds, bytes } = await download(platform, id)
  const verdict = grownMib <= REACH_MIB ? 'reached' : 'missed'
  const size = `${Math.round(bytes / 1e6)} MB`
  console.log(
    `two downloads of ${size}: ${grownMib.toFixed(0)} MiB more memory (at most ${REACH_MIB}: ${verdict}), ${((2 * bytes) / 1e6 / seconds).toFixed(0)} MB/s`,
  )
}
await database.end()

/** An execution with a log of so many megabytes. */
async function aLog(chunks: number): Promise<string> {
  const { pipelineExecutionId: id } = await platform.call<{ pipelineExecutionId: string }>(
    'POST',
    `/v1/projects/${projectId}/pipeline-executions`,
    { pipelineName: 'One', environmentName: 'Bench' },
  )
  await database.query(
    `insert into execution_log (root_id, first_line, line_count, lines)
     select $1::uuid, 1000 + n * $3::int, $3::int, repeat(rpad('{"text":"', $4::int - 3, md5(n::text)) || '"}' || E'\\n', $3::int)
       from generate_series(0, $2::int - 1) n`,
    [id, chunks, LINES, LINE_CHARACTERS],
  )
  return id
}

async function download({ origin, headers }: BenchPlatform, id: string) {
  const before = await residentMib()
  let most = before
  let reading = true
  const watching = (async () => {
    while (reading) most = Math.max(most, await residentMib())
  })()
  const begun = performance.now()
  const one = async () => {
    const response = await fetch(`${origin}/api/v1/pipeline-executions/${id}/logs`, { headers })
    let bytes = 0
    for await (const chunk of response.body!) bytes += chunk.length
    return bytes
  }
  const [bytes] = await Promise.all([one(), one()])
  const seconds = (performance.now() - begun) / 1000
  reading = false
  await watching
  return { grownMib: most - before, seconds, bytes }
}

async function residentMib(): Promise<number> {
  const text = await (await fetch(`${platform.origin}/metrics`, { headers: platform.headers })).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1]) / 1024 / 1024
}
