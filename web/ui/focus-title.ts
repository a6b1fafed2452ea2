/** Moves the focus to the title of the page, unless something in the page has it. */
export function focusTitle(): void {
  const main = document.getElementById('main')
  if (main?.contains(document.activeElement)) return
  const title = main?.querySelector('h1') ?? main
  title?.focus({ preventScroll: true })
}
