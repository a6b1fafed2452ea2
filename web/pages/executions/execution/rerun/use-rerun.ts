import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { useVersions } from '../../../../components/choices.ts'
import { type Replaced, rerunOne } from '../../../../components/executions/rerun.ts'
import type { Execution } from '../../../../components/executions/shapes.ts'
import { changedValues, type Entered } from '../../../../components/run-fields/values.ts'
import { givenAtStart, hiddenIn, isRepeat, replacedValues } from './rerun-values.ts'

/** Reruns an execution, from its start or from the step that failed; returns the new id. */
export async function repeat(
  execution: Execution,
  from: 'START' | 'FAILED_STEP',
  replaced: Replaced = {},
): Promise<string> {
  const id = await rerunOne(execution, from, replaced)
  void invalidate('/v1/pipeline-executions')
  return id
}

/**
 * The version and the values that the user wants, beginning with those of the earlier execution. What is left
 * as it was is not sent, so that secrets which it hides are kept.
 */
export function useRerun(execution: Execution) {
  const { projectId, pipelineExecutionId, environmentName, pipelineName, versionName } = execution
  const [version, setVersion] = useState(versionName)
  const [entered, setEntered] = useState<Entered>(() => givenAtStart(execution.variables))
  const path = { projectId }
  const versions = useVersions(projectId, environmentName)
  const source = version === versionName ? { pipelineExecutionId } : { environmentName, versionName: version }
  const pipeline = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/details',
    { params: { path, query: { name: pipelineName, ...source } } },
    { placeholderData: keepPreviousData },
  )
  const earlier = api.useQuery('get', '/v1/projects/{projectId}/pipelines/details', {
    params: { path, query: { name: pipelineName, pipelineExecutionId } },
  })
  const variables = pipeline.data?.variables ?? []
  const values = changedValues(variables, entered)
  const isSame = isRepeat(execution, { version, entered })
  const replaced = replacedValues(givenAtStart(execution.variables), values, {
    now: variables.map(({ name }) => name),
    earlier: (earlier.data?.variables ?? []).map(({ name }) => name),
  })
  const hidden = hiddenIn(replaced)
  const faults = {
    ...values.faults,
    ...Object.fromEntries(hidden.map((name) => [name, 'This holds a secret; enter it again'])),
  }

  const start = (): Promise<string> =>
    isSame
      ? repeat(execution, 'START')
      : repeat(execution, 'START', { ...(version !== versionName && { versionName: version }), ...replaced })

  return {
    version,
    setVersion,
    entered,
    enter: (name: string, value: Entered[string]) => setEntered({ ...entered, [name]: value }),
    versions: (versions.data ?? []).filter(({ enabled }) => enabled).map((artifact) => artifact.versionName),
    variables,
    isSame,
    faults,
    /** Other values can be sent only when it is known which variables there are. */
    canStart: isSame || pipeline.data !== undefined,
    /** Other values wait for the variables of the chosen version and of the earlier one. */
    isWaiting: !isSame && (pipeline.isPending || pipeline.isPlaceholderData || earlier.isPending),
    /** It is known which variables there are. */
    hasVariables: pipeline.data !== undefined,
    error: pipeline.error ?? versions.error,
    start,
  }
}
