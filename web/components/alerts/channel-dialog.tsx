import { NativeSelect, TextInput } from '@mantine/core'
import { changedMembers } from '../../api/changed-members.ts'
import { client } from '../../api/client.ts'
import { showDone } from '../../ui/confirm.tsx'
import { CreateDialog } from '../create-form/create-dialog.tsx'
import { useCreateForm } from '../create-form/use-create-form.ts'
import {
  ChannelFields,
  type ChannelValues,
  channelBodyOf,
  channelFieldNames,
  channelValuesOf,
} from './channel-fields.tsx'
import { HoldFields } from './hold-fields.tsx'
import { type Channel, channelPath, channelsPath, type NewChannel, type Owner, present } from './wire.ts'

export const typeLabels: Readonly<Record<Channel['type'], string>> = {
  SLACK: 'Slack',
  TEAMS: 'Teams',
  PAGERDUTY: 'PagerDuty',
  EMAIL: 'E-mail',
  WEBHOOK: 'Webhook',
}

interface ChannelDialogProps extends Owner {
  /** The one to change; without it a new one. Its type stays. */
  readonly channel?: Channel | undefined
  readonly onClose: () => void
  readonly onCreated: (channel: { name: string; signingSecret?: string | undefined }) => void
}

/** A new channel, or every property of one that exists. */
export function ChannelDialog({ projectId, channel, onClose, onCreated }: ChannelDialogProps) {
  const creation = useCreateForm({
    initialValues: channelValuesOf(channel),
    mode: 'controlled',
    path: channelsPath,
    fields: channelFieldNames,
    create: (values: ChannelValues): Promise<{ data?: Saved; error?: unknown }> =>
      channel === undefined
        ? client.POST(channelsPath, { body: newChannelOf(projectId, values) })
        : client.PATCH(channelPath, {
            params: { path: { alertChannelId: channel.id } },
            body: changedMembers(channelBodyOf(channelValuesOf(channel)), channelBodyOf(values)),
          }),
    onCreated: (saved) => {
      if (channel === undefined) onCreated(saved)
      onClose()
      showDone(`${channel === undefined ? 'Created' : 'Changed'} ${saved.name}`)
    },
  })
  const { form } = creation
  return (
    <CreateDialog
      title={channel === undefined ? 'New channel' : `Settings of ${channel.name}`}
      {...(channel !== undefined && { action: 'Save' })}
      creation={creation}
      isOpen
      onClose={onClose}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      {channel === undefined && (
        <NativeSelect
          label="Type"
          data={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('type')}
        />
      )}
      <ChannelFields form={form} isKept={channel !== undefined} />
      <HoldFields form={form} canDigest={form.values.type !== 'PAGERDUTY'} />
    </CreateDialog>
  )
}

type Saved = Channel & { readonly signingSecret?: string }

function newChannelOf(projectId: string | undefined, values: ChannelValues): NewChannel {
  const { quietHours, digestMinutes, ...rest } = channelBodyOf(values)
  return {
    ...rest,
    type: values.type,
    ...present({ projectId, quietHours: quietHours ?? undefined, digestMinutes: digestMinutes ?? undefined }),
  }
}
