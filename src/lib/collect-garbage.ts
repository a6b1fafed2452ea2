import v8 from 'node:v8'
import vm from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

let collect: Collect | undefined

/**
 * Collects garbage and gives the room back, which the collector does not do on its own while a process waits.
 * It takes 100 ms and more, in which nothing else runs.
 */
export function collectGarbage(): void {
  // The collector is only exposed on request.
  v8.setFlagsFromString('--expose-gc')
  collect ??= vm.runInNewContext('gc') as Collect
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
