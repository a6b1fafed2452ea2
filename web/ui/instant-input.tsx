import { TextInput } from '@mantine/core'
import { instantOf, localTime } from './local-time.ts'

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
      onChange={({ currentTarget: { value: text } }) => {
        if (text === '') onChange(undefined)
        else if (isInstant(text)) onChange(instantOf(text))
      }}
    />
  )
}

/** An address may have anything in place of an instant. */
const localText = (instant: string | undefined): string =>
  instant !== undefined && isInstant(instant) ? localTime(instant) : ''

/** A year may have too many digits while it is typed. */
const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text))
