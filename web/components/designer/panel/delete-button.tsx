import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

interface DeleteButtonProps {
  readonly children: ReactNode
  readonly onClick: () => void
}

/** Deletes what the panel shows; the Designer can undo it. */
export const DeleteButton = ({ children, onClick }: DeleteButtonProps) => (
  <Button
    variant="subtle"
    color="red"
    size="compact-sm"
    w="fit-content"
    leftSection={<Trash2 size={14} aria-hidden />}
    onClick={onClick}
  >
    {children}
  </Button>
)
