import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

interface FieldsProps {
  readonly form: Pick<UseFormReturnType<{ name: string; payload: string }>, 'key' | 'getInputProps'>
}

export const TemplateFields = ({ form }: FieldsProps) => (
  <>
    <TextInput label="Name" required data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
    <Textarea
      label="Payload"
      description="JSON in which ${variable} stands for the value of a variable. It may be saved unfinished."
      autosize
      minRows={6}
      maxRows={18}
      spellCheck={false}
      classNames={{ input: 'monospace' }}
      key={form.key('payload')}
      {...form.getInputProps('payload')}
    />
  </>
)
