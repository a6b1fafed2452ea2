import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { ChevronDown, ChevronUp, Search } from 'lucide-react'

interface FindProps {
  readonly wanted: string
  readonly onWanted: (text: string) => void
  /** Which of those found is shown, from 0. */
  readonly place: number
  readonly count: number
  readonly onPlace: (place: number) => void
}

/** Finds a text: Enter goes to the next place, Shift-Enter to the one before. */
export function Find({ wanted, onWanted, place, count, onPlace }: FindProps) {
  const move = (by: number) => count > 0 && onPlace((Math.min(place, count - 1) + by + count) % count)
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <TextInput
        label="Search the log"
        size="xs"
        w={220}
        leftSection={<Search size={14} aria-hidden />}
        value={wanted}
        onChange={(event) => onWanted(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          move(event.shiftKey ? -1 : 1)
        }}
        data-filter
      />
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Previous match"
        disabled={count === 0}
        onClick={() => move(-1)}
      >
        <ChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Next match"
        disabled={count === 0}
        onClick={() => move(1)}
      >
        <ChevronDown size={16} aria-hidden />
      </ActionIcon>
      {wanted !== '' && (
        <Text size="xs" c="dimmed" className="nowrap" mb={7} role="status">
          {count === 0 ? 'No matches' : `${Math.min(place, count - 1) + 1} of ${count.toLocaleString()}`}
        </Text>
      )}
    </Group>
  )
}
