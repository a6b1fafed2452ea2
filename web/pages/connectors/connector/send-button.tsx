import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import type { EndpointProps } from './endpoint-props.ts'
import { oauthForTest } from './test-values.ts'

/** Sends the request of the endpoint. Changes are saved first, because the server tests the stored connector. */
export function SendButton({ editor, tests, oauths, endpoint }: EndpointProps) {
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
      {editor.isDirty ? 'Save and test' : 'Test'}
    </Button>
  )
}
