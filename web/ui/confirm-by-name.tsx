import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { ProblemAlert } from './problem-alert.tsx'

interface ConfirmByNameProps {
  readonly title: string
  /** What will be lost. */
  readonly message: ReactNode
  /** The text that has to be typed first. */
  readonly name: string
  /** The button that does it, e.g. `Delete project`. */
  readonly action: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** When it throws, the error is shown and the dialog stays open. */
  readonly onConfirm: () => Promise<void>
}

/** Confirms a far-reaching deletion: the user has to type the name. */
export function ConfirmByName(props: ConfirmByNameProps) {
  const { title, isOpen, onClose } = props
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title} closeOnClickOutside={false}>
      <Question {...props} />
    </Dialog>
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
