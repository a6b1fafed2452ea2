import type { FromRunner, ToRunner } from '../../protocol/messages.ts'
import { checkCondition } from './condition.ts'
import { type SampleTools, takeSample } from './sample.ts'
import { listTables } from './tables.ts'

type Wanted<Kind extends ToRunner['kind']> = Extract<ToRunner, { kind: Kind }>

/** Samples, lists of tables and conditions that a runner reads at once: they wait for no slot of a component. */
const MAX_AT_ONCE = 8

/** Takes samples, lists tables and looks for triggers for the API; each request is answered, unless it is cancelled first. */
export function createSamples(tools: SampleTools, send: (message: FromRunner) => void) {
  const open = new Map<string, AbortController>()

  function answer(
    kind: 'sampled' | 'tables-listed' | 'condition-checked',
    sample: string,
    read: (cancelled: AbortSignal) => Promise<FromRunner | undefined>,
  ): void {
    if (open.size >= MAX_AT_ONCE) {
      const message = `The runner reads for ${MAX_AT_ONCE} others at the moment; try again soon`
      send({ kind, sample, ok: false, message, latencyMs: 0 })
      return
    }
    const cancelling = new AbortController()
    open.set(sample, cancelling)
    void read(cancelling.signal).then((answered) => {
      open.delete(sample)
      if (answered !== undefined) send(answered)
    })
  }

  return {
    take: (wanted: Wanted<'sample-wanted'>) =>
      answer('sampled', wanted.sample, (cancelled) => takeSample(tools, wanted, cancelled)),
    list: (wanted: Wanted<'tables-wanted'>) =>
      answer('tables-listed', wanted.sample, (cancelled) => listTables(tools, wanted, cancelled)),
    check: (wanted: Wanted<'condition-wanted'>) =>
      answer('condition-checked', wanted.sample, (cancelled) => checkCondition(tools, wanted, cancelled)),
    cancel: (sample: string) => open.get(sample)?.abort(),
    cancelAll(): void {
      for (const cancelling of open.values()) cancelling.abort()
    },
  }
}
