import { useEffect, useRef, useState } from 'react'
import { basePath } from '../../../api/base.ts'
import { type LogLine, splitLines } from './log.ts'

/** More lines are not kept in the browser; the file holds all of them. */
export const MAX_LINES = 200_000
const SHOW_MS = 100

export type LogState = 'reading' | 'ended' | 'waiting' | 'refused'

interface Followed {
  /** A list of its own each time lines came. */
  readonly lines: readonly LogLine[]
  /** `waiting`: the connection was lost and is being made again. */
  readonly state: LogState
  readonly isCut: boolean
}

const nothing: Followed = { lines: [], state: 'reading', isCut: false }

/** Where the whole log is, as a file of JSON lines. */
export const logAddress = (executionId: string): string =>
  `${basePath}/v1/pipeline-executions/${executionId}/logs`

/**
 * The log of an execution from its first line, as it grows. A lost connection is made again by the browser and begins
 * at the first line again. Lines that arrive together are shown together.
 */
export function useLog(executionId: string): Followed {
  const [followed, show] = useState(nothing)
  const lines = useRef<LogLine[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let state: LogState = 'reading'
    let isCut = false
    const source = new EventSource(`${logAddress(executionId)}?follow=true`)
    const showSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        show({ lines: [...lines.current], state, isCut })
      }, SHOW_MS)
    }
    source.onopen = () => {
      lines.current = []
      state = 'reading'
    }
    source.addEventListener('line', ({ data }) => {
      if (lines.current.length < MAX_LINES) lines.current.push(...splitLines(JSON.parse(data) as LogLine))
      else isCut = true
      showSoon()
    })
    source.addEventListener('end', () => {
      source.close()
      state = 'ended'
      showSoon()
    })
    source.onerror = () => {
      state = source.readyState === EventSource.CLOSED ? 'refused' : 'waiting'
      showSoon()
    }
    return () => {
      source.close()
      clearTimeout(timer)
    }
  }, [executionId])
  return followed
}
