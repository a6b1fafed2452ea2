import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { violationsByField } from '../../../../api/problem.ts'
import { changedValues, type Entered } from '../../../../components/run-fields/values.ts'
import type { PipelineAddress } from '../address.ts'
import type { PipelineDetails } from '../pipeline/details.ts'
import { useRunnable } from './use-runnable.ts'

interface Wanted {
  readonly environment: string | undefined
  readonly version: string | undefined
  readonly agentId: string | undefined
  readonly tag: string
  readonly entered: Entered
}

/** Faults of fields that no variable can share its name with: the name of a variable has no space. */
const PLACE = ' environment'
const VERSION = ' version'

/**
 * What the dialog holds, what can be run, and the request that it becomes. Faults are those of the form and
 * of the API.
 */
export function useRunForm(
  projectId: string,
  pipeline: PipelineDetails,
  { environment, version }: PipelineAddress,
  onStarted: (id: string) => void,
) {
  const [wanted, setWanted] = useState<Wanted>({
    environment: undefined,
    version,
    agentId: undefined,
    tag: '',
    entered: {},
  })
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({})
  const runnable = useRunnable(projectId, pipeline, wanted, environment)
  const run = api.useMutation('post', '/v1/projects/{projectId}/pipeline-executions', {
    onSuccess: ({ pipelineExecutionId }) => onStarted(pipelineExecutionId),
  })

  function submit(): void {
    const { variables, environment: environmentName, version: versionName, path } = runnable
    const values = changedValues(variables, wanted.entered)
    const found = {
      ...placeFault(environmentName, path !== undefined && path !== pipeline.path),
      ...(environmentName !== undefined && versionName === undefined && { [VERSION]: 'Choose a version' }),
      ...values.faults,
    }
    setOwn(found)
    if (Object.keys(found).length > 0 || environmentName === undefined || runnable.lacksVariables) return
    const body = bodyOf(pipeline.name, environmentName, versionName, wanted, values)
    run.mutate({ params: { path: { projectId } }, body })
  }

  const atFields = violationsByField(run.error)
  return {
    wanted,
    change: (part: Partial<Wanted>) => {
      if ('environment' in part || 'version' in part) setOwn({})
      setWanted((before) => ({ ...before, ...part }))
    },
    runnable,
    run,
    submit,
    faults: {
      environment: own[PLACE] ?? atFields['environmentName'],
      version: own[VERSION] ?? atFields['versionName'],
      agentId: atFields['agentId'],
      tag: atFields['executionTag'],
      variables: { ...own, ...ofVariables(atFields) },
    },
  }
}

function bodyOf(
  pipelineName: string,
  environmentName: string,
  versionName: string | undefined,
  { agentId, tag }: Wanted,
  { scalarVariables, gridVariables }: ReturnType<typeof changedValues>,
) {
  return {
    pipelineName,
    environmentName,
    ...(versionName !== undefined && { versionName }),
    ...(agentId !== undefined && { agentId }),
    ...(tag.trim() !== '' && { executionTag: tag.trim() }),
    ...(Object.keys(scalarVariables).length > 0 && { scalarVariables }),
    ...(Object.keys(gridVariables).length > 0 && { gridVariables }),
  }
}

/**
 * Why nothing can run in the environment. An orchestration and a transformation may share a name, which means
 * the orchestration.
 */
function placeFault(environment: string | undefined, isOther: boolean): Record<string, string> {
  if (environment === undefined) return { [PLACE]: 'Choose an environment' }
  return isOther
    ? { [PLACE]: 'This name already belongs to the orchestration; rename the transformation' }
    : {}
}

/** The fields of the API for variables are `scalarVariables.name` and `gridVariables.name`. */
const ofVariables = (atFields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(atFields).flatMap(([field, sentence]) => {
      const name = /^(?:scalar|grid)Variables\.([^.]+)/.exec(field)?.[1]
      return name === undefined ? [] : [[name, sentence]]
    }),
  )
