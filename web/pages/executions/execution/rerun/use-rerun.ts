import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { rerunOne } from '../../../../components/executions/rerun.ts'
import type { Execution } from '../../../../components/executions/shapes.ts'
import { changedValues, type Entered } from '../../../../components/run-fields/values.ts'
import { givenAtStart, hiddenIn, isRepeat } from './rerun-values.ts'

const ALL = { page: 0, size: 100 } as const

/** Repeats an execution as it was, from its start or from the step that failed; returns the new id. */
export async function repeat(execution: Execution, from: 'START' | 'FAILED_STEP'): Promise<string> {
  const id = await rerunOne(execution, from)
  void invalidate('/v1/pipeline-executions')
  return id
}

/**
 * The version and the values that the user wants, beginning with those of the earlier execution. Unchanged, the
 * execution is repeated; with another version or other values a new one starts.
 */
export function useRerun(execution: Execution) {
  const { projectId, pipelineExecutionId, environmentName, pipelineName, versionName, executionTag } =
    execution
  const [version, setVersion] = useState(versionName)
  const [entered, setEntered] = useState<Entered>(() => givenAtStart(execution.variables))
  const path = { projectId }
  const versions = api.useQuery('get', '/v1/projects/{projectId}/artifacts', {
    params: { path, query: { ...ALL, environmentName } },
  })
  const source = version === versionName ? { pipelineExecutionId } : { environmentName, versionName: version }
  const pipeline = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/details',
    { params: { path, query: { name: pipelineName, ...source } } },
    { placeholderData: keepPreviousData },
  )
  const variables = pipeline.error === null ? (pipeline.data?.variables ?? []) : []
  const values = changedValues(variables, entered)
  const isSame = isRepeat(execution, { version, entered })
  const hidden = isSame ? [] : hiddenIn(entered)
  const faults = {
    ...values.faults,
    ...Object.fromEntries(hidden.map((name) => [name, 'This holds a secret; enter it again'])),
  }

  async function start(): Promise<string> {
    if (isSame) return repeat(execution, 'START')
    const { scalarVariables, gridVariables } = values
    const { data, error } = await client.POST('/v1/projects/{projectId}/pipeline-executions', {
      params: { path },
      body: {
        pipelineName,
        environmentName,
        versionName: version,
        scalarVariables,
        gridVariables,
        ...(executionTag !== undefined && { executionTag }),
      },
    })
    if (error !== undefined) throw error
    void invalidate('/v1/pipeline-executions')
    return data.pipelineExecutionId
  }

  return {
    version,
    setVersion,
    entered,
    enter: (name: string, value: Entered[string]) => setEntered({ ...entered, [name]: value }),
    versions: (versions.data?.results ?? [])
      .filter(({ enabled }) => enabled)
      .map((artifact) => artifact.versionName),
    variables,
    isSame,
    faults,
    error: pipeline.error ?? versions.error,
    start,
  }
}
