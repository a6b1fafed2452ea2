import { openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { mean, report } from './support/statistics.ts'

/**
 * Question: what does an alert rule cost executions? Five-component pipelines are run as fast as they are
 * done, in turns with no rule, with a rule that watches every end of the project, and with none again. To
 * reach: at most 3 % fewer executions a second. `npm run bench -- alerts [seconds a round] [rounds]`.
 */
const COMPONENTS = 5
const IN_FLIGHT = 300
const MAX_COST = 0.03
const SECONDS = Number(process.argv[3] ?? 10)
const ROUNDS = Number(process.argv[4] ?? 5)

await using platform = await startBenchPlatform()
const projectId = await platform.project({ 'Five.orch.yaml': chain(COMPONENTS) })
const channel = await platform.call<{ id: string }>('POST', '/v1/alert-channels', {
  projectId,
  name: 'Nobody',
  type: 'WEBHOOK',
  webhookUrl: 'http://127.0.0.1:9/',
})
const wanted = { projectId, name: 'Every end', events: ['FAILED'], channelIds: [channel.id] }
const rule = await platform.call<{ id: string }>('POST', '/v1/alert-rules', { ...wanted, enabled: false })
const enable = (enabled: boolean) =>
  platform.call('PUT', `/v1/alert-rules/${rule.id}`, { ...wanted, enabled })
await using load = await openLoad(platform, projectId, 'Five')
await load.measure(3, IN_FLIGHT) // warm

const without: number[] = []
const withRule: number[] = []
for (let round = 1; round <= ROUNDS; round++) {
  // The order changes from round to round: what the machine does meanwhile must not favour one.
  for (const enabled of round % 2 === 0 ? [true, false] : [false, true]) {
    await enable(enabled)
    const rate = await load.measure(SECONDS, IN_FLIGHT)
    ;(enabled ? withRule : without).push(rate)
    console.log(`round ${round}, ${enabled ? 'with a rule' : 'without'}: ${rate.toFixed(0)}/s`)
  }
}
const cost = 1 - mean(withRule) / mean(without)
console.log(`without: ${mean(without).toFixed(0)}/s, with a rule: ${mean(withRule).toFixed(0)}/s`)
report('kept with a rule', (1 - cost) * 100, (1 - MAX_COST) * 100, ' %')
