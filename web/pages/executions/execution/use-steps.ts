import { type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, queryClient } from '../../../api/client.ts'
import { isBehind, nothingRead, PAGE_STEPS, readOn, type StepsRead } from './read-steps.ts'

const LIVE_MS = 800
const BEHIND_MS = 20

export interface Wanted {
  readonly projectId: string
  readonly executionId: string
  readonly isLive: boolean
}

const keyOf = ({ projectId, executionId }: Omit<Wanted, 'isLive'>) => [
  'steps of an execution',
  projectId,
  executionId,
]

/**
 * Reads the steps after those already read: immediately while it lags behind, then at intervals while there
 * may be more.
 */
const stepsQuery = (wanted: Wanted): UseQueryOptions<StepsRead> => ({
  queryKey: keyOf(wanted),
  queryFn: () =>
    readOn(stepsReadOf(wanted) ?? nothingRead, async (page) => {
      const { projectId, executionId: pipelineExecutionId } = wanted
      const { data, error } = await client.GET(
        '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps',
        { params: { path: { projectId, pipelineExecutionId }, query: { page, size: PAGE_STEPS } } },
      )
      if (error !== undefined) throw error
      return data
    }),
  refetchInterval: ({ state: { data } }) => {
    if (data !== undefined && isBehind(data)) return BEHIND_MS
    const isOpen = data?.steps.some(({ result }) => result === 'RUNNING') ?? false
    return wanted.isLive || isOpen ? LIVE_MS : false
  },
  structuralSharing: false,
  // Those of children are read through the cache: what a caller takes of the result does not say what it
  // shows.
  notifyOnChangeProps: ['data', 'error'],
})

/** The steps of an execution as far as they are read; they come by themselves while it is live. */
export function useSteps(wanted: Wanted) {
  const steps = useQuery(stepsQuery(wanted))
  const { isLive } = wanted
  const { refetch } = steps
  useEffect(() => {
    if (!isLive) void refetch() // what began just before the end
  }, [isLive, refetch])
  return steps
}

/** What was read of an execution by now, without reading anything. */
export const stepsReadOf = (execution: Omit<Wanted, 'isLive'>): StepsRead | undefined =>
  queryClient.getQueryData<StepsRead>(keyOf(execution))

/** The same of several executions, e.g. children, in the order they are given. */
export function useStepsOf(wanted: readonly Wanted[]) {
  const ended = wanted.filter(({ isLive }) => !isLive)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what began just before the end, once for each that ends
  useEffect(() => {
    for (const one of ended) void queryClient.invalidateQueries({ queryKey: keyOf(one) })
  }, [ended.map(({ executionId }) => executionId).join(' ')])
  return useQueries({ queries: wanted.map(stepsQuery) })
}
