import { useCallback, useRef } from 'react'

/**
 * The same function in every render, which calls the one of the last render: for handlers of components that
 * draw everything again when a property changes. Not for what is called while rendering.
 */
export function useStable<A extends readonly unknown[], R>(handler: (...args: A) => R): (...args: A) => R {
  const latest = useRef(handler)
  latest.current = handler
  return useCallback((...args: A) => latest.current(...args), [])
}
