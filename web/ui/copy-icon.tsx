import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'

interface CopyIconProps {
  readonly value: string
  readonly label: string
  /** `subtle` within a field, which has a frame already. */
  readonly variant?: 'default' | 'subtle'
}

/** A button that copies a text. */
export function CopyIcon({ value, label, variant = 'default' }: CopyIconProps) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon
            variant={variant}
            size={variant === 'subtle' ? 'md' : 'lg'}
            onClick={copy}
            aria-label={label}
          >
            {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
