import { ActionIcon, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { showFailure } from './confirm.tsx'

interface IconButtonProps {
  /** Shown as a tooltip and read by screen readers. */
  readonly label: string
  readonly icon: LucideIcon
  /** While its promise is pending the button shows a loader; a rejection is shown as a notification. */
  readonly onClick: () => unknown
  readonly variant?: 'subtle' | 'default'
  /** Width of the button in pixels. */
  readonly size?: number
  readonly isDisabled?: boolean
}

/** A button that shows an icon only. */
export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, onClick, variant = 'subtle', size = 28, isDisabled = false } = props
  const [isPending, setPending] = useState(false)
  async function run(): Promise<void> {
    setPending(true)
    try {
      await onClick()
    } catch (error) {
      showFailure(error)
    }
    setPending(false)
  }
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={variant}
        {...(variant === 'subtle' && { color: 'gray' })}
        size={size}
        aria-label={label}
        loading={isPending}
        disabled={isDisabled}
        onClick={() => void run()}
      >
        <Icon size={size < 28 ? 14 : 16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
