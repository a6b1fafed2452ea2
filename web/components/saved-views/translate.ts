/** What an address of the interface calls a query parameter of the API, by the list that views are of. */
const names = {
  EXECUTIONS: {
    project: 'projectId',
    status: 'status',
    pipeline: 'pipelineName',
    environment: 'environmentName',
    schedule: 'scheduleId',
    runner: 'agentId',
    after: 'startedAfter',
    before: 'startedBefore',
    queuedAfter: 'queuedAfter',
    queuedBefore: 'queuedBefore',
    timeFrame: 'timeFrame',
    unpublished: 'unpublished',
    sort: 'sort',
  },
  SCHEDULES: {
    name: 'name',
    pipeline: 'pipelineName',
    environment: 'environmentName',
    enabled: 'scheduleEnabled',
    sort: 'sort',
  },
  EVENTS: {
    from: 'from',
    to: 'to',
    operation: 'operation',
    actorId: 'actorId',
    projectId: 'projectId',
    outcome: 'outcome',
    sort: 'sort',
  },
} as const

export type ViewedList = keyof typeof names
/** The filter of a page as its address has it. */
export type AddressFilter = { readonly [name: string]: string | number | undefined }

const words = { yes: 'true', no: 'false' } as const
const isWord = (value: string): value is keyof typeof words => Object.hasOwn(words, value)

/** The query parameters that the API is asked with. */
export function toQuery(list: ViewedList, address: AddressFilter): Record<string, string> {
  const given = Object.entries(names[list]).flatMap(([name, parameter]) => {
    const value = address[name]
    if (value === undefined || value === '') return []
    const text = String(value)
    return [[parameter, parameter === 'scheduleEnabled' && isWord(text) ? words[text] : text] as const]
  })
  return Object.fromEntries(given)
}

/** The address that shows a view: all names of its list, so that what it does not have is taken away. */
export function toAddress(list: ViewedList, query: Readonly<Record<string, string>>) {
  const all = Object.entries(names[list]).map(([name, parameter]) => {
    const value = query[parameter]
    return [name, parameter === 'scheduleEnabled' && value !== undefined ? wordOf(value) : value] as const
  })
  return { ...Object.fromEntries(all), page: undefined }
}

const wordOf = (value: string) => (value === 'true' ? 'yes' : 'no')
