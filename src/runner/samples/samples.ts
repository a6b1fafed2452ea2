import type { FromRunner, ToRunner } from '../../protocol/messages.ts'
import { type SampleTools, takeSample } from './sample.ts'

/** Samples that a runner takes at once: they wait for no slot of a component. */
const MAX_AT_ONCE = 8

/** Takes samples for the API; each is answered, unless it is cancelled first. */
export function createSamples(tools: SampleTools, send: (message: FromRunner) => void) {
  const open = new Map<string, AbortController>()

  function take(wanted: Extract<ToRunner, { kind: 'sample-wanted' }>): void {
    const { sample } = wanted
    if (open.size >= MAX_AT_ONCE) {
      const message = `The runner takes ${MAX_AT_ONCE} samples at once; repeat it in a moment`
      send({ kind: 'sampled', sample, ok: false, message, latencyMs: 0 })
      return
    }
    const cancelling = new AbortController()
    open.set(sample, cancelling)
    void takeSample(tools, wanted, cancelling.signal).then((answer) => {
      open.delete(sample)
      if (answer !== undefined) send(answer)
    })
  }

  return {
    take,
    cancel: (sample: string) => open.get(sample)?.abort(),
    cancelAll(): void {
      for (const cancelling of open.values()) cancelling.abort()
    },
  }
}
