import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * For the panel: when a button is gone or disabled by what it did, the title of what the panel shows then
 * gets the focus, so that keys go on there and screen readers say it. It was on nothing, and the next Tab
 * began anywhere.
 */
export function useFocusKept() {
  const ref = useRef<HTMLElement>(null)
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    const button = last.current
    if (document.activeElement !== document.body || !(button instanceof HTMLButtonElement)) return
    if (button.isConnected && !button.disabled) return
    last.current = null
    const title = ref.current?.querySelector('h2')
    title?.setAttribute('tabindex', '-1')
    title?.focus({ preventScroll: true })
  })
  const onFocus = ({ target }: FocusEvent) => {
    last.current = target
  }
  return { ref, onFocus }
}
