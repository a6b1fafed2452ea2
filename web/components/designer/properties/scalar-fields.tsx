import { ActionIcon, Select, Tooltip } from '@mantine/core'
import { FunctionSquare, List } from 'lucide-react'
import { useState } from 'react'
import { CodeField } from '../editors/code-field.tsx'
import { ExpressionInput } from '../editors/expression-input.tsx'
import { choiceOf, type FileValue } from './form-schema.ts'
import { type FieldProps, framing, kindOfHeading } from './property-context.ts'
import { choiceWritten, textOf, written } from './values.ts'

/** A text of one line. */
export function TextField(props: FieldProps) {
  const { field, path, value, form } = props
  const { 'x-names': kind, title = '' } = field.property
  return (
    <ExpressionInput
      {...framing(props)}
      size="xs"
      names={form.names}
      kind={kind ?? kindOfHeading(title)}
      readOnly={form.isReadOnly}
      placeholder={textOf(field.property.default as FileValue | undefined)}
      value={textOf(value)}
      onChange={(text) => form.onChange(path, written(value, text, field.isRequired))}
    />
  )
}

/** A statement, a script, or a text of several lines. */
export function CodeTextField(props: FieldProps) {
  const { field, path, value, form } = props
  return (
    <CodeField
      {...framing(props)}
      language={field.property['x-editor'] ?? 'text'}
      warehouse={form.warehouse}
      names={form.names}
      value={textOf(value)}
      onChange={
        form.isReadOnly ? undefined : (text) => form.onChange(path, written(value, text, field.isRequired))
      }
    />
  )
}

/** One of the catalogue's words; an expression may stand for it. */
export function ChoiceField(props: FieldProps) {
  const { field, path, value, form } = props
  const [isExpression, setExpression] = useState(false)
  const choice = choiceOf(field.property, value)
  const hasWord = choice !== undefined || textOf(value) === ''
  const turn = !form.isReadOnly && hasWord && (
    <Turn isExpression={isExpression} onTurn={() => setExpression(!isExpression)} />
  )
  if (isExpression || !hasWord)
    return (
      <ExpressionInput
        {...framing(props)}
        size="xs"
        names={form.names}
        readOnly={form.isReadOnly}
        rightSection={turn}
        value={textOf(value)}
        onChange={(text) => form.onChange(path, written(value, text, field.isRequired))}
      />
    )
  return (
    <Select
      {...framing(props)}
      size="xs"
      data={[...(field.property.enum ?? [])]}
      value={choice ?? null}
      placeholder={textOf(field.property.default as FileValue | undefined)}
      clearable={!field.isRequired && !form.isReadOnly}
      allowDeselect={false}
      readOnly={form.isReadOnly}
      comboboxProps={{ zIndex: 400 }}
      leftSection={turn}
      leftSectionPointerEvents="all"
      onChange={(chosen) => form.onChange(path, choiceWritten(value, chosen))}
    />
  )
}

const Turn = ({ isExpression, onTurn }: { readonly isExpression: boolean; readonly onTurn: () => void }) => {
  const label = isExpression ? 'Choose from the list' : 'Write an expression'
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} onClick={onTurn}>
        {isExpression ? <List size={14} aria-hidden /> : <FunctionSquare size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
