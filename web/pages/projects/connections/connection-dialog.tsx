import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { client, invalidate } from '../../../api/client.ts'
import { type Edited, ifUnchanged, useEdited } from '../../../api/edited.ts'
import { useEvery } from '../../../api/every.ts'
import { useSecretNames } from '../../../components/choices.ts'
import { May } from '../../../components/rights/may.tsx'
import { showDone } from '../../../ui/confirm.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { DialogLoading } from '../../../ui/dialog-loading.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { SecretDialog } from '../variables/secrets/secret-dialog.tsx'
import { PropertyField } from './property-field.tsx'
import {
  bodyOf,
  type Connection,
  type ConnectionSchema,
  connectionPath,
  connectionsPath,
  type Properties,
  takesSecret,
  textsOf,
  typeWords,
  type Values,
} from './shapes.ts'
import { TryOut } from './try-out.tsx'

interface ConnectionDialogProps {
  readonly projectId: string
  /** The one that is changed; without it a new one is made. */
  readonly name?: string
  readonly onClose: () => void
}

/** A new connection, or the settings of one, with fields that its schema describes. */
export function ConnectionDialog({ projectId, name, onClose }: ConnectionDialogProps) {
  const schemas = useEvery('/v1/connection-schemas', ({ authProvider }) => authProvider, {})
  const stored = useEdited(
    ['connection', projectId, name],
    () => client.GET(connectionPath, { params: { path: { projectId, connectionName: name! } } }),
    name !== undefined,
  )
  const [isSecretOpen, secret] = useDisclosure(false)
  const title = name === undefined ? 'New connection' : `Settings of ${name}`
  const isReady = schemas.data !== undefined && (name === undefined || stored.data !== undefined)
  if (isReady)
    return (
      <>
        <ConnectionForm
          title={title}
          projectId={projectId}
          schemas={schemas.data}
          onClose={onClose}
          onNewSecret={secret.open}
          {...(stored.data !== undefined && { stored: stored.data })}
        />
        {/* Not inside: what is submitted there would be heard by the form of the connection, too. */}
        {isSecretOpen && <SecretDialog projectId={projectId} onClose={secret.close} />}
      </>
    )
  const error = schemas.error ?? stored.error
  return <DialogLoading title={title} what="the connection" size="lg" error={error} onClose={onClose} />
}

interface FormProps {
  readonly title: string
  readonly projectId: string
  readonly schemas: readonly ConnectionSchema[]
  readonly stored?: Edited<Connection>
  readonly onClose: () => void
  readonly onNewSecret: () => void
}

function ConnectionForm({ title, projectId, schemas, stored, onClose, onNewSecret }: FormProps) {
  const [values, setValues] = useState<Values>(() => beginning(schemas, stored?.value))
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const set = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }))
  const given: Properties = stored?.value.connectionDetails.connectionProperties ?? {}
  const schema = schemas.find(({ authProvider }) => authProvider === values.authProvider)
  const declared = schema?.authTypes.find(({ authType }) => authType === values.authType)?.properties ?? []
  const body = () => bodyOf(values, declared, given)

  async function save(): Promise<void> {
    setPending(true)
    const answer = await send(projectId, values.name, body(), stored).finally(() => setPending(false))
    if (answer.error !== undefined) return setError(answer.error)
    await invalidate(connectionsPath)
    showDone(`Saved connection ${values.name}`)
    onClose()
  }

  return (
    <DialogForm
      title={title}
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        void save().catch(setError)
      }}
      action="Save"
      isPending={isPending}
      size="lg"
    >
      <ProblemAlert error={error} />
      {stored === undefined && (
        <TextInput
          label="Name"
          description="Pipelines and environments refer to this name, so it cannot be changed"
          required
          data-autofocus
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      )}
      <KindFields values={values} schemas={schemas} schema={schema} onChange={set} />
      <PropertyFields
        projectId={projectId}
        declared={declared}
        given={given}
        properties={values.properties}
        onChange={(properties) => set({ properties })}
        onNewSecret={onNewSecret}
      />
      <Textarea
        label="Description"
        value={values.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TryOut projectId={projectId} name={values.name} connection={body} />
    </DialogForm>
  )
}

function beginning(schemas: readonly ConnectionSchema[], stored: Connection | undefined): Values {
  if (stored === undefined) {
    const usual = schemas.find(({ authProvider }) => authProvider === 'POSTGRES') ?? schemas[0]!
    return { name: '', description: '', properties: {}, ...kindOf(usual) }
  }
  const { name, authProvider, authType, platformConnectionType, connectionDetails } = stored
  const { description = '', connectionProperties } = connectionDetails
  const properties = textsOf(connectionProperties)
  return { name, authProvider, authType, platformConnectionType, description, properties }
}

/** The provider with its usual way to sign in, and its usual purpose. */
const kindOf = ({ authProvider, authTypes, platformConnectionTypes }: ConnectionSchema) => ({
  authProvider,
  authType: authTypes[0]!.authType,
  platformConnectionType: platformConnectionTypes[0]!,
})

interface KindFieldsProps {
  readonly values: Values
  readonly schemas: readonly ConnectionSchema[]
  readonly schema: ConnectionSchema | undefined
  readonly onChange: (changed: Partial<Values>) => void
}

function KindFields({ values, schemas, schema, onChange }: KindFieldsProps) {
  const authTypes = schema?.authTypes ?? []
  const types = schema?.platformConnectionTypes ?? []
  return (
    <>
      <NativeSelect
        label="Connects to"
        data={schemas.map(({ authProvider, title }) => ({ value: authProvider, label: title }))}
        value={values.authProvider}
        onChange={({ currentTarget: { value } }) =>
          onChange(kindOf(schemas.find(({ authProvider }) => authProvider === value)!))
        }
      />
      {authTypes.length > 1 && (
        <NativeSelect
          label="Signs in with"
          data={authTypes.map(({ authType, title }) => ({ value: authType, label: title }))}
          value={values.authType}
          onChange={(event) => onChange({ authType: event.currentTarget.value })}
        />
      )}
      {types.length > 1 && (
        <NativeSelect
          label="Used for"
          data={types.map((type) => ({ value: type, label: typeWords[type] }))}
          value={values.platformConnectionType}
          onChange={({ currentTarget: { value } }) =>
            onChange({ platformConnectionType: value as Values['platformConnectionType'] })
          }
        />
      )}
    </>
  )
}

interface PropertyFieldsProps extends Pick<Values, 'properties'> {
  readonly projectId: string
  readonly declared: ConnectionSchema['authTypes'][number]['properties']
  readonly given: Properties
  readonly onChange: (properties: Values['properties']) => void
  readonly onNewSecret: () => void
}

function PropertyFields(props: PropertyFieldsProps) {
  const { projectId, declared, given, properties, onChange, onNewSecret } = props
  const secretNames = useSecretNames(projectId)
  const fields = declared.map((property) => (
    <PropertyField
      key={property.name}
      property={property}
      isSecret={takesSecret(property, given)}
      value={properties[property.name] ?? ''}
      secretNames={secretNames}
      onChange={(value) => onChange({ ...properties, [property.name]: value })}
    />
  ))
  if (!declared.some((property) => takesSecret(property, given))) return fields
  return (
    <>
      {fields}
      <May needs={{ projectId, permission: 'secrets:write' }}>
        <Group>
          <Button size="compact-sm" variant="default" onClick={onNewSecret}>
            New secret…
          </Button>
        </Group>
      </May>
    </>
  )
}

async function send(
  projectId: string,
  name: string,
  body: ReturnType<typeof bodyOf>,
  stored: Edited<Connection> | undefined,
): Promise<{ error?: unknown }> {
  if (stored === undefined)
    return client.POST(connectionsPath, { params: { path: { projectId } }, body: { name, ...body } })
  return client.PUT(connectionPath, {
    params: { path: { projectId, connectionName: name } },
    headers: ifUnchanged(stored),
    body,
  })
}
