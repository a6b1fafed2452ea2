import { type Figures, type Measure, measures } from './measure.ts'

/** A tool and what was measured of it. */
export interface Column {
  readonly title: string
  /** Undefined when it was not installed. */
  readonly version: string | undefined
  readonly setup: string
  readonly figures: Figures
  /** Why something is missing, in the tool's own words. */
  readonly faults: readonly string[]
}

const MAX_FAULT_CHARACTERS = 300

const rows: Record<Measure, { readonly label: string; readonly show: (value: number) => string }> = {
  start: { label: 'first start, until it takes runs', show: duration },
  first: { label: 'from a request to its first step, idle', show: duration },
  forty: { label: 'forty steps one after another', show: duration },
  perSecond: {
    label: 'runs of five steps per second',
    show: (value) => (value < 10 ? value.toFixed(2) : grouped(value)),
  },
  flights: { label: 'three million flights loaded, compared and published', show: duration },
  rss: { label: 'memory of all processes, idle', show: megabytes },
  pss: { label: 'the same, shared pages counted once', show: megabytes },
}

function duration(ms: number): string {
  if (ms < 100) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
  return ms < 10_000 ? `${(ms / 1_000).toFixed(2)} s` : `${(ms / 1_000).toFixed(0)} s`
}

function megabytes(mb: number): string {
  return `${grouped(mb)} MB`
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** The table in Markdown, a column for each tool, with the reasons for what is missing below. */
export function tableOf(columns: readonly Column[]): string {
  const measured = columns.filter(({ figures }) => Object.keys(figures).length > 0)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const head = line(['', ...measured.map(({ title, version }) => `${title} ${version ?? ''}`.trim())])
  const body = measures.map((measure) => {
    const { label, show } = rows[measure]
    return line([
      label,
      ...measured.map(({ figures }) => {
        const value = figures[measure]
        return value === undefined ? '—' : show(value)
      }),
    ])
  })
  const faults = columns.flatMap(({ title, faults }) =>
    faults.map((fault) => `- ${title}: ${oneLine(fault)}`),
  )
  const table = [head, `|${'---|'.repeat(measured.length + 1)}`, ...body].join('\n')
  return faults.length === 0 ? table : `${table}\n\n${faults.join('\n')}`
}

/** Text of another program in a line of a document. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[<>`|\s]+/g, ' ')
    .trim()
    .slice(0, MAX_FAULT_CHARACTERS)

export const setupsOf = (columns: readonly Column[]): string =>
  columns.map(({ title, setup }) => `- ${title}: ${setup}`).join('\n')

/** The document with `body` below that heading, in the place of what was there until the next heading. */
export function withSection(document: string, heading: string, body: string): string {
  const begin = document.indexOf(`${heading}\n`)
  if (begin === -1) throw new Error(`The document has no heading ${heading}`)
  const bodyAt = begin + heading.length + 1
  const next = document.indexOf('\n## ', bodyAt)
  const rest = next === -1 ? '' : document.slice(next)
  return `${document.slice(0, bodyAt)}\n${body.trim()}\n${rest}`
}
