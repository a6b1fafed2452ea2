/** What had the focus, the latest first. */
let recent: readonly HTMLElement[] = []

/**
 * To be called once, before anything is drawn. A button that is disabled while it works loses the focus; it
 * gets it back afterwards, unless something else took it.
 */
export function followFocus(): void {
  const working = new MutationObserver(() => {
    if (document.activeElement === document.body) recent[0]?.focus({ preventScroll: true })
  })
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    working.disconnect()
    working.observe(target, { attributeFilter: ['data-loading'] })
    recent = [target, ...recent.filter((one) => one !== target && one.isConnected)]
  })
}

/** The library gives the focus back after 10 ms. */
const AFTER_LIBRARY_MS = 20

/**
 * To be called when a dialog opens. What it answers is called when the dialog has closed, and gives the focus
 * to what had it last and can still take it. The library remembers one element only, which is gone where a
 * menu opened the dialog, and gives nothing back where a dialog is drawn only while it is open.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement === document.body ? [] : recent
  return () => {
    const { activeElement } = document
    setTimeout(() => {
      // Something else took it meanwhile, as the page that the dialog led to.
      if (document.activeElement !== activeElement && document.activeElement !== document.body) return
      before.some((one) => {
        one.focus({ preventScroll: true })
        return document.activeElement === one
      })
    }, AFTER_LIBRARY_MS)
  }
}
