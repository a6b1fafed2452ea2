import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import type { EndpointProps } from './endpoint-props.ts'
import { oauthForTest } from './test-values.ts'

/** Sends the request of the endpoint as it stands in the form. */
export function SendButton({ tests, oauths, endpoint }: EndpointProps) {
  const test = tests.of(endpoint.key)
  const lacksOAuth =
    endpoint.authentication.type === 'OAUTH' &&
    oauthForTest(endpoint, test.values.oauthId, oauths) === undefined
  return (
    <Button
      leftSection={<Send size={16} aria-hidden />}
      variant="light"
      loading={test.isPending === true}
      disabled={lacksOAuth}
      onClick={() => void tests.send(endpoint.key)}
    >
      Test
    </Button>
  )
}
