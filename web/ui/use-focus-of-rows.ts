import { type RefObject, useEffect, useRef } from 'react'

const NEW_ROW = 'tbody tr:last-child :is(input, textarea)'
const LAST_ROW_OR_BELOW = 'tbody tr:last-child button, button:not(tbody *)'

/**
 * Keeps the focus in a table whose rows change below `root`: the first field of a row that was added takes
 * it, and when the last row that is shown was removed, the row above it, or else the first button below the
 * table.
 */
export function useFocusOfRows(root: RefObject<HTMLElement | null>, count: number) {
  const wanted = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows that the focus waits for arrive with their number
  useEffect(() => {
    if (wanted.current === undefined) return
    root.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  }, [count])
  return {
    toNewRow: () => {
      wanted.current = NEW_ROW
    },
    toLastRow: () => {
      wanted.current = LAST_ROW_OR_BELOW
    },
  }
}
