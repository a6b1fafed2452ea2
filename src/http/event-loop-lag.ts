import { monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

/** Each look at how late the event loop is wakes the process. */
const LOOK_MS = 1_000
const NEVER_MS = 2_147_483_647

type Delay = Pick<RecordableHistogram, 'count' | 'min' | 'max' | 'mean' | 'stddev' | 'percentile' | 'reset'>

/** A monitor counts the time between two looks, in nanoseconds: what it waits by intention is no lag. */
const lag = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - LOOK_MS / 1_000)

const figures: Readonly<Record<string, (delay: Delay) => number>> = {
  min: (delay) => lag(delay.min),
  max: (delay) => lag(delay.max),
  mean: (delay) => lag(delay.mean),
  stddev: (delay) => delay.stddev / 1e9,
  p50: (delay) => lag(delay.percentile(50)),
  p90: (delay) => lag(delay.percentile(90)),
  p99: (delay) => lag(delay.percentile(99)),
}

/**
 * The default figures of `prom-client`, with other values of `nodejs_eventloop_lag_…`: its own take the time
 * between two looks for lag, and are NaN and 292 years when nobody has looked since they were read last.
 * These keep the last ones then.
 */
export function collectNodeFigures(registry: Registry, delay: Delay = lookingAtTheLoop()): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS })
  const names = Object.keys(figures)
  for (const name of names) registry.removeSingleMetric(nameOf(name))
  const gauges = names.map(
    (name) =>
      new Gauge({
        name: nameOf(name),
        help: `How late the event loop is, in seconds: ${name} since it was read last`,
        registers: [registry],
        ...(name === names[0] && { collect: readAll }), // it is asked first, and sets all of them
      }),
  )

  function readAll(): void {
    if (delay.count === 0) return
    for (const [i, name] of names.entries()) gauges[i]!.set(figures[name]!(delay))
    delay.reset()
  }
}

const nameOf = (figure: string): string => `nodejs_eventloop_lag_${figure}_seconds`

function lookingAtTheLoop(): Delay {
  const monitor = monitorEventLoopDelay({ resolution: LOOK_MS })
  monitor.enable()
  return monitor
}
