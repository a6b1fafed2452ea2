import { Select } from '@mantine/core'
import { api } from '../../api/client.ts'
import { sentenceOf } from '../../api/problem.ts'
import { customTemplate } from './properties.ts'

interface TemplateChoiceProps {
  readonly value: string
  readonly isReadOnly?: boolean
  /** `payload` is that of the template; undefined for a payload written from scratch. */
  readonly onChange: (template: string, payload: string | undefined) => void
}

const ALL = { page: 0, size: 100 } as const

/** What the payload begins with. A template that was renamed or deleted since the file named it stays to be seen. */
export function TemplateChoice({ value, isReadOnly = false, onChange }: TemplateChoiceProps) {
  const { data, error } = api.useQuery('get', '/v1/webhook-templates', { params: { query: ALL } })
  const templates = data?.results ?? []
  return (
    <Select
      label="Payload Template"
      description="Choosing one replaces the payload"
      required
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
