import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import { useSourceChoices } from '../../../components/pipelines/source.ts'
import { paths } from '../../../paths.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { grantableTools } from './tools.ts'

interface NewTaskDialogProps {
  readonly projectId: string
  readonly onClose: () => void
}

interface Entered {
  readonly message: string
  readonly environment: string | null
  readonly source: string | null
  readonly target: string
  readonly granted: readonly string[]
}

type Faults = Partial<Record<'message' | 'environment' | 'source', string>>

const initially: Entered = { message: '', environment: null, source: null, target: '', granted: [] }

/** Says what is to be done, where it begins, and what the agent may do without asking. */
export function NewTaskDialog({ projectId, onClose }: NewTaskDialogProps) {
  const [entered, setEntered] = useState(initially)
  const [isTried, setTried] = useState(false)
  const navigate = useNavigate()
  const { branches, environments } = useSourceChoices(projectId)
  const usual = branches.data?.find(({ isDefault }) => isDefault)?.name ?? null
  const wanted = { ...entered, source: entered.source ?? usual }
  const create = api.useMutation('post', '/v1/ai/agents/tasks', {
    onSuccess: ({ taskId }) => {
      void invalidate('/v1/ai/agents/tasks')
      void navigate({ to: paths.agentTask, params: { projectId, taskId } })
    },
  })
  function submit(): void {
    setTried(true)
    if (Object.keys(faultsOf(wanted)).length > 0) return
    create.mutate({ body: bodyOf(projectId, wanted) })
  }
  return (
    <DialogForm
      title="New agent task"
      size="lg"
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      action="Create"
      isPending={create.isPending}
    >
      <ProblemAlert error={create.error ?? environments.error ?? branches.error} />
      <Fields
        entered={wanted}
        faults={isTried ? faultsOf(wanted) : {}}
        environments={(environments.data ?? []).map(({ name }) => name)}
        branches={(branches.data ?? []).map(({ name }) => name)}
        onChange={(some) => setEntered({ ...entered, ...some })}
      />
    </DialogForm>
  )
}

interface FieldsProps {
  readonly entered: Entered
  readonly faults: Faults
  readonly environments: readonly string[]
  readonly branches: readonly string[]
  readonly onChange: (some: Partial<Entered>) => void
}

function Fields({ entered, faults, environments, branches, onChange }: FieldsProps) {
  const { message, environment, source, target, granted } = entered
  return (
    <>
      <Textarea
        label="Task"
        description="What the agent should do. It is sent to the language model of the installation, with the files and logs that the agent reads."
        required
        autosize
        minRows={3}
        maxRows={12}
        error={faults.message}
        value={message}
        onChange={(event) => onChange({ message: event.currentTarget.value })}
      />
      <Select
        label="Environment"
        description="Where the agent may ask to run what it wrote"
        placeholder="Choose an environment"
        required
        allowDeselect={false}
        error={faults.environment}
        data={[...environments]}
        value={environment}
        onChange={(name) => onChange({ environment: name })}
      />
      <Select
        label="Starts from"
        description="The branch whose files the agent starts from"
        placeholder="Choose a branch"
        required
        searchable
        allowDeselect={false}
        error={faults.source}
        data={[...branches]}
        value={source}
        onChange={(name) => onChange({ source: name })}
      />
      <TextInput
        label="Writes to"
        description="The one branch that the agent writes to; a new one if empty"
        value={target}
        onChange={(event) => onChange({ target: event.currentTarget.value })}
      />
      <MultiSelect
        label="May do without asking"
        description="In that environment only, and never in production"
        data={[...grantableTools]}
        value={[...granted]}
        onChange={(tools) => onChange({ granted: tools })}
      />
    </>
  )
}

function faultsOf({ message, environment, source }: Entered): Faults {
  return {
    ...(message.trim() === '' && { message: 'Say what the agent should do' }),
    ...(environment === null && { environment: 'Choose an environment' }),
    ...(source === null && { source: 'Choose a branch' }),
  }
}

const bodyOf = (projectId: string, { message, environment, source, target, granted }: Entered) => ({
  agentConfig: {
    name: 'data_engineer_agent' as const,
    mode: 'ACT' as const,
    projectId,
    environmentName: environment!,
    sourceBranchName: source!,
    ...(target.trim() === '' ? { generateBranch: true } : { targetBranchName: target.trim() }),
  },
  message,
  grantedPermissions: granted.map((toolName) => ({ toolName })),
})
