import type { ViewedList } from './schema.ts'

/** By which query parameters a view can narrow and order its list: all but those that page it. */
export const filterNames: Readonly<Record<ViewedList, readonly string[]>> = {
  EXECUTIONS: [
    'projectId',
    'pipelineName',
    'environmentName',
    'status',
    'scheduleId',
    'agentId',
    'startedAfter',
    'startedBefore',
    'queuedAfter',
    'queuedBefore',
    'timeFrame',
    'unpublished',
    'sort',
  ],
  SCHEDULES: ['name', 'pipelineName', 'environmentName', 'scheduleEnabled', 'sort'],
  EVENTS: ['from', 'to', 'operation', 'actorId', 'projectId', 'outcome', 'sort'],
}

/** Why a filter is none of the list, one sentence for each name. */
export const filterObjections = (list: ViewedList, filter: Readonly<Record<string, string>>): string[] =>
  Object.keys(filter)
    .filter((name) => !filterNames[list].includes(name))
    .map(
      (name) =>
        `body/filter/${name} is not a filter of ${list}; the filters are ${filterNames[list].join(', ')}`,
    )
