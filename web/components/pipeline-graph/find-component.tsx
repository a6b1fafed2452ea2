import { TextInput, VisuallyHidden } from '@mantine/core'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { GraphComponent } from './model.ts'

interface FindProps {
  readonly components: readonly Pick<GraphComponent, 'name'>[]
  /** The component to show; undefined: none. */
  readonly onFind: (name: string | undefined) => void
}

/** Finds a component by a part of its name; Enter goes to the next one, Shift-Enter to the one before. */
export function FindComponent({ components, onFind }: FindProps) {
  const [wanted, want] = useState('')
  const [at, go] = useState(0)
  const found = wanted.trim() === '' ? [] : matches(components, wanted)
  function show(text: string, place: number): void {
    const all = text.trim() === '' ? [] : matches(components, text)
    const next = all.length === 0 ? 0 : (place + all.length) % all.length
    want(text)
    go(next)
    onFind(all[next])
  }
  const count = found.length === 0 ? 'none' : `${at + 1}/${found.length}`
  return (
    <>
      <TextInput
        aria-label="Find a component"
        placeholder="Find"
        size="xs"
        w={150}
        leftSection={<Search size={13} aria-hidden />}
        rightSection={wanted.trim() === '' ? null : <span aria-hidden>{count}</span>}
        rightSectionWidth={46}
        value={wanted}
        onChange={(event) => show(event.currentTarget.value, 0)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') show(wanted, at + (event.shiftKey ? -1 : 1))
          if (event.key === 'Escape' && wanted !== '') {
            event.stopPropagation()
            show('', 0)
          }
        }}
      />
      <VisuallyHidden role="status">
        {wanted.trim() === '' ? '' : found.length === 0 ? 'No matches' : `${found[at]}, ${count}`}
      </VisuallyHidden>
    </>
  )
}

const matches = (components: readonly Pick<GraphComponent, 'name'>[], wanted: string): string[] =>
  components
    .map(({ name }) => name)
    .filter((name) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
