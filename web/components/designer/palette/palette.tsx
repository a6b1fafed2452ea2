import { ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core'
import { Search } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, memo, type ReactNode, useMemo, useState } from 'react'
import { lookOfType } from '../../pipeline-graph/component-types.ts'
import classes from '../designer.module.css'
import { type ComponentType, paletteOf, titleOf } from '../model/catalogue.ts'
import { callTypes } from '../model/new-blocks.ts'
import { DRAGGED_TYPE } from './drag.ts'
import { matchingPipelines, readSearch } from './search.ts'
import type { Callable } from './use-callable.ts'

interface PaletteProps {
  readonly types: readonly ComponentType[]
  readonly kind: ComponentType['pipelineType']
  /** What an orchestration can run. */
  readonly pipelines: readonly Callable[]
  readonly onAdd: (type: ComponentType, name?: string) => void
  readonly onCall: (pipeline: Callable, name?: string) => void
  /** Takes a copied text of several lines; false when it holds no components. */
  readonly onPaste: (text: string) => boolean
  readonly isDisabled: boolean
}

export const PALETTE_SEARCH = 'Find a component to add'

/**
 * The components that can be added: by click or Enter behind the chosen ones, or dragged to a place. The list
 * is one stop of the Tab key; arrow keys lead from the search through it and back. A name may follow a colon.
 */
export const Palette = memo(List)

function List(props: PaletteProps) {
  const { types, kind, onAdd, onCall, isDisabled } = props
  const [search, setSearch] = useState('')
  const { wanted, name } = readSearch(search)
  const groups = useMemo(() => paletteOf(types, kind, wanted), [types, kind, wanted])
  const pipelines = kind === 'orchestration' ? matchingPipelines(props.pipelines, wanted) : []
  const first = groups[0]?.types[0] ?? pipelines[0]
  const isLoading = types.length === 0
  function add(entry: ComponentType | Callable): void {
    if ('path' in entry) onCall(entry, name)
    else onAdd(entry, name)
    setSearch('')
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && first !== undefined && search !== '' && !isDisabled) add(first)
    if (event.key === 'Escape') setSearch('')
  }
  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain')
    if (text.trim().includes('\n') && props.onPaste(text)) event.preventDefault()
  }
  const shared = { onAdd: add, isDisabled }
  return (
    <section className={classes['palette']} aria-label="Components to add" onKeyDown={moveFocus}>
      <TextInput
        aria-label={PALETTE_SEARCH}
        placeholder={isLoading ? 'Loading components…' : 'Add a component'}
        title="A component, and behind a colon its name. Copied components and SQL can be pasted here too"
        size="xs"
        leftSection={<Search size={13} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={(event) => event.currentTarget.select()}
        // What is typed before the components are there would find none, and Enter would be lost.
        disabled={isDisabled || isLoading}
      />
      <ScrollArea className={classes['palette-list']!} type="auto" viewportProps={scrollingOf(isDisabled)}>
        {groups.map(({ name: group, types: all }) => (
          <EntryGroup key={group} name={group}>
            {all.map((type) => (
              <Entry key={type.type} {...shared} entry={type} isStop={type === first} />
            ))}
          </EntryGroup>
        ))}
        {pipelines.length > 0 && (
          <EntryGroup name="Pipelines of this project">
            {pipelines.map((pipeline) => (
              <Entry key={pipeline.path} {...shared} entry={pipeline} isStop={pipeline === first} />
            ))}
          </EntryGroup>
        )}
        {first === undefined && !isLoading && (
          <Text size="sm" c="dimmed" mt="xs">
            No component matches.
          </Text>
        )}
      </ScrollArea>
    </section>
  )
}

const EntryGroup = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <Text size="xs" fw={600} c="dimmed" mt={6} mb={2} aria-hidden>
      {name}
    </Text>
    <ul aria-label={name}>{children}</ul>
  </div>
)

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

/**
 * Its entries take the focus; when they are disabled the list itself does, so that it scrolls by keyboard.
 */
const scrollingOf = (isDisabled: boolean) =>
  isDisabled ? { tabIndex: 0, role: 'region', 'aria-label': 'List of components' } : { tabIndex: -1 }

interface EntryProps {
  readonly entry: ComponentType | Callable
  readonly onAdd: (entry: ComponentType | Callable) => void
  readonly isDisabled: boolean
  /** Whether the Tab key stops at it. */
  readonly isStop: boolean
}

function Entry({ entry, onAdd, isDisabled, isStop }: EntryProps) {
  const { id, type, title, hint } = shownAs(entry)
  const { icon: Icon } = lookOfType(type)
  return (
    <li>
      <UnstyledButton
        className={classes['entry']!}
        title={hint}
        tabIndex={isStop ? 0 : -1}
        disabled={isDisabled}
        draggable={!isDisabled}
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAGGED_TYPE, id)
          event.dataTransfer.effectAllowed = 'copy'
        }}
        onClick={() => onAdd(entry)}
      >
        <Icon size={15} aria-hidden strokeWidth={1.75} />
        <span>{title}</span>
      </UnstyledButton>
    </li>
  )
}

const shownAs = (entry: ComponentType | Callable) =>
  'path' in entry
    ? { id: entry.path, type: callTypes[entry.kind], title: entry.name, hint: `Runs ${entry.name}` }
    : { id: entry.type, type: entry.type, title: titleOf(entry), hint: entry.summary }
