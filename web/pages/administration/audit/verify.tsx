import { Alert, Button, Text } from '@mantine/core'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { client } from '../../../api/client.ts'
import { showFailure } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

type Verification = operations['verifyEvents']['responses'][200]['content']['application/json']

/** Checks the whole chain: a changed or removed entry breaks it. */
export function Verify() {
  const [found, setFound] = useState<Verification>()
  const [isPending, setIsPending] = useState(false)
  async function verify(): Promise<void> {
    setIsPending(true)
    const { data, error } = await client.GET('/v1/events/verification')
    setIsPending(false)
    if (error) showFailure(error)
    else setFound(data)
  }
  return (
    <>
      <Button
        variant="default"
        loading={isPending}
        leftSection={<ShieldCheck size={16} aria-hidden />}
        onClick={() => void verify()}
      >
        Verify the chain
      </Button>
      <Dialog opened={found !== undefined} onClose={() => setFound(undefined)} title="Verification">
        {found?.intact && (
          <Alert color="green" icon={<ShieldCheck size={18} aria-hidden />} title="The chain is intact">
            <Text size="sm">Verified {found.entries.toLocaleString()} entries.</Text>
            <Text size="xs" className="monospace" style={{ overflowWrap: 'anywhere' }}>
              Last hash: {found.hash}
            </Text>
          </Alert>
        )}
        {found?.intact === false && (
          <Alert
            color="red"
            icon={<ShieldAlert size={18} aria-hidden />}
            title="The chain is broken"
            role="alert"
          >
            {found.fault}
          </Alert>
        )}
      </Dialog>
    </>
  )
}
