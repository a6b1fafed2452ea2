import { Input, SegmentedControl, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import { useVersions } from '../../../components/choices.ts'
import { useSourceChoices } from '../../../components/pipelines/source.ts'
import { useUnpublishedPlaces } from '../../../components/pipelines/use-unpublished-places.ts'
import { runNeed } from '../../../components/rights/common-needs.ts'
import { useMay } from '../../../components/rights/use-may.ts'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { type NewTestExecution, namesIn } from './shapes.ts'

interface RunTestsDialogProps {
  readonly projectId: string
  readonly onClose: () => void
  readonly onStarted: (testExecutionId: string) => void
}

type Source = 'version' | 'ref' | 'draft'
type Scope = NewTestExecution['scope']

interface Entered {
  readonly environment: string | null
  readonly source: Source
  readonly version: string | null
  readonly branch: string | null
  readonly scope: Scope
  readonly names: string
}

const initially: Entered = {
  environment: null,
  source: 'version',
  version: null,
  branch: null,
  scope: 'PROJECT',
  names: '',
}

/** Chooses which tests run, of what, and where. */
export function RunTestsDialog({ projectId, onClose, onStarted }: RunTestsDialogProps) {
  const [entered, setEntered] = useState(initially)
  const [isTried, setTried] = useState(false)
  const change = (wanted: Partial<Entered>) => setEntered({ ...entered, ...wanted })
  const run = api.useMutation('post', '/v1/projects/{projectId}/test-executions', {
    onSuccess: ({ testExecutionId }) => {
      void invalidate('/v1/projects/{projectId}/test-executions')
      onStarted(testExecutionId)
    },
  })
  const faults = isTried ? faultsOf(entered) : {}
  function start(): void {
    setTried(true)
    if (Object.keys(faultsOf(entered)).length > 0) return
    run.mutate({ params: { path: { projectId } }, body: bodyOf(entered) })
  }
  return (
    <DialogForm
      title="Run tests"
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
      action="Run"
      isPending={run.isPending}
    >
      <ProblemAlert error={run.error} />
      <SourceFields projectId={projectId} entered={entered} faults={faults} onChange={change} />
      <ScopeFields entered={entered} faults={faults} onChange={change} />
    </DialogForm>
  )
}

type Faults = Partial<Record<'environment' | 'branch' | 'names', string>>

function faultsOf({ environment, source, branch, scope, names }: Entered): Faults {
  return {
    ...(environment === null && { environment: 'Choose where the tests run' }),
    ...(source !== 'version' && branch === null && { branch: 'Choose a branch' }),
    ...(scope !== 'PROJECT' && namesIn(names).length === 0 && { names: 'Name at least one' }),
  }
}

function bodyOf({ environment, source, version, branch, scope, names }: Entered): NewTestExecution {
  return {
    environmentName: environment!,
    scope,
    ...(source === 'version' && version !== null && { versionName: version }),
    ...(source === 'ref' && { ref: branch! }),
    ...(source === 'draft' && { draft: branch! }),
    ...(scope === 'TEST' && { tests: namesIn(names) }),
    ...(scope === 'PIPELINE' && { pipelines: namesIn(names) }),
  }
}

interface FieldsProps {
  readonly entered: Entered
  readonly faults: Faults
  readonly onChange: (wanted: Partial<Entered>) => void
}

function SourceFields({
  projectId,
  entered,
  faults,
  onChange,
}: FieldsProps & { readonly projectId: string }) {
  const { environment, source, version, branch } = entered
  const may = useMay()
  const { environments, branches } = useSourceChoices(projectId)
  const unpublished = useUnpublishedPlaces(projectId)
  const published = (environments.data ?? [])
    .map(({ name }) => name)
    .filter((name) => may(runNeed(projectId, name)))
  const places = source === 'version' ? published : unpublished.names
  return (
    <>
      <ProblemAlert error={environments.error ?? branches.error} />
      <Input.Wrapper label="Tests of" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="Tests of"
          data={[
            { value: 'version', label: 'A version' },
            { value: 'ref', label: 'A branch' },
            { value: 'draft', label: 'My draft' },
          ]}
          value={source}
          onChange={(wanted) => onChange({ source: wanted as Source, environment: null, version: null })}
        />
      </Input.Wrapper>
      <Select
        label="Environment"
        description={
          source === 'version'
            ? 'Its runner runs the tests, each in a database of its own.'
            : 'Its runner runs the tests, each in a database of its own. Environments that run published versions only are not listed.'
        }
        required
        searchable
        allowDeselect={false}
        placeholder="Choose an environment"
        error={faults.environment}
        data={places}
        value={environment}
        onChange={(name) => onChange({ environment: name, version: null })}
      />
      {source === 'version' ? (
        <Version projectId={projectId} environment={environment} value={version} onChange={onChange} />
      ) : (
        <Branch names={branches.data ?? []} value={branch} fault={faults.branch} onChange={onChange} />
      )}
    </>
  )
}

interface VersionProps {
  readonly projectId: string
  readonly environment: string | null
  readonly value: string | null
  readonly onChange: FieldsProps['onChange']
}

function Version({ projectId, environment, value, onChange }: VersionProps) {
  const versions = useVersions(projectId, environment ?? undefined)
  const enabled = (versions.data ?? []).filter((version) => version.enabled)
  return (
    <>
      <ProblemAlert error={versions.error} />
      <Select
        label="Version"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Test the newest version' }}
        placeholder="The newest"
        disabled={environment === null}
        data={enabled.map(({ versionName }) => versionName)}
        value={value}
        onChange={(name) => onChange({ version: name })}
      />
    </>
  )
}

interface BranchProps {
  readonly names: readonly { readonly name: string }[]
  readonly value: string | null
  readonly fault: string | undefined
  readonly onChange: FieldsProps['onChange']
}

const Branch = ({ names, value, fault, onChange }: BranchProps) => (
  <Select
    label="Branch"
    required
    searchable
    allowDeselect={false}
    placeholder="Choose a branch"
    error={fault}
    data={names.map(({ name }) => name)}
    value={value}
    onChange={(name) => onChange({ branch: name })}
  />
)

function ScopeFields({ entered: { scope, names }, faults, onChange }: FieldsProps) {
  return (
    <>
      <Select
        label="Which tests"
        allowDeselect={false}
        data={[
          { value: 'PROJECT', label: 'All' },
          { value: 'PIPELINE', label: 'Tests of selected pipelines' },
          { value: 'TEST', label: 'Selected tests' },
        ]}
        value={scope}
        onChange={(wanted) => onChange({ scope: (wanted ?? 'PROJECT') as Scope })}
      />
      {scope !== 'PROJECT' && (
        <Textarea
          label={scope === 'TEST' ? 'Tests' : 'Pipelines'}
          description={
            scope === 'TEST' ? 'Paths, one per line: Sales/Totals of the day' : 'Names, one per line'
          }
          required
          autosize
          minRows={2}
          maxRows={8}
          error={faults.names}
          value={names}
          onChange={(event) => onChange({ names: event.currentTarget.value })}
        />
      )}
    </>
  )
}
