import { Alert, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type AddTo, type AuthenticationType, authenticationLabels } from '../wire.ts'
import type { EndpointDraft } from './draft.ts'
import type { EndpointProps } from './endpoint-props.ts'
import { messageAt } from './faults.ts'
import { OAuthInputs } from './oauth-inputs.tsx'
import type { TestValues } from './test-values.ts'

const types = Object.entries(authenticationLabels).map(([value, label]) => ({ value, label }))

/** The authentication type of an endpoint, and the inputs that the type needs for a test. */
export function AuthenticationPanel(props: EndpointProps) {
  const { editor, endpoint, position } = props
  const { authentication } = endpoint
  const isReadable = authentication.type !== 'NONE' && /^http:/i.test(endpoint.url)
  return (
    <Stack gap="sm" maw={620}>
      <Select
        label="Authentication Type"
        data={types}
        allowDeselect={false}
        value={authentication.type}
        error={messageAt(editor.faults, position, 'authentication')}
        onChange={(type) => {
          const wanted = { ...authentication, type: (type ?? 'NONE') as AuthenticationType }
          editor.changeEndpoint(endpoint.key, { authentication: wanted })
        }}
      />
      {isReadable && (
        <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="HTTPS is expected">
          Credentials are sent unencrypted: this URL uses http://.
        </Alert>
      )}
      <Inputs {...props} />
    </Stack>
  )
}

function Inputs(props: EndpointProps) {
  const { tests, endpoint } = props
  const { values } = tests.of(endpoint.key)
  const setValues = (given: Partial<TestValues>) => tests.change(endpoint.key, given)
  switch (endpoint.authentication.type) {
    case 'NONE':
      return null
    case 'BASIC':
      return <BasicInputs values={values} setValues={setValues} />
    case 'BEARER_TOKEN':
      return (
        <>
          <Secret label="Token value" value={values.token} onChange={(token) => setValues({ token })} />
          <NotStored />
        </>
      )
    case 'API_KEY':
      return <ApiKeyInputs {...props} values={values} setValues={setValues} />
    case 'OAUTH':
      return <OAuthInputs {...props} />
  }
}

interface ValueProps {
  readonly values: TestValues
  readonly setValues: (given: Partial<TestValues>) => void
}

function BasicInputs({ values, setValues }: ValueProps) {
  const hasColon = values.username.includes(':')
  return (
    <>
      <TextInput
        label="Username"
        autoComplete="off"
        value={values.username}
        error={hasColon && 'A username must not contain a colon (RFC 7617)'}
        onChange={(event) => setValues({ username: event.currentTarget.value })}
      />
      <Secret label="Password" value={values.password} onChange={(password) => setValues({ password })} />
      <NotStored />
    </>
  )
}

const locations = [
  { value: 'QUERY_PARAMETER', label: 'Query Parameter' },
  { value: 'HEADER_PARAMETER', label: 'Header Parameter' },
]

function ApiKeyInputs({ editor, endpoint, values, setValues }: EndpointProps & ValueProps) {
  const { authentication } = endpoint
  const change = (part: Partial<EndpointDraft['authentication']>) =>
    editor.changeEndpoint(endpoint.key, { authentication: { ...authentication, ...part } })
  return (
    <>
      <TextInput
        label="Key name"
        description="The name must be unique among the parameters of that kind."
        value={authentication.keyName}
        onChange={(event) => change({ keyName: event.currentTarget.value })}
      />
      <Secret label="Key value" value={values.keyValue} onChange={(keyValue) => setValues({ keyValue })} />
      <Select
        label="Add to"
        data={locations}
        allowDeselect={false}
        value={authentication.addTo}
        onChange={(addTo) => change({ addTo: (addTo ?? 'HEADER_PARAMETER') as AddTo })}
      />
      <NotStored />
    </>
  )
}

interface SecretProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function Secret({ label, value, onChange }: SecretProps) {
  return (
    <PasswordInput
      label={label}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${label}` }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function NotStored() {
  return (
    <Text size="sm" c="dimmed">
      These credentials are used for tests and not stored: a connector keeps the authentication type only, and
      a pipeline names the secrets to use.
    </Text>
  )
}
