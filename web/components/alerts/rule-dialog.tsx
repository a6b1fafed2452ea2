import { Checkbox, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { client } from '../../api/client.ts'
import { type Edited, useEdited } from '../../api/edited.ts'
import { showDone } from '../../ui/confirm.tsx'
import { DialogLoading } from '../../ui/dialog-loading.tsx'
import { CreateDialog } from '../create-form/create-dialog.tsx'
import { useCreateForm } from '../create-form/use-create-form.ts'
import { putRule, readRule } from './rules.ts'
import { type Channel, eventLabels, type Owner, present, type Rule, rulesPath } from './wire.ts'

interface RuleDialogProps extends Owner {
  /** Those that the rule can tell. */
  readonly channels: readonly Channel[]
  /** The one that is changed; without it a new one is created. */
  readonly stored?: Edited<Rule>
  readonly onClose: () => void
}

const valuesOf = (rule: Rule | undefined, [first]: readonly Channel[]) => ({
  name: rule?.name ?? '',
  events: rule?.events ?? ['FAILED' as const],
  afterMinutes: rule?.afterMinutes ?? ('' as number | ''),
  creditsPerMonth: rule?.creditsPerMonth ?? ('' as number | ''),
  channelIds: rule?.channelIds ?? (first === undefined ? [] : [first.id]),
  environmentName: rule?.environmentName ?? '',
  pipelineName: rule?.pipelineName ?? '',
  executionTag: rule?.executionTag ?? '',
  notifyRecovered: rule?.notifyRecovered ?? true,
})
type Values = ReturnType<typeof valuesOf>

interface EditRuleProps extends Omit<RuleDialogProps, 'stored'> {
  readonly rule: Rule
}

/** The settings of a rule; refused when somebody else has changed it since the dialog opened. */
export function EditRule({ rule: { id, name }, ...dialog }: EditRuleProps) {
  const { data, error } = useEdited(['alert rule', id], () => readRule(id))
  if (data !== undefined) return <RuleDialog {...dialog} stored={data} />
  return <DialogLoading title={titleOf(name)} what="the rule" error={error} onClose={dialog.onClose} />
}

/** A new rule, or the settings of one. */
export function RuleDialog({ projectId, channels, stored, onClose }: RuleDialogProps) {
  const rule = stored?.value
  const creation = useCreateForm({
    initialValues: valuesOf(rule, channels),
    path: rulesPath,
    create: ({ environmentName, pipelineName, executionTag, afterMinutes, creditsPerMonth, ...rest }) => {
      const body = present({
        ...rest,
        projectId,
        enabled: rule?.enabled ?? true,
        environmentName: environmentName.trim() || undefined,
        pipelineName: pipelineName.trim() || undefined,
        executionTag: executionTag.trim() || undefined,
        afterMinutes: afterMinutes === '' ? undefined : afterMinutes,
        creditsPerMonth: creditsPerMonth === '' ? undefined : creditsPerMonth,
      })
      if (stored === undefined) return client.POST(rulesPath, { body })
      return putRule(stored, body)
    },
    onCreated: ({ name }) => {
      onClose()
      showDone(`${rule === undefined ? 'Created' : 'Changed'} ${name}`)
    },
  })
  const { form } = creation
  return (
    <CreateDialog
      title={rule === undefined ? 'New rule' : titleOf(rule.name)}
      {...(rule !== undefined && { action: 'Save' })}
      creation={creation}
      isOpen
      onClose={onClose}
    >
      <RuleFields form={form} channels={channels} />
    </CreateDialog>
  )
}

const titleOf = (name: string): string => `Settings of ${name}`

interface RuleFieldsProps {
  readonly form: Pick<UseFormReturnType<Values>, 'key' | 'getInputProps'>
  readonly channels: readonly Channel[]
}

const RuleFields = ({ form, channels }: RuleFieldsProps) => (
  <>
    <TextInput label="Name" required data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
    <Checkbox.Group label="Report" required key={form.key('events')} {...form.getInputProps('events')}>
      <Stack gap={4} mt={4}>
        {Object.entries(eventLabels).map(([event, label]) => (
          <Checkbox key={event} value={event} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
    <LimitFields form={form} />
    <Checkbox.Group
      label="Channels"
      required
      key={form.key('channelIds')}
      {...form.getInputProps('channelIds')}
    >
      <Stack gap={4} mt={4}>
        {channels.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
    <TextInput
      label="Environment"
      placeholder="Any"
      key={form.key('environmentName')}
      {...form.getInputProps('environmentName')}
    />
    <TextInput
      label="Pipeline"
      placeholder="Any"
      key={form.key('pipelineName')}
      {...form.getInputProps('pipelineName')}
    />
    <TextInput
      label="Execution tag"
      placeholder="Any"
      key={form.key('executionTag')}
      {...form.getInputProps('executionTag')}
    />
    <Switch
      label="Notify when it ends"
      key={form.key('notifyRecovered')}
      {...form.getInputProps('notifyRecovered', { type: 'checkbox' })}
    />
  </>
)

/** From when on something is worth a message. */
const LimitFields = ({ form }: Pick<RuleFieldsProps, 'form'>) => (
  <>
    <NumberInput
      label="After minutes"
      description="For problems that last; failures are reported at once"
      placeholder="Default"
      min={1}
      max={10_080}
      allowDecimal={false}
      key={form.key('afterMinutes')}
      {...form.getInputProps('afterMinutes')}
    />
    <NumberInput
      label="Credits per month"
      description="The budget in slot hours per calendar month (UTC)"
      placeholder="No budget"
      min={0}
      key={form.key('creditsPerMonth')}
      {...form.getInputProps('creditsPerMonth')}
    />
  </>
)
