import { Alert, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type AddTo, type AuthenticationType, authenticationLabels } from '../wire.ts'
import type { EndpointDraft } from './draft.ts'
import type { EndpointProps } from './endpoint-props.ts'
import { messageAt } from './faults.ts'
import { OAuthInputs } from './oauth-inputs.tsx'
import type { TestValues } from './test-values.ts'

const types = Object.entries(authenticationLabels).map(([value, label]) => ({ value, label }))

/** The authentication type and exactly its inputs (specification, Authentication methods of custom connectors). */
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
          This URL begins with http://, so anybody on the way can read the credentials.
        </Alert>
      )}
      <Inputs {...props} />
    </Stack>
  )
}

function Inputs(props: EndpointProps) {
  const { tests, endpoint } = props
  const { values } = tests.of(endpoint.key)
  const give = (given: Partial<TestValues>) => tests.change(endpoint.key, given)
  switch (endpoint.authentication.type) {
    case 'NONE':
      return null
    case 'BASIC':
      return <BasicInputs values={values} give={give} />
    case 'BEARER_TOKEN':
      return (
        <>
          <Secret label="Token value" value={values.token} onChange={(token) => give({ token })} />
          <NotStored />
        </>
      )
    case 'API_KEY':
      return <ApiKeyInputs {...props} values={values} give={give} />
    case 'OAUTH':
      return <OAuthInputs {...props} />
  }
}

interface ValueProps {
  readonly values: TestValues
  readonly give: (given: Partial<TestValues>) => void
}

function BasicInputs({ values, give }: ValueProps) {
  const hasColon = values.username.includes(':')
  return (
    <>
      <TextInput
        label="Username"
        autoComplete="off"
        value={values.username}
        error={hasColon && 'A username must not contain a colon (RFC 7617)'}
        onChange={(event) => give({ username: event.currentTarget.value })}
      />
      <Secret label="Password" value={values.password} onChange={(password) => give({ password })} />
      <NotStored />
    </>
  )
}

const places = [
  { value: 'QUERY_PARAMETER', label: 'Query Parameter' },
  { value: 'HEADER_PARAMETER', label: 'Header Parameter' },
]

function ApiKeyInputs({ editor, endpoint, values, give }: EndpointProps & ValueProps) {
  const { authentication } = endpoint
  const change = (part: Partial<EndpointDraft['authentication']>) =>
    editor.changeEndpoint(endpoint.key, { authentication: { ...authentication, ...part } })
  return (
    <>
      <TextInput
        label="Key name"
        description="A unique name: no other parameter of that place may have it."
        value={authentication.keyName}
        onChange={(event) => change({ keyName: event.currentTarget.value })}
      />
      <Secret label="Key value" value={values.keyValue} onChange={(keyValue) => give({ keyValue })} />
      <Select
        label="Add to"
        data={places}
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
      The credentials are for testing and are not stored: a connector keeps its authentication type, and a
      pipeline names the secrets to use.
    </Text>
  )
}
