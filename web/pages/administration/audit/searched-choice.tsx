import { Select } from '@mantine/core'
import { sentenceOf } from '../../../api/problem.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

interface SearchedChoiceProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string | undefined
  /** What the server found for `text`; undefined while it has not answered. */
  readonly found: readonly Choice[] | undefined
  readonly error: unknown
  readonly text: string
  readonly onSearch: (text: string) => void
  readonly onChange: (value: string | undefined) => void
  /** Whether the key for the filter of a page leads here. */
  readonly isFirst?: boolean
}

/** One of many that the server searches. A value of the address that was not found stays. */
export function SearchedChoice(props: SearchedChoiceProps) {
  const { label, placeholder, value, found = [], error, text, onSearch, onChange, isFirst = false } = props
  const isKnown = value === undefined || found.some((one) => one.value === value)
  return (
    <Select
      label={label}
      size="xs"
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear the ${label.toLowerCase()}` }}
      searchValue={text}
      onSearchChange={onSearch}
      data={isKnown ? found : [{ value, label: value }, ...found]}
      value={value ?? null}
      nothingFoundMessage="No matches"
      error={error ? sentenceOf(error) : undefined}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      {...(isFirst && { 'data-filter': true })}
    />
  )
}
