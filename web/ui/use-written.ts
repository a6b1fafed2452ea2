import { useEffect, useRef, useState } from 'react'

/**
 * The text of a field whose value is kept elsewhere and comes back later than the next key, e.g. from the
 * address of the page. The field shows what was typed; it follows the value only when somebody else changed
 * it.
 */
export function useWritten(value: string, onChange: (text: string) => void) {
  const [written, write] = useState(value)
  /** What was handed on and has not come back, the oldest first. */
  const underway = useRef<readonly string[]>([])
  useEffect(() => {
    const at = underway.current.indexOf(value)
    underway.current = underway.current.slice(at + 1)
    if (at === -1) {
      underway.current = []
      write(value)
    }
  }, [value])
  function type(text: string): void {
    underway.current = [...underway.current, text]
    write(text)
    onChange(text)
  }
  return [written, type] as const
}
