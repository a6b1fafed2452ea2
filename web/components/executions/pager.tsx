import { Button, Group } from '@mantine/core'
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import { useState } from 'react'

interface PagerProps {
  /** The token of the page that is shown; absent on the first. */
  readonly page: string | undefined
  /** The token of the next page; absent on the last. */
  readonly next: string | undefined
  readonly onPage: (page: string | undefined) => void
  /** What it pages, for screen readers. */
  readonly label?: string
  /** What the buttons to the beginning, back and on say, for lists that are not by age. */
  readonly words?: { readonly first: string; readonly back: string; readonly on: string }
}

const byAge = { first: 'Newest', back: 'Newer', on: 'Older' }

/** Pages of a list by cursor: on to older ones, back the way one came, or to the beginning. */
export function Pager({ page, next, onPage, label = 'Pages of executions', words = byAge }: PagerProps) {
  const [before, remember] = useState<readonly (string | undefined)[]>([])
  if (page === undefined && next === undefined) return null
  // The browser's back button leads to pages that were passed, too: the way there ends before them.
  const passed = before.indexOf(page)
  const at = page === undefined ? [] : before.slice(0, passed === -1 ? before.length : passed)
  return (
    <Group component="nav" gap="xs" justify="flex-end" aria-label={label}>
      <Button
        size="xs"
        variant="default"
        leftSection={<ChevronsLeft size={14} aria-hidden />}
        disabled={page === undefined}
        onClick={() => onPage(undefined)}
      >
        {words.first}
      </Button>
      {at.length > 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<ChevronLeft size={14} aria-hidden />}
          onClick={() => {
            remember(at.slice(0, -1))
            onPage(at.at(-1))
          }}
        >
          {words.back}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        rightSection={<ChevronRight size={14} aria-hidden />}
        disabled={next === undefined}
        onClick={() => {
          remember([...at, page])
          onPage(next)
        }}
      >
        {words.on}
      </Button>
    </Group>
  )
}
