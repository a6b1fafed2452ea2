import { availableParallelism, loadavg } from 'node:os'
import { buildWeb } from '../scripts/build-web.ts'
import { startBenchPlatform } from './support/platform.ts'
import { measureDragging } from './support/web/dragging.ts'
import { measureExecutions } from './support/web/executions.ts'
import { measureFirstView } from './support/web/first-view.ts'
import { measureTyping } from './support/web/typing.ts'
import { startBrowser } from './support/web/window.ts'

/**
 * Question: how long does a person wait for the interface? Limits on loopback, in a browser without a
 * graphics card: the first view, a drag on a canvas of 500 components, a key until validation has answered
 * it, the list of a million executions. `npm run bench -- web [PART]` with one of the parts below.
 */
const parts = {
  'first-view': measureFirstView,
  dragging: measureDragging,
  typing: measureTyping,
  executions: measureExecutions,
} as const
const wanted = process.argv[3]
if (wanted !== undefined && !Object.hasOwn(parts, wanted))
  throw new Error(`PART is one of: ${Object.keys(parts).join(', ')}`)

await buildWeb()
await using platform = await startBenchPlatform()
await using browser = await startBrowser()
for (const [name, measure] of Object.entries(parts)) {
  if (wanted !== undefined && wanted !== name) continue
  const load = loadavg()[0]!.toFixed(1)
  console.log(`\n${name}, on ${availableParallelism()} cores with a load of ${load}, Node ${process.version}`)
  await measure(platform, browser)
}
