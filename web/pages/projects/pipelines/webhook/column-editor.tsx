import { ActionIcon, Button, Group, Input, Select, Stack, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'

interface ColumnEditorProps {
  /** The names that the payload defines. */
  readonly names: readonly string[]
  /** Rows of name and value. */
  readonly rows: readonly (readonly string[])[]
  readonly error: string | undefined
  readonly onChange: (rows: string[][]) => void
}

/** Payload variables: rows of a name, chosen from those in the payload, and its value. */
export function ColumnEditor({ names, rows, error, onChange }: ColumnEditorProps) {
  const copy = () => rows.map(([name = '', value = '']) => [name, value])
  const free = names.filter((name) => rows.every(([taken]) => taken !== name))
  function write(at: number, cells: readonly string[]): void {
    onChange(copy().map((row, other) => (other === at ? [...cells] : row)))
  }
  return (
    <Input.Wrapper
      label="Payload variables"
      description="A value for each {{name}} in the payload"
      labelElement="div"
      error={error}
    >
      <Stack gap={6} mt={4} role="group" aria-label="Payload variables">
        {rows.map(([name = '', value = ''], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <Group key={at} gap={6} wrap="nowrap">
            <Select
              size="xs"
              flex={1}
              aria-label={`Name, row ${at + 1}`}
              placeholder="Name"
              allowDeselect={false}
              data={[...new Set([...(name === '' ? [] : [name]), ...free])]}
              value={name === '' ? null : name}
              onChange={(chosen) => write(at, [chosen ?? '', value])}
            />
            <TextInput
              size="xs"
              flex={1}
              aria-label={`Value, row ${at + 1}`}
              placeholder="Value"
              value={value}
              onChange={(event) => write(at, [name, event.currentTarget.value])}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove row ${at + 1}`}
              onClick={() => onChange(copy().filter((_, other) => other !== at))}
            >
              <Trash2 size={14} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...copy(), [free[0] ?? '', '']])}
          >
            Add row
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  )
}
