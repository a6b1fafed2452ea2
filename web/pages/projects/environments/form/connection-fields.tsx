import {
  Autocomplete,
  Fieldset,
  NumberInput,
  Select,
  SimpleGrid,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { nameOf, useConnections, useSecretNames } from '../../../../components/choices.ts'
import { chosenConnection, withConnection } from './named-connection.ts'
import { TryConnection } from './try-connection.tsx'
import { type EnvironmentForm, isComplete } from './values.ts'

interface FieldsProps {
  readonly form: EnvironmentForm
  readonly projectId: string
}

interface ConnectionFieldsProps extends FieldsProps {
  /** Undefined for a new one. */
  readonly environmentName: string | undefined
}

/** The database that the SQL of the environment runs on. */
export function ConnectionFields({ form, projectId, environmentName }: ConnectionFieldsProps) {
  const { names, chosen, choose } = useNamedConnection(form, projectId)
  return (
    <Fieldset legend="Connection">
      {names.length > 0 && (
        <Select
          label="SQL runs on"
          description="A connection of the project, or settings of this environment alone"
          data={[
            { value: OWN, label: 'Settings below' },
            ...names.map((name) => ({ value: choiceOf(name), label: name })),
          ]}
          searchable
          allowDeselect={false}
          value={chosen === undefined ? OWN : choiceOf(chosen)}
          onChange={(value) => choose(names.find((name) => choiceOf(name) === value))}
          mb="sm"
        />
      )}
      {chosen === undefined && <OwnFields form={form} projectId={projectId} />}
      <DialectFields form={form} />
      <TryConnection form={form} projectId={projectId} environmentName={environmentName} />
    </Fieldset>
  )
}

/** A connection of the project may have any name. */
const OWN = 'own'
const choiceOf = (name: string) => `named:${name}`

/** Which connection of the project the form has chosen for SQL, among those that can run it. */
function useNamedConnection(form: EnvironmentForm, projectId: string) {
  const { data: connections = [] } = useConnections(projectId, 'DWH')
  const names = connections.map(nameOf)
  const [given, setGiven] = useState(form.getValues().defaultConnections)
  form.watch('defaultConnections', ({ value }) => setGiven(value))
  function choose(chosen: string | undefined): void {
    form.setFieldValue('defaultConnections', withConnection(given, names, chosen))
    // Its own settings are kept, but for some that are not complete: nobody would see what is wrong with
    // them.
    if (chosen !== undefined && !isComplete(form.getValues())) form.setFieldValue('connectionType', 'DUCKDB')
  }
  return { names, chosen: chosenConnection(given, names), choose }
}

function OwnFields({ form, projectId }: FieldsProps) {
  const [type, setType] = useState(form.getValues().connectionType)
  form.watch('connectionType', ({ value }) => setType(value))
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label="Database"
        data={[
          { value: 'DUCKDB', label: 'DuckDB, a file on the runner' },
          { value: 'POSTGRES', label: 'PostgreSQL' },
        ]}
        allowDeselect={false}
        key={form.key('connectionType')}
        {...form.getInputProps('connectionType')}
      />
      <TextInput
        label="Schema"
        placeholder={type === 'DUCKDB' ? 'main' : 'public'}
        key={form.key('schema')}
        {...form.getInputProps('schema')}
      />
      {type === 'POSTGRES' && <PostgresFields form={form} projectId={projectId} />}
    </SimpleGrid>
  )
}

/** For SQL that was written for another database. */
function DialectFields({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <>
      <Textarea
        label="Mapped database names"
        description="Names that SQL uses for databases, one per line: NAME, or NAME = database.schema. A NAME alone means this database"
        placeholder={'ANALYTICS\nRAW = raw.landing'}
        autosize
        mt="sm"
        key={form.key('databases')}
        {...form.getInputProps('databases')}
      />
      <Switch
        label="Functions of other dialects"
        description="IFF, NVL, DATEADD and others that this database calls differently"
        mt="sm"
        key={form.key('dialectFunctions')}
        {...form.getInputProps('dialectFunctions', { type: 'checkbox' })}
      />
    </>
  )
}

function PostgresFields({ form, projectId }: FieldsProps) {
  return (
    <>
      <TextInput label="Host" required key={form.key('host')} {...form.getInputProps('host')} />
      <NumberInput
        label="Port"
        placeholder="5432"
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        thousandSeparator=""
        key={form.key('port')}
        {...form.getInputProps('port')}
      />
      <TextInput
        label="Database name"
        required
        key={form.key('database')}
        {...form.getInputProps('database')}
      />
      <TextInput label="User" required key={form.key('user')} {...form.getInputProps('user')} />
      <SecretField form={form} projectId={projectId} />
      <Switch
        label="Encrypt with TLS"
        mt={{ base: 0, sm: 28 }}
        key={form.key('ssl')}
        {...form.getInputProps('ssl', { type: 'checkbox' })}
      />
    </>
  )
}

/** Only the name of a secret: its value is known to the project or the runner, never to this form. */
function SecretField({ form, projectId }: FieldsProps) {
  const secretNames = useSecretNames(projectId)
  return (
    <Autocomplete
      label="Password secret"
      description="Name of the secret, never its value"
      data={[...secretNames]}
      key={form.key('passwordSecret')}
      {...form.getInputProps('passwordSecret')}
    />
  )
}
