import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { newRow, type Row } from './draft.ts'
import classes from './editor.module.css'

interface ParameterTableProps {
  /** For example `Query parameter`. */
  readonly kind: string
  readonly rows: readonly Row[]
  /** Whether the URL determines the rows. */
  readonly areNamesFixed?: boolean
  readonly hint?: string
  readonly error: string | undefined
  readonly onChange: (rows: readonly Row[]) => void
  /** Values for the next test, by key of the row. */
  readonly given: Readonly<Record<string, string>>
  readonly onGiven: (key: string, value: string) => void
}

/** Rows of parameters, constant or configurable; configurable ones also take a value for the test. */
export function ParameterTable(props: ParameterTableProps) {
  const { kind, rows, areNamesFixed = false, hint, error, onChange, given, onGiven } = props
  const put = (key: string, change: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  return (
    <Stack gap={6} component="section" aria-label={`${kind}s`}>
      <Title order={3}>{kind}s</Title>
      {rows.length > 0 && <Heads />}
      <div className={classes.rows}>
        {rows.map((row, index) => (
          <ParameterRow
            key={row.key}
            label={`${kind} ${index + 1}`}
            row={row}
            isNameFixed={areNamesFixed}
            given={given[row.key] ?? ''}
            onChange={(change) => put(row.key, change)}
            onGiven={(value) => onGiven(row.key, value)}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </div>
      {error !== undefined && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      {rows.length === 0 && hint !== undefined && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {!areNamesFixed && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...rows, newRow()])}
          >
            Add a {kind.toLowerCase()}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Hidden from screen readers, because each input has its own label. */
function Heads() {
  return (
    <div className={classes.head} aria-hidden>
      <span>Name</span>
      <span>Value</span>
      <span>Configurable</span>
      <span>Value for the test</span>
    </div>
  )
}

interface ParameterRowProps {
  readonly label: string
  readonly row: Row
  readonly isNameFixed: boolean
  readonly given: string
  readonly onChange: (change: Partial<Row>) => void
  readonly onGiven: (value: string) => void
  readonly onRemove: () => void
}

function ParameterRow({ label, row, isNameFixed, given, onChange, onGiven, onRemove }: ParameterRowProps) {
  return (
    <div className={classes.row}>
      <TextInput
        aria-label={`${label}: name`}
        placeholder="Name"
        readOnly={isNameFixed}
        variant={isNameFixed ? 'filled' : 'default'}
        value={row.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        aria-label={`${label}: value`}
        placeholder={row.isConfigurable ? 'Default value' : 'Value'}
        value={row.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <Checkbox
        className={classes.configurable!}
        label="Configurable"
        aria-label={`${label}: configurable`}
        size="xs"
        checked={row.isConfigurable}
        onChange={(event) => onChange({ isConfigurable: event.currentTarget.checked })}
      />
      <TextInput
        aria-label={`${label}: value for the test`}
        placeholder={row.isConfigurable ? 'Value for the test' : 'Constant'}
        disabled={!row.isConfigurable}
        value={row.isConfigurable ? given : ''}
        onChange={(event) => onGiven(event.currentTarget.value)}
      />
      {!isNameFixed && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
