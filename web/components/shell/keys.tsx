import { Kbd, Table } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { pages } from '../../pages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useMay } from '../rights/use-may.ts'
import { canOpen } from './can-open.ts'

const destinations = Object.values(pages).filter((page) => 'key' in page)

const keysOf = (shown: typeof destinations): readonly (readonly [readonly string[], string])[] => [
  [['?'], 'Show keyboard shortcuts'],
  [['Ctrl', 'K'], 'Search pages, projects and pipelines'],
  [['/'], 'Go to the filter of the page'],
  ...shown.map(({ key, label }) => [['g', key], `Go to ${label}`] as const),
  [['Esc'], 'Close the open dialog'],
]

/** How long after `g` the second key still counts. */
const SEQUENCE_MS = 1_000

/**
 * The keyboard shortcuts of every page, and their list on `?`. They are inactive while a field has the focus.
 */
export function Keys() {
  const [isOpen, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  const prefixAt = useRef(0)
  const may = useMay()
  const reachable = destinations.filter((page) => canOpen(may, page))

  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const destination = reachable.find(({ key }) => key === event.key)
    if (event.timeStamp - prefixAt.current < SEQUENCE_MS && destination !== undefined) {
      prefixAt.current = 0
      void navigate({ to: destination.path })
    } else if (event.key === 'g') prefixAt.current = event.timeStamp
    else if (event.key === '?') open()
    else if (event.key === '/') focusFilter(event)
  })

  return (
    <Dialog opened={isOpen} onClose={close} title="Keyboard shortcuts">
      <Table aria-label="Keyboard shortcuts">
        <Table.Tbody>
          {keysOf(reachable).map(([pressed, meaning]) => (
            <Table.Tr key={meaning}>
              <Table.Td className="nowrap">
                {pressed.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** A page marks its filter with `data-filter`. */
function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLElement>('[data-filter]')
  if (filter === null) return
  event.preventDefault()
  filter.focus()
}
