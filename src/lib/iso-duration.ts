const form =
  /^P(?=.)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/i

/**
 * The instant that lies an ISO 8601 duration such as `P1M` or `PT90M` before another, by the calendar of UTC;
 * undefined when the text is no duration, or reaches further than dates do.
 */
export function beforeBy(instant: Date, duration: string): Date | undefined {
  const parts = form.exec(duration)
  if (parts === null) return undefined
  const [years, months, weeks, days, hours, minutes, seconds] = parts
    .slice(1)
    .map((part) => Number((part ?? '0').replace(',', '.'))) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const begin = new Date(instant)
  const month = begin.getUTCMonth() - months
  // The last day of a shorter month, not one of the next.
  const lastDay = new Date(Date.UTC(begin.getUTCFullYear() - years, month + 1, 0)).getUTCDate()
  begin.setUTCFullYear(begin.getUTCFullYear() - years, month, Math.min(begin.getUTCDate(), lastDay))
  begin.setTime(
    begin.getTime() - (weeks * 7 + days) * 86_400_000 - (hours * 3_600 + minutes * 60 + seconds) * 1_000,
  )
  return begin.getTime() >= YEAR_ONE ? begin : undefined
}

const YEAR_ONE = Date.parse('0001-01-01T00:00:00Z')
