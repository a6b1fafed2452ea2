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
import { api } from '../../../../api/client.ts'
import type { EnvironmentForm } from './values.ts'

interface ConnectionFieldsProps {
  readonly form: EnvironmentForm
  readonly projectId: string
}

/** The database that the SQL of the environment runs on. */
export function ConnectionFields({ form, projectId }: ConnectionFieldsProps) {
  const [type, setType] = useState(form.getValues().connectionType)
  form.watch('connectionType', ({ value }) => setType(value))
  return (
    <Fieldset legend="Connection">
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
      <DialectFields form={form} />
    </Fieldset>
  )
}

/** For SQL that was written for another database. */
function DialectFields({ form }: Pick<ConnectionFieldsProps, 'form'>) {
  return (
    <>
      <Textarea
        label="Mapped database names"
        description="Names that SQL uses for databases, one per line: NAME, or NAME = database.schema. Without a database it is this one"
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

function PostgresFields({ form, projectId }: ConnectionFieldsProps) {
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

const MAX_SECRETS = 100

/** Only the name of a secret: its value is known to the project or the runner, never to this form. */
function SecretField({ form, projectId }: ConnectionFieldsProps) {
  const { data } = api.useQuery('get', '/v1/projects/{projectId}/secrets', {
    params: { path: { projectId }, query: { size: MAX_SECRETS } },
  })
  return (
    <Autocomplete
      label="Password secret"
      description="Name of the secret, never its value"
      data={(data?.results ?? []).map(({ name }) => name)}
      key={form.key('passwordSecret')}
      {...form.getInputProps('passwordSecret')}
    />
  )
}
