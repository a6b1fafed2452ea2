import { NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import type { PaginationType } from '../wire.ts'
import classes from './editor.module.css'
import type { EndpointProps } from './endpoint-props.ts'
import { messageAt } from './faults.ts'
import { type PaginationField, paginationFields, paginationLabels } from './pagination.ts'

const types = Object.entries(paginationLabels).map(([value, label]) => ({ value, label }))
const locations = [
  { value: 'QUERY_PARAMETER', label: 'Query Parameter' },
  { value: 'BODY', label: 'Body' },
]

/** The pagination type of an endpoint, and the fields of that type. */
export function PaginationPanel({ editor, endpoint, position }: EndpointProps) {
  const { pagination } = endpoint
  const put = (change: Partial<typeof pagination>) =>
    editor.changeEndpoint(endpoint.key, { pagination: { ...pagination, ...change } })
  const fields = paginationFields[pagination.type]
  return (
    <Stack gap="sm">
      <Select
        label="Pagination type"
        maw={420}
        data={types}
        allowDeselect={false}
        value={pagination.type}
        onChange={(type) => put({ type: (type ?? 'NONE') as PaginationType })}
      />
      {fields.length === 0 ? (
        <Text size="sm" c="dimmed">
          One request returns everything.
        </Text>
      ) : (
        <div className={classes.fields}>
          {fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              value={pagination.fields[field.name] ?? ''}
              error={messageAt(editor.faults, position, `pagination/${field.name}`)}
              onChange={(value) => put({ fields: { ...pagination.fields, [field.name]: value } })}
            />
          ))}
        </div>
      )}
      <General editor={editor} position={position} />
    </Stack>
  )
}

interface FieldProps {
  readonly field: PaginationField
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function Field({ field: { label, hint, kind, isRequired = false }, value, error, onChange }: FieldProps) {
  const shared = { label, description: hint ?? ' ', error, withAsterisk: isRequired }
  if (kind === 'location') {
    const chosen = value === '' ? 'QUERY_PARAMETER' : value
    return (
      <Select
        {...shared}
        description="Where to send the pagination parameters"
        data={locations}
        allowDeselect={false}
        value={chosen}
        onChange={(location) => onChange(location ?? '')}
      />
    )
  }
  if (kind === 'number')
    return (
      <NumberInput
        {...shared}
        min={0}
        allowDecimal={false}
        allowNegative={false}
        value={value}
        onChange={(number) => onChange(String(number))}
      />
    )
  return <TextInput {...shared} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
}

/** Faults of the pagination as a whole, such as a size without its parameter. */
function General({ editor, position }: Pick<EndpointProps, 'editor' | 'position'>) {
  const found = editor.faults.filter((fault) => fault.endpoint === position && fault.field === 'pagination')
  if (found.length === 0) return null
  return (
    <Text size="sm" c="red" role="alert">
      {found.map(({ sentence }) => sentence).join('; ')}
    </Text>
  )
}
