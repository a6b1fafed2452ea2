import { Alert, Stack, TextInput } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { invalidate } from '../../../../api/client.ts'
import { VariableFields } from '../../../../components/run-fields/variable-fields.tsx'
import { VersionField } from '../../../../components/run-fields/version-field.tsx'
import { paths } from '../../../../paths.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { ButtonLink } from '../../../../ui/link.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import type { PipelineAddress } from '../address.ts'
import type { PipelineDetails } from '../pipeline/details.ts'
import { EnvironmentField, RunnerField } from './place-fields.tsx'
import { notThere } from './seen.ts'
import { useRunForm } from './use-run-form.ts'

interface RunDialogProps {
  readonly projectId: string
  readonly address: PipelineAddress
  readonly pipeline: PipelineDetails
  readonly onClose: () => void
}

/** Runs the version that the page shows, with values of one's own; then leads to the execution. */
export function RunDialog({ projectId, address, pipeline, onClose }: RunDialogProps) {
  const [started, setStarted] = useState<string>()
  if (started !== undefined) return <Started name={pipeline.name} id={started} onClose={onClose} />
  return (
    <RunForm
      projectId={projectId}
      address={address}
      pipeline={pipeline}
      onClose={onClose}
      onStarted={(id) => {
        setStarted(id)
        void invalidate('/v1/pipeline-executions')
      }}
    />
  )
}

function RunForm(props: RunDialogProps & { readonly onStarted: (id: string) => void }) {
  const { projectId, address, pipeline, onClose, onStarted } = props
  const form = useRunForm(projectId, pipeline, address, onStarted)
  const { wanted, change, runnable, run, faults } = form
  return (
    <DialogForm
      title={`Run ${pipeline.name}`}
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
      action="Run"
      isPending={run.isPending}
      isWaiting={runnable.isWaiting}
      size="lg"
    >
      <ProblemAlert error={run.error} />
      <EnvironmentField
        choices={runnable.environments}
        value={runnable.environment}
        error={faults.environment}
        onChoose={(environment) => change({ environment, version: undefined })}
      />
      <VersionField
        versions={runnable.versions}
        value={runnable.version}
        hint={hintOf(pipeline, runnable)}
        error={faults.version}
        onChoose={(version) => change({ version })}
      />
      <RunnerField
        value={wanted.agentId}
        error={faults.agentId}
        onChoose={(agentId) => change({ agentId })}
      />
      <TextInput
        label="Execution tag"
        description="At most one execution with this tag runs in the environment at a time"
        value={wanted.tag}
        error={faults.tag}
        onChange={(event) => change({ tag: event.currentTarget.value })}
      />
      <ProblemAlert error={runnable.error} />
      {runnable.hasVariables && (
        <VariableFields
          variables={runnable.variables}
          entered={wanted.entered}
          faults={faults.variables}
          onEnter={(name, value) => change({ entered: { ...wanted.entered, [name]: value } })}
        />
      )}
    </DialogForm>
  )
}

/** How the version that runs relates to what the page shows. */
function hintOf(
  pipeline: PipelineDetails,
  { environment, version, versions, isLoading }: ReturnType<typeof useRunForm>['runnable'],
): string | undefined {
  if (environment === undefined) return 'Choose an environment first: each has its own versions'
  if (isLoading) return undefined
  if (versions.length === 0) return `Nothing is published in ${environment}; publish a version first`
  if (version === undefined) return notThere(pipeline, environment)
  return version === versions[0] ? 'The latest in this environment' : `The latest is ${versions[0]}`
}

interface StartedProps {
  readonly name: string
  readonly id: string
  readonly onClose: () => void
}

function Started({ name, id, onClose }: StartedProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Run ${name}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Alert color="green" icon={<Check size={18} aria-hidden />} title="Started" role="status">
          Execution {id} is queued.
        </Alert>
        <ButtonLink to={paths.execution} params={{ executionId: id }} data-autofocus>
          Open execution
        </ButtonLink>
      </Stack>
    </Dialog>
  )
}
