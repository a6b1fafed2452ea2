import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { api } from '../../../../api/client.ts'
import { levelWords, lossWords } from '../shapes.ts'
import { ConnectionFields } from './connection-fields.tsx'
import type { EnvironmentForm } from './values.ts'

interface FieldsProps {
  readonly form: EnvironmentForm
  readonly projectId: string
  /** The name is given once and never changes. */
  readonly isNew: boolean
}

const MAX_RUNNERS = 100
const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Everything that an environment is, as fields. */
export function EnvironmentFields({ form, projectId, isNew }: FieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: isNew ? 2 : 1 }} spacing="sm">
        {isNew && (
          <TextInput
            label="Name"
            description="It stays for good: addresses and schedules name it"
            required
            data-autofocus
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
        )}
        <TextInput
          label="Display name"
          {...(isNew && { description: 'The name by default' })}
          key={form.key('displayName')}
          {...form.getInputProps('displayName')}
        />
      </SimpleGrid>
      <Textarea
        label="Description"
        autosize
        key={form.key('description')}
        {...form.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <RunnerField form={form} />
        <Select
          label="Default access"
          description="Of people in the project to whom nothing else was given"
          data={choicesOf(levelWords)}
          allowDeselect={false}
          key={form.key('defaultUserAccessLevel')}
          {...form.getInputProps('defaultUserAccessLevel')}
        />
        <NumberInput
          label="Executions at once"
          description="The others wait. Empty: no limit"
          min={1}
          max={100_000}
          allowDecimal={false}
          key={form.key('maxConcurrentExecutions')}
          {...form.getInputProps('maxConcurrentExecutions')}
        />
        <Select
          label="When a runner is lost"
          description="What happens to the component it had in hand"
          data={choicesOf(lossWords)}
          allowDeselect={false}
          key={form.key('onRunnerLoss')}
          {...form.getInputProps('onRunnerLoss')}
        />
      </SimpleGrid>
      <ConnectionFields form={form} projectId={projectId} />
    </>
  )
}

function RunnerField({ form }: { readonly form: EnvironmentForm }) {
  const { data, error } = api.useQuery('get', '/v1/agents', { params: { query: { size: MAX_RUNNERS } } })
  const runners = (data?.results ?? []).map(({ agentId, name }) => ({ value: agentId, label: name }))
  const { error: fault, ...input } = form.getInputProps('defaultAgentId')
  return (
    <Select
      label="Runner"
      description="Runs what this environment is given"
      required
      searchable
      allowDeselect={false}
      placeholder={data?.total === 0 ? 'No runner yet: make one first' : 'Choose a runner'}
      nothingFoundMessage="No runner has that name"
      data={runners}
      error={fault ?? (error ? 'The runners cannot be listed' : undefined)}
      key={form.key('defaultAgentId')}
      {...input}
    />
  )
}
