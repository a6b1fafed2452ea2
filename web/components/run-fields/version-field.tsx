import { Select } from '@mantine/core'

interface VersionFieldProps {
  readonly value: string | undefined
  readonly error?: string | undefined
  readonly onChoose: (value: string | undefined) => void
  readonly versions: readonly string[]
  readonly hint: string | undefined
}

/** Which published version runs; it is always named, so that one published meanwhile is not run instead. */
export function VersionField({ value, error, hint, onChoose, versions }: VersionFieldProps) {
  return (
    <Select
      label="Version"
      required
      searchable
      allowDeselect={false}
      disabled={versions.length === 0}
      description={hint}
      error={error}
      data={value === undefined || versions.includes(value) ? [...versions] : [value, ...versions]}
      value={value ?? null}
      onChange={(name) => onChoose(name ?? undefined)}
    />
  )
}
