import { client } from '../../api/client.ts'
import { showDone } from '../../ui/confirm.tsx'
import { CreateDialog } from '../create-form/create-dialog.tsx'
import { useCreateForm } from '../create-form/use-create-form.ts'
import { HoldFields, holdsOf, holdValuesOf } from './hold-fields.tsx'
import { type Channel, channelPath, channelsPath } from './wire.ts'

interface HoldDialogProps {
  readonly channel: Channel
  readonly onClose: () => void
}

/** Changes when a channel holds messages back. */
export function HoldDialog({ channel, onClose }: HoldDialogProps) {
  const canDigest = channel.type !== 'PAGERDUTY'
  const creation = useCreateForm({
    initialValues: holdValuesOf(channel),
    mode: 'controlled',
    path: channelsPath,
    fields: {
      'quietHours/from': 'quietFrom',
      'quietHours/to': 'quietTo',
      'quietHours/timeZone': 'quietZone',
    },
    create: (values) => {
      const { digestMinutes, quietHours } = holdsOf(values)
      const body = canDigest ? { digestMinutes, quietHours } : { quietHours }
      return client.PATCH(channelPath, { params: { path: { alertChannelId: channel.id } }, body })
    },
    onCreated: ({ name }) => {
      onClose()
      showDone(`Changed ${name}`)
    },
  })
  return (
    <CreateDialog
      title={`Digest and quiet hours of ${channel.name}`}
      action="Save"
      creation={creation}
      isOpen
      onClose={onClose}
    >
      <HoldFields form={creation.form} canDigest={canDigest} />
    </CreateDialog>
  )
}
