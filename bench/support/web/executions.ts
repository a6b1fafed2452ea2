import { inTurns, msOf } from '../in-turns.ts'
import { addHistory, openLoad } from '../load.ts'
import { chain } from '../pipelines.ts'
import { type BenchPlatform, startBenchPlatform } from '../platform.ts'
import { percentile, report } from '../statistics.ts'
import { type BenchBrowser, msToShow } from './window.ts'

const FEW = 100
const MANY = Number(process.env['HEADRACE_BENCH_EXECUTIONS'] ?? 1_000_000)
const READS = 200
const VISITS = 20
/** The many may take so much longer. */
const RATIO = 1.2
/** What the page asks for. */
const requests = {
  'the newest': '/v1/pipeline-executions?limit=50',
  'their count': '/v1/pipeline-executions?limit=1&countUpTo=1001',
  'the failed, none': '/v1/pipeline-executions?limit=50&status=FAILED',
} as const

/**
 * The list of 1,000,000 executions against that of 100: through the API, and from a click in the menu to its
 * rows.
 */
export async function measureExecutions(small: BenchPlatform, browser: BenchBrowser): Promise<void> {
  await using large = await startBenchPlatform()
  await fill(small, FEW)
  await fill(large, MANY)
  for (const [what, path] of Object.entries(requests)) {
    const read = (platform: BenchPlatform) => () => msOf(() => platform.call('GET', path))
    tell(what, await inTurns(read(small), read(large), READS))
  }
  await using inSmall = await browser.open(small)
  await using inLarge = await browser.open(large)
  const visit = (context: typeof inSmall) => async () => {
    const page = await context.newPage()
    await page.goto('/runners')
    await page.getByRole('link', { name: 'local', exact: true }).first().waitFor()
    await page.waitForLoadState('networkidle') // the code of the list, which is fetched ahead
    const ms = await msToShow(
      page,
      'All executions',
      'return document.querySelectorAll("tbody tr").length >= 50',
    )
    await page.close()
    return ms
  }
  tell('the page', await inTurns(visit(inSmall), visit(inLarge), VISITS))
}

async function fill(platform: BenchPlatform, executions: number): Promise<void> {
  const projectId = await platform.project({ 'Two.orch.yaml': chain(2) })
  await using load = await openLoad(platform, projectId, 'Two')
  await load.measure(0.01, 1)
  const { rows } = await load.database.query<{ count: number }>(
    'select count(*)::integer as count from execution',
  )
  await addHistory(load, projectId, executions - rows[0]!.count)
}

/** Medians. */
function tell(what: string, [few, many]: Awaited<ReturnType<typeof inTurns>>): void {
  const [one, other] = [percentile(few, 0.5), percentile(many, 0.5)]
  report(`${what}: ${MANY.toLocaleString('en')}`, other, one * RATIO, 'ms')
  console.log(`${''.padEnd(34)} ${FEW}: ${one.toFixed(1)} ms, ratio ${(other / one).toFixed(2)}`)
}
