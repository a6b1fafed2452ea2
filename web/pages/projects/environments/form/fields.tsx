import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useRunners } from '../../../../components/choices.ts'
import { reviewChoices } from '../../../../components/reviews.ts'
import { levelWords, lossWords } from '../shapes.ts'
import { ConnectionFields } from './connection-fields.tsx'
import type { EnvironmentForm } from './values.ts'

interface FieldsProps {
  readonly form: EnvironmentForm
  readonly projectId: string
  /** The one that is changed; undefined for a new one, which is given a name that never changes. */
  readonly environmentName: string | undefined
}

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const runWords = { allowed: 'Allowed', refused: 'Published versions only' }

/** Everything that an environment is, as fields. */
export function EnvironmentFields({ form, projectId, environmentName }: FieldsProps) {
  const isNew = environmentName === undefined
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: isNew ? 2 : 1 }} spacing="sm">
        {isNew && (
          <TextInput
            label="Name"
            description="Cannot be changed later: addresses and schedules refer to it"
            required
            data-autofocus
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
        )}
        <TextInput
          label="Display name"
          {...(isNew && { description: 'Defaults to the name' })}
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
          description="For project members without access of their own"
          data={choicesOf(levelWords)}
          allowDeselect={false}
          key={form.key('defaultUserAccessLevel')}
          {...form.getInputProps('defaultUserAccessLevel')}
        />
        <NumberInput
          label="Concurrent executions"
          description="Others are queued. Leave empty for no limit"
          min={1}
          max={100_000}
          allowDecimal={false}
          key={form.key('maxConcurrentExecutions')}
          {...form.getInputProps('maxConcurrentExecutions')}
        />
        <LossField form={form} />
        <ReviewField form={form} />
        <UnpublishedRunsField form={form} isNew={isNew} />
      </SimpleGrid>
      <ConnectionFields form={form} projectId={projectId} environmentName={environmentName} />
    </>
  )
}

const UnpublishedRunsField = ({ form, isNew }: Pick<FieldsProps, 'form'> & { readonly isNew: boolean }) => (
  <Select
    label="Unpublished runs"
    description="Whether branches, commits and drafts run here"
    data={choicesOf(isNew ? { byName: 'Allowed, unless named production', ...runWords } : runWords)}
    allowDeselect={false}
    key={form.key('unpublishedRuns')}
    {...form.getInputProps('unpublishedRuns')}
  />
)

function RunnerField({ form }: { readonly form: EnvironmentForm }) {
  const { data, error } = useRunners()
  const runners = (data ?? []).map(({ agentId, name }) => ({ value: agentId, label: name }))
  const { error: fault, ...input } = form.getInputProps('defaultAgentId')
  return (
    <Select
      label="Runner"
      description="Runs the executions of this environment"
      required
      searchable
      allowDeselect={false}
      placeholder={data?.length === 0 ? 'No runners yet: create one first' : 'Choose a runner'}
      nothingFoundMessage="No runner has that name"
      data={runners}
      error={fault ?? (error ? 'Could not list the runners' : undefined)}
      key={form.key('defaultAgentId')}
      {...input}
    />
  )
}

function ReviewField({ form }: { readonly form: EnvironmentForm }) {
  return (
    <Select
      label="Review before publishing"
      description="Checks all pipelines of a version"
      data={reviewChoices}
      allowDeselect={false}
      key={form.key('reviewBeforePublishing')}
      {...form.getInputProps('reviewBeforePublishing')}
    />
  )
}

function LossField({ form }: { readonly form: EnvironmentForm }) {
  return (
    <Select
      label="If a runner is lost"
      description="What happens to the component that was running"
      data={choicesOf(lossWords)}
      allowDeselect={false}
      key={form.key('onRunnerLoss')}
      {...form.getInputProps('onRunnerLoss')}
    />
  )
}
