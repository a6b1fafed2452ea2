import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ProblemAlert } from './problem-alert.tsx'

interface ConfirmByNameProps {
  readonly title: string
  /** What is lost. */
  readonly message: ReactNode
  /** What must be written before anything happens. */
  readonly name: string
  /** The button that does it, e.g. `Delete project`. */
  readonly action: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Throws what went wrong; it is shown and nothing closes. */
  readonly onConfirm: () => Promise<void>
}

/** Asks before much is lost: only who writes the name goes on. */
export function ConfirmByName(props: ConfirmByNameProps) {
  const { title, isOpen, onClose } = props
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Question {...props} />
    </Modal>
  )
}

function Question({ message, name, action, onClose, onConfirm }: ConfirmByNameProps) {
  const [written, write] = useState('')
  const [fault, setFault] = useState<string>()
  const act = useMutation({ mutationFn: onConfirm })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (written.trim() === name) act.mutate()
    else setFault(`The name does not match. Type ${name}`)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" component="div">
          {message}
        </Text>
        <ProblemAlert error={act.error} />
        <TextInput
          label={`Type ${name} to confirm`}
          data-autofocus
          autoComplete="off"
          value={written}
          error={fault}
          onChange={({ currentTarget }) => {
            write(currentTarget.value)
            setFault(undefined)
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={act.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
