import { useRef } from 'react'
import { kept } from './same.ts'

/** The value of an earlier render while it says the same: what is drawn with it is not drawn again. */
export function useKept<T>(value: T): T {
  const last = useRef(value)
  last.current = kept(value, last.current)
  return last.current
}
