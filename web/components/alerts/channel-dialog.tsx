import { NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { client } from '../../api/client.ts'
import { showDone } from '../../ui/confirm.tsx'
import { CreateDialog } from '../create-form/create-dialog.tsx'
import { useCreateForm } from '../create-form/use-create-form.ts'
import { HoldFields, holdsOf, noHolds } from './hold-fields.tsx'
import { type Channel, channelsPath, type NewChannel, type Owner, present } from './wire.ts'

export const typeLabels: Readonly<Record<Channel['type'], string>> = {
  SLACK: 'Slack',
  TEAMS: 'Teams',
  PAGERDUTY: 'PagerDuty',
  EMAIL: 'E-mail',
  WEBHOOK: 'Webhook',
}

const initialValues = {
  name: '',
  type: 'SLACK' as Channel['type'],
  webhookUrl: '',
  routingKey: '',
  recipients: '',
  sender: '',
  host: '',
  port: '' as number | '',
  encryption: 'STARTTLS' as 'STARTTLS' | 'TLS' | 'NONE',
  username: '',
  password: '',
  ...noHolds,
}
type Values = typeof initialValues

interface ChannelDialogProps extends Owner {
  readonly onClose: () => void
  readonly onCreated: (channel: { name: string; signingSecret?: string | undefined }) => void
}

/** A new channel. */
export function ChannelDialog({ projectId, onClose, onCreated }: ChannelDialogProps) {
  const creation = useCreateForm({
    initialValues,
    mode: 'controlled',
    path: channelsPath,
    fields: {
      'mailServer/host': 'host',
      'mailServer/port': 'port',
      'mailServer/sender': 'sender',
      'mailServer/username': 'username',
      'mailServer/password': 'password',
      'quietHours/from': 'quietFrom',
      'quietHours/to': 'quietTo',
      'quietHours/timeZone': 'quietZone',
    },
    create: (values) => client.POST(channelsPath, { body: bodyOf(projectId, values) }),
    onCreated: (created) => {
      onCreated(created)
      onClose()
      showDone(`Created ${created.name}`)
    },
  })
  const { form } = creation
  const { type } = form.values
  const secret = {
    autoComplete: 'off',
    required: true,
    visibilityToggleButtonProps: { 'aria-label': 'Show it' },
  }
  return (
    <CreateDialog title="New channel" creation={creation} isOpen onClose={onClose}>
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label="Type"
        data={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('type')}
      />
      {(type === 'SLACK' || type === 'TEAMS' || type === 'WEBHOOK') && (
        <PasswordInput label="Webhook URL" {...secret} {...form.getInputProps('webhookUrl')} />
      )}
      {type === 'PAGERDUTY' && (
        <PasswordInput
          label="Integration key"
          description="Of an integration for the Events API v2"
          {...secret}
          {...form.getInputProps('routingKey')}
        />
      )}
      {type === 'EMAIL' && <MailFields form={form} />}
      <HoldFields form={form} canDigest={type !== 'PAGERDUTY'} />
    </CreateDialog>
  )
}

type Form = ReturnType<typeof useCreateForm<Values, unknown>>['form']

const MailFields = ({ form }: { readonly form: Form }) => (
  <>
    <TextInput
      label="Recipients"
      description="E-mail addresses with commas between them"
      required
      {...form.getInputProps('recipients')}
    />
    <TextInput label="Sender" required {...form.getInputProps('sender')} />
    <TextInput label="Mail server" required {...form.getInputProps('host')} />
    <NumberInput label="Port" placeholder="587, with TLS 465" {...form.getInputProps('port')} />
    <NativeSelect
      label="Encryption"
      data={['STARTTLS', 'TLS', 'NONE']}
      {...form.getInputProps('encryption')}
    />
    <TextInput label="User name" autoComplete="off" {...form.getInputProps('username')} />
    <PasswordInput
      label="Password"
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...form.getInputProps('password')}
    />
  </>
)

function bodyOf(projectId: string | undefined, values: Values): NewChannel {
  const { name, type, webhookUrl, routingKey } = values
  const { digestMinutes, quietHours } = holdsOf(values)
  const common = present({
    projectId,
    name,
    type,
    digestMinutes: type === 'PAGERDUTY' ? undefined : (digestMinutes ?? undefined),
    quietHours: quietHours ?? undefined,
  })
  if (type === 'PAGERDUTY') return { ...common, routingKey }
  if (type !== 'EMAIL') return { ...common, webhookUrl }
  const { recipients, sender, host, port, encryption, username, password } = values
  return {
    ...common,
    recipients: recipients
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    mailServer: present({
      host,
      sender,
      encryption,
      port: port === '' ? undefined : port,
      username: username || undefined,
      password: password || undefined,
    }),
  }
}
