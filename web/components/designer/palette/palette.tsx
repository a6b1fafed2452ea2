import { ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core'
import { Search } from 'lucide-react'
import { type KeyboardEvent, memo, useMemo, useState } from 'react'
import { lookOfType } from '../../pipeline-graph/component-types.ts'
import classes from '../designer.module.css'
import { type ComponentType, paletteOf, titleOf } from '../model/catalogue.ts'
import { DRAGGED_TYPE } from './drag.ts'

interface PaletteProps {
  readonly types: readonly ComponentType[]
  readonly kind: ComponentType['pipelineType']
  readonly onAdd: (type: ComponentType) => void
  readonly isDisabled: boolean
}

export const PALETTE_SEARCH = 'Find a component to add'

/**
 * The components that can be added: by click or Enter behind the chosen component, or dragged to a place. The list is one
 * stop of the Tab key; arrow keys lead from the search through it and back.
 */
export const Palette = memo(List)

function List({ types, kind, onAdd, isDisabled }: PaletteProps) {
  const [search, setSearch] = useState('')
  const groups = useMemo(() => paletteOf(types, kind, search), [types, kind, search])
  const first = groups[0]?.types[0]
  const isLoading = types.length === 0
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && first !== undefined && search !== '' && !isDisabled) {
      onAdd(first)
      setSearch('')
    }
    if (event.key === 'Escape') setSearch('')
  }
  return (
    <section className={classes['palette']} aria-label="Components to add" onKeyDown={moveFocus}>
      <TextInput
        aria-label={PALETTE_SEARCH}
        placeholder={isLoading ? 'Loading components…' : 'Add a component'}
        size="xs"
        leftSection={<Search size={13} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        // What is typed before the components are there would find none, and Enter would be lost.
        disabled={isDisabled || isLoading}
      />
      <ScrollArea className={classes['palette-list']!} type="auto" viewportProps={scrollingOf(isDisabled)}>
        {groups.map(({ name, types: all }) => (
          <div key={name}>
            <Text size="xs" fw={600} c="dimmed" mt={6} mb={2} aria-hidden>
              {name}
            </Text>
            <ul aria-label={name}>
              {all.map((type) => (
                <li key={type.type}>
                  <Entry type={type} onAdd={onAdd} isDisabled={isDisabled} isStop={type === first} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {groups.length === 0 && !isLoading && (
          <Text size="sm" c="dimmed" mt="xs">
            No component matches.
          </Text>
        )}
      </ScrollArea>
    </section>
  )
}

/** Moves the focus from the search to the entries, between them, and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button')]
  const next = stops[stops.indexOf(event.target as HTMLElement) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Its entries take the focus; when they are disabled the list itself does, so that it scrolls by keyboard. */
const scrollingOf = (isDisabled: boolean) =>
  isDisabled ? { tabIndex: 0, role: 'region', 'aria-label': 'List of components' } : { tabIndex: -1 }

interface EntryProps {
  readonly type: ComponentType
  readonly onAdd: PaletteProps['onAdd']
  readonly isDisabled: boolean
  /** Whether the Tab key stops at it. */
  readonly isStop: boolean
}

function Entry({ type, onAdd, isDisabled, isStop }: EntryProps) {
  const { icon: Icon } = lookOfType(type.type)
  return (
    <UnstyledButton
      className={classes['entry']!}
      title={type.summary}
      tabIndex={isStop ? 0 : -1}
      disabled={isDisabled}
      draggable={!isDisabled}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED_TYPE, type.type)
        event.dataTransfer.effectAllowed = 'copy'
      }}
      onClick={() => onAdd(type)}
    >
      <Icon size={15} aria-hidden strokeWidth={1.75} />
      <span>{titleOf(type)}</span>
    </UnstyledButton>
  )
}
