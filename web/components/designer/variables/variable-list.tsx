import { Badge, Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { VariableDeclaration } from '../../../../src/pipeline/model.ts'
import classes from '../designer.module.css'
import type { ComponentType } from '../model/catalogue.ts'
import type { Editor } from '../state/use-editor.ts'
import { variableCommandsOf } from './variable-commands.ts'
import { VariableDialog } from './variable-dialog.tsx'

interface VariableListProps {
  readonly editor: Editor
  readonly types: readonly ComponentType[]
  readonly isEditable: boolean
}

/** The variables that the pipeline declares; each opens its fields. */
export function VariableList({ editor, types, isEditable }: VariableListProps) {
  const [open, setOpen] = useState<{ readonly variable?: VariableDeclaration }>()
  const variables = [...(editor.drawing?.pipeline.variables.values() ?? [])]
  return (
    <section aria-label="Variables">
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h5">
          Variables ({variables.length})
        </Title>
        {isEditable && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Plus size={13} aria-hidden />}
            onClick={() => setOpen({})}
            aria-haspopup="dialog"
          >
            Add variable
          </Button>
        )}
      </Group>
      {variables.length === 0 && (
        <Text size="sm" c="dimmed">
          None. A variable holds a value that components read and change.
        </Text>
      )}
      <Stack gap={2}>
        {variables.map((variable) => (
          <UnstyledButton
            key={variable.name}
            className={classes['entry']!}
            onClick={() => setOpen({ variable })}
            aria-haspopup="dialog"
          >
            <Row variable={variable} />
          </UnstyledButton>
        ))}
      </Stack>
      {open !== undefined && (
        <VariableDialog
          variable={open.variable}
          others={new Set(variables.map(({ name }) => name).filter((name) => name !== open.variable?.name))}
          commands={variableCommandsOf(editor, types)}
          isEditable={isEditable}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

function Row({ variable }: { readonly variable: VariableDeclaration }) {
  const { name, type, columns, defaultValue } = variable
  const value =
    typeof defaultValue === 'object' ? `${columns.join(', ')} · ${defaultValue.length}` : String(defaultValue)
  return (
    <>
      <span style={{ flex: 'none', maxWidth: '60%', overflowWrap: 'anywhere' }}>{name}</span>
      <Badge size="xs" variant="default" style={{ flex: 'none' }}>
        {type}
      </Badge>
      <Text span size="xs" c="dimmed" truncate>
        {value}
      </Text>
    </>
  )
}
