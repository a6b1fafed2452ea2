import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { CodeEditor } from './code-editor.tsx'
import type { CodeEditorProps } from './code-mirror.tsx'

interface CodeFieldProps
  extends Omit<CodeEditorProps, 'label' | 'labelledBy' | 'describedBy' | 'isInvalid' | 'isRequired'> {
  readonly label: ReactNode
  readonly description?: ReactNode
  readonly error?: string | undefined
  readonly required?: boolean
}

/** A code editor as a field of a form: with its label, help and fault. */
export function CodeField({ label, description, error, required = false, ...editor }: CodeFieldProps) {
  const id = useId()
  const described = [
    description !== undefined && `${id}-description`,
    error !== undefined && `${id}-error`,
  ].filter((one) => one !== false)
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      required={required}
    >
      <CodeEditor
        {...editor}
        labelledBy={`${id}-label`}
        describedBy={described.length === 0 ? undefined : described.join(' ')}
        isInvalid={error !== undefined}
        isRequired={required}
      />
    </Input.Wrapper>
  )
}
