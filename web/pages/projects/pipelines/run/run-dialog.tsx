import { Alert, Modal, Stack, Text, TextInput } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { api, readAgain } from '../../../../api/client.ts'
import { violationsByField } from '../../../../api/problem.ts'
import { paths } from '../../../../paths.ts'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ButtonLink } from '../../../../ui/link.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import type { PipelineAddress } from '../address.ts'
import type { PipelineDetails } from '../pipeline/details.ts'
import { EnvironmentField, RunnerField, VersionField } from './place-fields.tsx'
import { useRunnable } from './use-runnable.ts'
import { changedValues, type Entered } from './values.ts'
import { VariableFields } from './variable-fields.tsx'

interface RunDialogProps {
  readonly projectId: string
  readonly address: PipelineAddress
  readonly pipeline: PipelineDetails
  readonly onClose: () => void
}

/** Runs a published pipeline with values of one's own; then leads to the execution. */
export function RunDialog({ projectId, address, pipeline, onClose }: RunDialogProps) {
  const [started, setStarted] = useState<string>()
  if (started !== undefined) return <Started name={pipeline.name} id={started} onClose={onClose} />
  return (
    <RunForm
      {...{ projectId, address, pipeline, onClose }}
      onStarted={(id) => {
        setStarted(id)
        void readAgain('/v1/pipeline-executions')
      }}
    />
  )
}

function RunForm(props: RunDialogProps & { readonly onStarted: (id: string) => void }) {
  const { projectId, address, pipeline, onClose, onStarted } = props
  const [environment, setEnvironment] = useState(address.environment)
  const [version, setVersion] = useState(address.version)
  const [agentId, setAgentId] = useState<string>()
  const [tag, setTag] = useState('')
  const [entered, setEntered] = useState<Entered>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const runnable = useRunnable(projectId, pipeline, environment, version)
  const isOther = runnable.path !== undefined && runnable.path !== pipeline.path
  const run = api.useMutation('post', '/v1/projects/{projectId}/pipeline-executions', {
    onSuccess: ({ pipelineExecutionId }) => onStarted(pipelineExecutionId),
  })
  const atFields = violationsByField(run.error)

  function submit(): void {
    const values = changedValues(runnable.variables, entered)
    const found = { ...placeFault(runnable.environment, isOther), ...values.faults }
    setFaults(found)
    if (Object.keys(found).length > 0 || runnable.environment === undefined) return
    const { scalarVariables, gridVariables } = values
    const body = {
      pipelineName: pipeline.name,
      environmentName: runnable.environment,
      ...(version !== undefined && { versionName: version }),
      ...(agentId !== undefined && { agentId }),
      ...(tag.trim() !== '' && { executionTag: tag.trim() }),
      ...(Object.keys(scalarVariables).length > 0 && { scalarVariables }),
      ...(Object.keys(gridVariables).length > 0 && { gridVariables }),
    }
    run.mutate({ params: { path: { projectId } }, body })
  }

  return (
    <DialogForm
      title={`Run ${pipeline.name}`}
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      action="Run"
      isPending={run.isPending}
      size="lg"
    >
      <ProblemAlert error={run.error} />
      {pipeline.commitHash !== undefined && (
        <Text size="sm" c="dimmed">
          You look at a commit. What runs is the version that is published in the environment.
        </Text>
      )}
      <EnvironmentField
        choices={runnable.environments}
        value={runnable.environment}
        error={faults[''] ?? atFields['environmentName']}
        onChoose={(name) => {
          setEnvironment(name)
          setVersion(undefined)
        }}
      />
      <VersionField versions={runnable.versions} value={version} onChoose={setVersion} />
      <RunnerField value={agentId} error={atFields['agentId']} onChoose={setAgentId} />
      <TextInput
        label="Execution tag"
        description="While an execution with this tag runs in the environment, no other with it starts"
        value={tag}
        error={atFields['executionTag']}
        onChange={(event) => setTag(event.currentTarget.value)}
      />
      <ProblemAlert error={runnable.error} />
      <VariableFields
        variables={runnable.variables}
        entered={entered}
        faults={{ ...faults, ...ofVariables(atFields) }}
        onEnter={(name, value) => setEntered((before) => ({ ...before, [name]: value }))}
      />
    </DialogForm>
  )
}

/** Why nothing can run there. An orchestration and a transformation may share a name, which means the orchestration. */
function placeFault(environment: string | undefined, isOther: boolean): Record<string, string> {
  if (environment === undefined) return { '': 'Choose an environment' }
  return isOther ? { '': 'Here this name means the orchestration; give the transformation another name' } : {}
}

/** The fields of the API for variables are `scalarVariables.name` and `gridVariables.name`. */
const ofVariables = (atFields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(atFields).flatMap(([field, sentence]) => {
      const name = /^(?:scalar|grid)Variables\.([^.]+)/.exec(field)?.[1]
      return name === undefined ? [] : [[name, sentence]]
    }),
  )

interface StartedProps {
  readonly name: string
  readonly id: string
  readonly onClose: () => void
}

function Started({ name, id, onClose }: StartedProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Run ${name}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Alert color="green" icon={<Check size={18} aria-hidden />} title="Started" role="status">
          The execution {id} is on its way.
        </Alert>
        <ButtonLink to={paths.execution} params={{ executionId: id }} data-autofocus>
          Open the execution
        </ButtonLink>
      </Stack>
    </Modal>
  )
}
