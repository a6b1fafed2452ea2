import { NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { components } from '../../../openapi/types.generated.ts'
import { type HoldValues, holdsOf, holdValuesOf, noHolds } from './hold-fields.tsx'
import { type Channel, present } from './wire.ts'

const noValues = {
  name: '',
  type: 'SLACK' as Channel['type'],
  webhookUrl: '',
  routingKey: '',
  signingSecret: '',
  recipients: '',
  sender: '',
  host: '',
  port: '' as number | '',
  encryption: 'STARTTLS' as 'STARTTLS' | 'TLS' | 'NONE',
  username: '',
  password: '',
}
export type ChannelValues = typeof noValues & HoldValues

/** What a form begins with: empty, or what is shown of a channel that exists. Its secrets are not. */
export function channelValuesOf(channel: Channel | undefined): ChannelValues {
  if (channel === undefined) return { ...noValues, ...noHolds }
  const { name, type, recipients = [], mailServer } = channel
  return {
    ...noValues,
    ...holdValuesOf(channel),
    name,
    type,
    recipients: recipients.join(', '),
    sender: mailServer?.sender ?? '',
    host: mailServer?.host ?? '',
    port: mailServer?.port ?? '',
    encryption: mailServer?.encryption ?? 'STARTTLS',
    username: mailServer?.username ?? '',
  }
}

/** The form's names of what the API names otherwise. */
export const channelFieldNames = {
  'mailServer.host': 'host',
  'mailServer.port': 'port',
  'mailServer.sender': 'sender',
  'mailServer.username': 'username',
  'mailServer.password': 'password',
  'mailServer.encryption': 'encryption',
  'quietHours.from': 'quietFrom',
  'quietHours.to': 'quietTo',
  'quietHours.timeZone': 'quietZone',
} as const

/** What both a new and a changed channel are sent as. A secret that is left empty is not sent. */
export function channelBodyOf(values: ChannelValues) {
  const { name, type } = values
  const [webhookUrl, routingKey, signingSecret] = [
    values.webhookUrl,
    values.routingKey,
    values.signingSecret,
  ].map((secret) => secret || undefined)
  const { digestMinutes, quietHours } = holdsOf(values)
  const common = { name, quietHours, ...(type !== 'PAGERDUTY' && { digestMinutes }) }
  if (type === 'PAGERDUTY') return { ...common, ...present({ routingKey, webhookUrl }) }
  if (type === 'WEBHOOK') return { ...common, ...present({ webhookUrl, signingSecret }) }
  if (type !== 'EMAIL') return { ...common, ...present({ webhookUrl }) }
  return { ...common, recipients: addressesOf(values.recipients), mailServer: mailServerOf(values) }
}

const addressesOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const mailServerOf = ({
  host,
  sender,
  encryption,
  port,
  username,
  password,
}: ChannelValues): components['schemas']['NewMailServer'] =>
  present({
    host,
    sender,
    encryption,
    port: port === '' ? undefined : port,
    username: username || undefined,
    password: password || undefined,
  })

type Form = Pick<UseFormReturnType<ChannelValues>, 'getInputProps' | 'values'>

interface ChannelFieldsProps {
  readonly form: Form
  /** Whether the channel exists: what is a secret stays unless another is given. */
  readonly isKept: boolean
}

interface SecretProps extends ChannelFieldsProps {
  readonly label: string
  readonly name: 'webhookUrl' | 'routingKey' | 'signingSecret' | 'password'
  readonly description?: string
  readonly isOptional?: boolean
}

function Secret({ form, isKept, label, name, description, isOptional = false }: SecretProps) {
  const told = isKept ? 'Leave empty to keep the current one' : description
  return (
    <PasswordInput
      label={label}
      autoComplete="off"
      required={!isKept && !isOptional}
      visibilityToggleButtonProps={{ 'aria-label': 'Show it' }}
      {...(told !== undefined && { description: told })}
      {...form.getInputProps(name)}
    />
  )
}

/** The properties that a channel of the chosen type has. */
export function ChannelFields({ form, isKept }: ChannelFieldsProps) {
  const secret = { form, isKept }
  const { type } = form.values
  if (type === 'EMAIL') return <MailFields {...secret} />
  if (type === 'PAGERDUTY')
    return (
      <>
        <Secret
          {...secret}
          label="Integration key"
          name="routingKey"
          description="From an integration for the Events API v2"
        />
        <Secret
          {...secret}
          label="Endpoint"
          name="webhookUrl"
          description="Only where it is not events.pagerduty.com, as in the EU"
          isOptional
        />
      </>
    )
  return (
    <>
      <Secret {...secret} label="Webhook URL" name="webhookUrl" />
      {type === 'WEBHOOK' && (
        <Secret
          {...secret}
          label="Signing secret"
          name="signingSecret"
          description="whsec_ followed by 24 to 64 bytes in base64. Leave empty to create one, which is shown once"
          isOptional
        />
      )}
    </>
  )
}

const MailFields = ({ form, isKept }: ChannelFieldsProps) => (
  <>
    <TextInput
      label="Recipients"
      description="Email addresses, separated by commas"
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
    <Secret form={form} isKept={isKept} label="Password" name="password" isOptional />
  </>
)
