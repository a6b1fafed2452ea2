import { isProblem } from '../../../api/problem.ts'

/** The parts of an endpoint's editor. */
export const endpointTabs = ['parameters', 'authentication', 'pagination', 'response'] as const
export type EndpointTab = (typeof endpointTabs)[number]

/** What keeps the connector from being stored, and where. */
export interface Fault {
  /** Position of the endpoint; absent when the fault is one of the connector. */
  readonly endpoint?: number
  /** The field below the endpoint, e.g. `url`, `queryParameters` or `pagination/nextPage`. */
  readonly field: string
  readonly sentence: string
}

const words: Readonly<Record<string, string>> = {
  name: 'Name',
  url: 'URL',
  uriParameters: 'URI parameters',
  queryParameters: 'Query parameters',
  headerParameters: 'Header parameters',
  body: 'Body',
  authentication: 'Authentication',
  pagination: 'Pagination',
  response: 'Response',
  endpoints: 'Endpoints',
}

/** The label of the field that a violation concerns. */
export const wordOf = ({ field }: Fault): string => words[field.split('/')[0]!] ?? field

/** The tab that shows the violation; undefined: it is shown above the tabs. */
export function tabOf({ field }: Fault): EndpointTab | undefined {
  const head = field.split('/')[0]!
  if (head.endsWith('Parameters') || head === 'body') return 'parameters'
  return endpointTabs.find((tab) => tab === head)
}

const place = /^body(?:\/endpoints\/(\d+))?(?:\/([^\s:]+))?:? (.*)$/s

/**
 * The violations of a problem, each at its place. `body/endpoints/0/url must be …` is one of the first
 * endpoint's URL.
 */
export function faultsOf(error: unknown): Fault[] {
  if (!isProblem(error)) return []
  return error.violations.map((violation) => {
    const [, endpoint, field = '', sentence = violation] = place.exec(violation) ?? []
    return { ...(endpoint !== undefined && { endpoint: Number(endpoint) }), field, sentence }
  })
}

/** What is to be said at a field of an endpoint: faults of the field itself and of what is in it. */
export function messageAt(
  faults: readonly Fault[],
  endpoint: number | undefined,
  field: string,
): string | undefined {
  const found = faults.filter(
    (fault) => fault.endpoint === endpoint && (fault.field === field || fault.field.startsWith(`${field}/`)),
  )
  return found.length === 0 ? undefined : found.map(({ sentence }) => sentence).join('; ')
}

interface Written {
  readonly name: string
  readonly endpoints: readonly { readonly name: string; readonly url: string }[]
}

/** What can be said before anything is sent: names and addresses that are missing. */
export function missingIn({ name, endpoints }: Written): Fault[] {
  const missing = (text: string, fault: Fault): Fault[] => (text.trim() === '' ? [fault] : [])
  return [
    ...missing(name, { field: 'name', sentence: 'the connector needs a name' }),
    ...endpoints.flatMap((one, endpoint) => [
      ...missing(one.name, { endpoint, field: 'name', sentence: 'the endpoint needs a name' }),
      ...missing(one.url, { endpoint, field: 'url', sentence: 'the endpoint needs a URL' }),
    ]),
  ]
}
