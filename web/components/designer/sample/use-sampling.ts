import { useEffect, useRef, useState } from 'react'
import type { Editor } from '../state/use-editor.ts'
import { type Taken, takeSample, type Wanted } from './sample.ts'

const ROWS = 100
/** Of so many components the last sample is kept. */
const MAX_KEPT = 20

export type Sampling = ReturnType<typeof useSampling>

/**
 * The samples of a pipeline's components, one request at a time. Nothing is asked of a database before the
 * user says so. `environment` is where the pipeline ran or was sampled before, or the only one where it can.
 */
export function useSampling(
  editor: Editor,
  environment: string | undefined,
  onEnvironment: (environment: string) => void,
) {
  const [isOpen, open] = useState(false)
  const [limit, setLimit] = useState(ROWS)
  const [kept, setKept] = useState<ReadonlyMap<string, Taken>>(new Map())
  const [running, setRunning] = useState<string>()
  const request = useRef<AbortController>(undefined)
  const newest = useRef(editor)
  newest.current = editor
  useEffect(() => () => request.current?.abort(), [])

  function cancel(): void {
    request.current?.abort()
    setRunning(undefined)
  }

  async function take(wanted: Wanted): Promise<void> {
    cancel()
    const asking = new AbortController()
    request.current = asking
    setRunning(wanted.component)
    const { text } = newest.current
    const taken = await takeSample(newest.current, wanted, asking.signal).then(
      (sample): Taken => ({ ...wanted, text, sample }),
      (error: unknown): Taken => ({ ...wanted, text, error }),
    )
    if (asking.signal.aborted) return
    setRunning(undefined)
    setKept((before) => {
      const others = [...before].filter(([name]) => name !== wanted.component)
      return new Map([...others.slice(1 - MAX_KEPT), [wanted.component, taken]])
    })
  }

  return {
    isOpen,
    open,
    environment,
    limit,
    /** The component that is being sampled. */
    running,
    lastOf: (component: string) => kept.get(component),
    /** The columns of components that were sampled, each once. */
    columnsOf: (components: readonly string[]) => {
      const all = components.flatMap((name) => {
        const taken = kept.get(name)
        return taken !== undefined && 'sample' in taken ? (taken.sample.columns ?? []) : []
      })
      return [...new Map(all.map((column) => [column.name, column])).values()]
    },
    cancel,
    /** Samples a component where that is known. */
    sample: (component: string) =>
      environment === undefined ? undefined : void take({ component, environment, limit }),
    /** Chooses where to sample, and samples the component that is chosen. */
    sampleIn: (chosen: string, component: string | undefined) => {
      onEnvironment(chosen)
      if (component !== undefined) void take({ component, environment: chosen, limit })
    },
    setLimit: (rows: number, component: string | undefined) => {
      setLimit(rows)
      if (component !== undefined && environment !== undefined)
        void take({ component, environment, limit: rows })
    },
  }
}
