import type { FromRunner, ToRunner } from '../../protocol/messages.ts'
import { checkCondition } from './condition.ts'
import { type SampleTools, takeSample } from './sample.ts'
import { listTables } from './tables.ts'

type Wanted<Kind extends ToRunner['kind']> = Extract<ToRunner, { kind: Kind }>

/**
 * Samples, lists of tables and conditions that a runner reads at once: they wait for no slot of a component.
 */
const MAX_AT_ONCE = 12
/**
 * Of these, those of one project: however slow its database is, the triggers and samples of others are read
 * meanwhile.
 */
const MAX_OF_PROJECT = 6

/**
 * Takes samples, lists tables and looks for triggers for the API; each request is answered, unless it is
 * cancelled first.
 */
export function createSamples(tools: SampleTools, send: (message: FromRunner) => void) {
  const open = new Map<string, { readonly project: string; readonly cancelling: AbortController }>()

  function answer(
    kind: 'sampled' | 'tables-listed' | 'condition-checked',
    { sample, project }: Pick<Wanted<'sample-wanted'>, 'sample' | 'project'>,
    read: (cancelled: AbortSignal) => Promise<FromRunner | undefined>,
  ): void {
    const busy = busyFor(project)
    if (busy !== undefined) {
      send({ kind, sample, ok: false, message: `${busy} at the moment; try again soon`, latencyMs: 0 })
      return
    }
    const cancelling = new AbortController()
    open.set(sample, { project, cancelling })
    void read(cancelling.signal).then((answered) => {
      open.delete(sample)
      if (answered !== undefined) send(answered)
    })
  }

  function busyFor(project: string): string | undefined {
    if (open.size >= MAX_AT_ONCE) return `The runner reads for ${MAX_AT_ONCE} others`
    const own = [...open.values()].filter((one) => one.project === project).length
    return own < MAX_OF_PROJECT ? undefined : `The runner reads for ${MAX_OF_PROJECT} others of this project`
  }

  return {
    take: (wanted: Wanted<'sample-wanted'>) =>
      answer('sampled', wanted, (cancelled) => takeSample(tools, wanted, cancelled)),
    list: (wanted: Wanted<'tables-wanted'>) =>
      answer('tables-listed', wanted, (cancelled) => listTables(tools, wanted, cancelled)),
    check: (wanted: Wanted<'condition-wanted'>) =>
      answer('condition-checked', wanted, (cancelled) => checkCondition(tools, wanted, cancelled)),
    cancel: (sample: string) => open.get(sample)?.cancelling.abort(),
    cancelAll(): void {
      for (const { cancelling } of open.values()) cancelling.abort()
    },
  }
}
