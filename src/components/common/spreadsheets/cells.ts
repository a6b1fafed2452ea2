/** What is in a cell: dates are texts by now, and say so by their kind. Empty cells are null. */
export type SheetCell =
  | null
  | { readonly kind: 'text' | 'date' | 'timestamp'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }

/** The way a number is shown, as far as it changes what the number is. */
export type NumberShape = 'plain' | 'date' | 'timestamp' | 'time' | 'duration'

const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1000
/** Day 0 of Google Sheets, and of Excel from March 1900 on. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.UTC(9999, 11, 31) + DAY_MS

/** A number of a sheet that may stand for a day, a moment or a duration. */
export function numberCell(value: number, shape: NumberShape): SheetCell {
  if (shape === 'duration') return { kind: 'text', value: durationText(value) }
  // A moment that is shown as a time of day is that: `h:mm` shows nothing of its days.
  if (shape === 'time')
    return { kind: 'text', value: durationText((Math.round(value * DAY_SECONDS) / DAY_SECONDS) % 1) }
  const at = Math.round(value * DAY_MS) + DAY_ZERO_MS
  if (shape === 'plain' || at < FIRST_MS || at >= LAST_MS) return { kind: 'number', value }
  const [day = '', time = ''] = new Date(at).toISOString().replace('Z', '').split('T')
  if (shape === 'date' && time === '00:00:00.000') return { kind: 'date', value: day }
  return { kind: 'timestamp', value: `${day} ${time.replace('.000', '')}` }
}

/** `25:30:00` of a day, an hour and a half: there is no type for it on every database. */
function durationText(days: number): string {
  const seconds = Math.round(Math.abs(days) * DAY_SECONDS)
  const two = (part: number) => String(part).padStart(2, '0')
  const sign = days < 0 && seconds > 0 ? '-' : ''
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${sign}${two(hours)}:${two(minutes)}:${two(seconds % 60)}`
}

/** A cell where text is wanted. */
export function cellText(cell: NonNullable<SheetCell>): string {
  return cell.kind === 'boolean' ? String(cell.value).toUpperCase() : String(cell.value)
}
