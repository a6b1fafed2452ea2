import { Autocomplete } from '@mantine/core'
import { useEffect, useState } from 'react'

interface NameFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly string[]
  readonly onChange: (value: string | undefined) => void
  /** Whether the key `/` goes here. */
  readonly isFirst?: boolean
}

/** A whole name, chosen or written; it filters once it is chosen, or on Enter, or when the field is left. */
export function NameFilter({ label, value, choices, onChange, isFirst = false }: NameFilterProps) {
  const [written, write] = useState(value ?? '')
  useEffect(() => write(value ?? ''), [value])
  const settle = (text: string) => {
    const wanted = text.trim() === '' ? undefined : text.trim()
    if (wanted !== value) onChange(wanted)
  }
  return (
    <Autocomplete
      label={label}
      size="xs"
      placeholder="Any"
      data={[...new Set(choices)]}
      value={written}
      onChange={(text) => {
        write(text)
        if (text === '') settle(text)
      }}
      onOptionSubmit={settle}
      onBlur={() => settle(written)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(written)
      }}
      clearable
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()}` }}
      {...(isFirst && { 'data-filter': true })}
    />
  )
}
