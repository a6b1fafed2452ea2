import { Button, Group, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { type FormRulesRecord, useForm } from '@mantine/form'
import { focusFirstFault } from '../../../../ui/focus-first-fault.ts'
import { FormSection } from '../../../../ui/form-section.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { UnsavedGuard } from '../../../../ui/unsaved-guard.tsx'
import { useSaving } from '../../../../ui/use-saving.ts'
import { TargetFields } from '../../schedules/form/target-fields.tsx'
import type { ScheduleForm } from '../../schedules/form/use-schedule-form.ts'
import { variableRules } from '../../schedules/form/values.ts'
import { VariableFields } from '../../schedules/form/variable-fields.tsx'
import { missedPolicies } from '../shapes.ts'
import { ConditionFields } from './condition-fields.tsx'
import { PathFields } from './path-fields.tsx'
import {
  type TriggerForm as Form,
  lacksAwaited,
  pathRules,
  type TriggerValues,
  triggerFieldNames,
} from './values.ts'

interface TriggerFormProps {
  readonly projectId: string
  readonly initialValues: TriggerValues
  /** The word on the button, e.g. `Create trigger`. */
  readonly action: string
  /** Throws a problem, which is shown at its fields. */
  readonly onSave: (values: TriggerValues) => Promise<void>
  readonly onCancel: () => void
}

/** What has to be there before the API is asked. */
const rulesOf = (before: TriggerValues): FormRulesRecord<TriggerValues> => ({
  name: (name) => (name.trim() === '' ? 'Enter a name' : null),
  environmentName: (name) => (name === '' ? 'Choose an environment' : null),
  pipelineName: (name) => (name.trim() === '' ? 'Enter the pipeline to run' : null),
  states: (states, { type }) =>
    type === 'PIPELINE_END' && states.length === 0 ? 'Choose at least one' : null,
  afterPipeline: (_, values) => (lacksAwaited(before, values) ? 'Enter the pipeline to wait for' : null),
  assets: (assets, { type }) => (type === 'ASSETS' && assets.length === 0 ? 'Choose at least one' : null),
  sql: (sql, { type }) => (type === 'SQL' && sql.trim() === '' ? 'Enter a query' : null),
  ...variableRules,
  ...pathRules,
})

/** Everything about a trigger. */
export function TriggerForm({ projectId, initialValues, action, onSave, onCancel }: TriggerFormProps) {
  const form = useForm<TriggerValues>({
    mode: 'controlled',
    initialValues,
    validate: rulesOf(initialValues),
  })
  const { error, shown, isPending, isUnsaved, save } = useSaving(form, triggerFieldNames, onSave)
  // What a trigger runs has the names that it has in the form of a schedule.
  const target = form as unknown as ScheduleForm
  return (
    <form onSubmitCapture={focusFirstFault} onSubmit={form.onSubmit(save)} noValidate>
      <UnsavedGuard isDirty={isUnsaved} what="The trigger" />
      <Stack gap="md" maw={820}>
        <FormSection title="What runs">
          <TextInput label="Name" required {...form.getInputProps('name')} />
          <TargetFields projectId={projectId} form={target} />
        </FormSection>
        <FormSection title="Condition">
          <ConditionFields projectId={projectId} form={form} />
        </FormSection>
        <FormSection title="Variables">
          <VariableFields projectId={projectId} form={target} />
          <PathFields form={form} />
        </FormSection>
        <ConcurrencyFields form={form} />
        <ProblemAlert error={error} fieldMessages={shown} />
        <Group>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ConcurrencyFields({ form }: { readonly form: Form }) {
  return (
    <FormSection title="Concurrency">
      <Switch
        label="Enabled"
        description="A disabled trigger keeps its settings and starts nothing"
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <Switch
        label="Allow concurrent executions"
        description="Otherwise events during an execution are recorded as skipped"
        {...form.getInputProps('allowConcurrentExecutions', { type: 'checkbox' })}
      />
      <Radio.Group label="Missed runs" {...form.getInputProps('missedPolicy')}>
        <Stack gap={6} mt={4}>
          {missedPolicies.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </FormSection>
  )
}
