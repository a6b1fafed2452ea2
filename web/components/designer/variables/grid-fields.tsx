import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { GridEditor } from '../../../ui/grid-editor.tsx'
import { type Filled, withColumn, withoutColumn } from './variable-form.ts'

interface GridFieldsProps {
  readonly filled: Filled
  readonly fill: (filled: Filled) => void
  readonly fault: string | undefined
}

/** The columns of a grid variable, and the rows that it has at first. */
export function GridFields({ filled, fill, fault }: GridFieldsProps) {
  const { columns, rows } = filled
  const rename = (at: number, name: string) =>
    fill({
      ...filled,
      columns: columns.map((column, index) => (index === at ? { ...column, name } : column)),
    })
  return (
    <>
      <Input.Wrapper label="Columns" labelElement="div" error={fault}>
        <Stack gap={4}>
          {columns.map(({ name }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
            <Group key={at} gap={4} wrap="nowrap">
              <TextInput
                size="xs"
                style={{ flex: 1 }}
                aria-label={`Name of column ${at + 1}`}
                value={name}
                onChange={(event) => rename(at, event.currentTarget.value)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove column ${at + 1}`}
                onClick={() => fill(withoutColumn(filled, at))}
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <Button
            size="compact-sm"
            variant="default"
            w="fit-content"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => fill(withColumn(filled))}
          >
            Add column
          </Button>
        </Stack>
      </Input.Wrapper>
      {columns.length > 0 && (
        <Input.Wrapper label="Initial rows" labelElement="div">
          <GridEditor
            label="Initial rows"
            columns={headings(columns)}
            rows={rows}
            onChange={(changed) => fill({ ...filled, rows: changed })}
          />
        </Input.Wrapper>
      )}
    </>
  )
}

/** Each heading once, also while two columns have one name. */
const headings = (columns: Filled['columns']): readonly string[] =>
  columns.map(({ name }, at) => {
    const isTaken = columns.some((other, index) => index < at && other.name === name)
    return name === '' || isTaken ? `${name || 'Column'} ${at + 1}` : name
  })
