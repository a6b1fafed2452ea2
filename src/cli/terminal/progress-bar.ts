import type { Output } from './terminal.ts'

export interface ProgressBar {
  /** Shows a state such as `Pushing: 1,200 of 5,000 objects, 3.2 MiB`. */
  show(text: string): void
  /** Takes the bar off the terminal again. */
  clear(): void
}

const CELLS = 24
const CLEAR_LINE = '\r\u001b[K'

/** One line that changes on a terminal; elsewhere a line for each new phase. */
export function createProgressBar(output: Output, wanted: boolean): ProgressBar {
  let shown = ''
  let phase = ''

  function show(text: string) {
    if (!wanted) return
    if (output.isTTY) {
      shown = barOf(text).slice(0, Math.max(20, (output.columns ?? 80) - 1))
      output.write(`${CLEAR_LINE}${shown}`)
      return
    }
    const next = text.split(':', 1)[0]!
    if (next !== phase) output.write(`${text}\n`)
    phase = next
  }

  function clear() {
    if (shown !== '') output.write(CLEAR_LINE)
    shown = ''
  }

  return { show, clear }
}

/** The bar in front of the text, when the text says how much of how much is done. */
function barOf(text: string): string {
  const [, done, total] = /: ([\d,]+) of ([\d,]+) /.exec(text) ?? []
  if (done === undefined) return text
  const number = (digits: string) => Number(digits.replaceAll(',', ''))
  const share = Math.min(1, number(done) / Math.max(1, number(total!)))
  const full = Math.round(share * CELLS)
  return `[${'#'.repeat(full)}${'.'.repeat(CELLS - full)}] ${Math.floor(share * 100)} % ${text}`
}
