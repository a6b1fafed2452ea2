import { Kbd, Modal, Table } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { paths } from '../../paths.ts'

/** What is written after `g` goes to a page. */
const destinations = {
  h: { to: paths.home, label: 'Go home' },
  e: { to: paths.executions, label: 'Go to all executions' },
  r: { to: paths.runners, label: 'Go to the runners' },
  c: { to: paths.connectors, label: 'Go to the connectors' },
  a: { to: paths.administration, label: 'Go to the administration' },
} as const

const keys: readonly (readonly [readonly string[], string])[] = [
  [['?'], 'Show these keys'],
  [['Ctrl', 'K'], 'Find a page, a project or a pipeline'],
  [['/'], 'Go to the filter of the page'],
  ...Object.entries(destinations).map(([key, { label }]) => [['g', key], label] as const),
  [['Esc'], 'Close what is open'],
]

const SEQUENCE_MS = 1_000

/** The keys that work on every page, and their list on `?`. Nothing happens while a text is being written. */
export function Keys() {
  const [isOpen, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  const prefixAt = useRef(0)

  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    const destination = destinations[event.key as keyof typeof destinations]
    if (event.timeStamp - prefixAt.current < SEQUENCE_MS && destination !== undefined) {
      prefixAt.current = 0
      void navigate({ to: destination.to })
    } else if (event.key === 'g') prefixAt.current = event.timeStamp
    else if (event.key === '?') open()
    else if (event.key === '/') focusFilter(event)
  })

  return (
    <Modal opened={isOpen} onClose={close} title="Keys">
      <Table aria-label="Keys">
        <Table.Tbody>
          {keys.map(([pressed, meaning]) => (
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
    </Modal>
  )
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** A page marks its filter with `data-filter`. */
function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLElement>('[data-filter]')
  if (filter === null) return
  event.preventDefault()
  filter.focus()
}
