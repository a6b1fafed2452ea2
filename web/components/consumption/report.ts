import type { components } from '../../../openapi/types.generated.ts'

type Schemas = components['schemas']
export type ConsumptionOfDay = Schemas['ConsumptionOfDay']
type Item = Schemas['ConsumptionItem']

/** What consumption is summed by. */
export const groupings = {
  pipelineName: 'Pipeline',
  projectId: 'Project',
  environment: 'Environment',
  agentId: 'Runner',
} as const
export type Grouping = keyof typeof groupings

export const isGrouping = (text: string | undefined): text is Grouping =>
  text !== undefined && Object.hasOwn(groupings, text)

export interface Sum {
  readonly name: string
  readonly credits: number
}

const sumOf = (items: readonly Item[]): number => items.reduce((sum, { credits }) => sum + credits, 0)

/** The credits of each day, in order; the name is its date. */
export const byDay = (days: readonly ConsumptionOfDay[]): Sum[] =>
  days.map(({ consumedFrom, consumption }) => ({
    name: consumedFrom.slice(0, 10),
    credits: sumOf(consumption),
  }))

/** The credits of the whole range by one of its dimensions, the most first. */
export function byDimension(days: readonly ConsumptionOfDay[], dimension: Grouping): Sum[] {
  const items = days.flatMap(({ consumption }) => consumption)
  const groups = Map.groupBy(items, ({ dimensions }) => dimensions[dimension])
  return [...groups]
    .map(([name, own]) => ({ name, credits: sumOf(own) }))
    .toSorted((a, b) => b.credits - a.credits || (a.name < b.name ? -1 : 1))
}

const header = [
  'day',
  'type',
  'projectId',
  'project',
  'environment',
  'pipeline',
  'runnerId',
  'runner',
  'credits',
]

/** A row for each day, pipeline and runner, as RFC 4180 writes them. */
export function csvOf(days: readonly ConsumptionOfDay[], nameOf: (id: string) => string): string {
  const rows = days.flatMap(({ consumedFrom, consumption }) =>
    consumption.map(({ consumptionType, dimensions, credits }) => {
      const { projectId, environment, pipelineName, agentId } = dimensions
      return [
        consumedFrom.slice(0, 10),
        consumptionType,
        projectId,
        nameOf(projectId),
        environment,
        pipelineName,
        agentId,
        nameOf(agentId),
        String(credits),
      ]
    }),
  )
  return `${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Spreadsheets would evaluate what begins like a formula: defused as the CSV files of the API are. */
function cell(text: string): string {
  const safe = /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The first and the last day of the month that a date is in, in UTC. */
export function monthOf(date: Date): { readonly from: string; readonly to: string } {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const text = (day: Date) => day.toISOString().slice(0, 10)
  return { from: text(new Date(Date.UTC(year, month, 1))), to: text(new Date(Date.UTC(year, month + 1, 0))) }
}

/**
 * Whether it is a day that the API takes, with the one after it; an address may have anything in its place.
 */
export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001' || text >= '9999-12-31')
    return false
  // Of 30 February JavaScript makes 2 March.
  return new Date(text).getUTCDate() === Number(text.slice(-2))
}

/** The day after a date. */
export const dayAfter = (date: string): string =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

/** Few credits need more digits to be told from none. */
export function creditText(credits: number): string {
  if (credits > 0 && credits < LEAST_SHOWN) return `< ${LEAST_SHOWN}`
  return credits.toLocaleString('en', { maximumFractionDigits: credits < 1 ? 4 : 2 })
}
const LEAST_SHOWN = 0.0001
