import { Select } from '@mantine/core'
import { useEvery } from '../../api/every.ts'
import { sentenceOf } from '../../api/problem.ts'
import { customTemplate } from './properties.ts'

interface TemplateChoiceProps {
  readonly value: string
  readonly isReadOnly?: boolean
  /** `payload` is that of the template; undefined for a payload written from scratch. */
  readonly onChange: (template: string, payload: string | undefined) => void
}

/**
 * What the payload begins with. A template that was renamed or deleted since the file named it stays to be
 * seen.
 */
export function TemplateChoice({ value, isReadOnly = false, onChange }: TemplateChoiceProps) {
  const { data: templates = [], error } = useEvery('/v1/webhook-templates', ({ name }) => name, {})
  return (
    <Select
      label="Payload Template"
      description="Choosing one replaces the payload"
      required
      searchable
      readOnly={isReadOnly}
      allowDeselect={false}
      data={[...new Set([customTemplate, ...templates.map(({ name }) => name), value])]}
      value={value}
      error={error === null ? undefined : sentenceOf(error)}
      onChange={(chosen) =>
        onChange(chosen ?? customTemplate, templates.find(({ name }) => name === chosen)?.payload)
      }
    />
  )
}
