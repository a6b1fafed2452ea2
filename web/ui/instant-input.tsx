import { TextInput } from '@mantine/core'

interface InstantInputProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** An instant, written in the zone of the browser and kept in the address with its zone. */
export function InstantInput({ label, value, onChange }: InstantInputProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      size="xs"
      value={localText(value)}
      onChange={({ currentTarget: { value: text } }) =>
        onChange(text === '' ? undefined : new Date(text).toISOString())
      }
    />
  )
}

function localText(instant: string | undefined): string {
  const time = instant === undefined ? Number.NaN : Date.parse(instant)
  if (Number.isNaN(time)) return ''
  const shifted = new Date(time - new Date(time).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
