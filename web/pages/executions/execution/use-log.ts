import { useEffect, useRef, useState } from 'react'
import { followLog, type LogState } from './follow-log.ts'
import { type LogLine, splitLines } from './log.ts'

/** More lines are not kept in the browser; the file holds all of them. */
export const MAX_LINES = 200_000
const SHOW_MS = 100

interface Followed {
  /** A list of its own each time lines came. */
  readonly lines: readonly LogLine[]
  readonly state: LogState
  readonly isCut: boolean
}

const nothing: Followed = { lines: [], state: 'reading', isCut: false }

/**
 * The log of an execution from its first line, as it grows; after a lost connection from the first line
 * again. Lines that arrive together are shown together.
 */
export function useLog(executionId: string): Followed {
  const [followed, show] = useState(nothing)
  const lines = useRef<LogLine[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let state: LogState = 'reading'
    let isCut = false
    const showSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        show({ lines: [...lines.current], state, isCut })
      }, SHOW_MS)
    }
    const stop = followLog(executionId, {
      onOpen() {
        lines.current = []
        state = 'reading'
        isCut = false
      },
      onLine(line) {
        if (lines.current.length < MAX_LINES) lines.current.push(...splitLines(line))
        else isCut = true
        showSoon()
      },
      onState(now) {
        state = now
        showSoon()
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [executionId])
  return followed
}
