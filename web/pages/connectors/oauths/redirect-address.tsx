import { ActionIcon, CopyButton, TextInput, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'

/** The address that the authorization server must know; it exists once the entry is saved. */
export function RedirectAddress({ address }: { readonly address: string | undefined }) {
  return (
    <TextInput
      label="Redirect address"
      description="Register it at the authorization server, so that it sends people back here."
      readOnly
      value={address ?? 'Known once the entry is saved'}
      classNames={{ input: 'monospace' }}
      rightSection={address !== undefined && <Copying text={address} />}
    />
  )
}

function Copying({ text }: { readonly text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'}>
          <ActionIcon variant="subtle" color="gray" aria-label="Copy the redirect address" onClick={copy}>
            {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
