import { Alert } from '@mantine/core'
import type { components } from '../../../openapi/types.generated.ts'

export type TestResult = components['schemas']['ConnectionTestResult']

/** What a test of a connection reached, or why not. */
export const ConnectionTested = ({
  result: { ok, message, version, latencyMs },
}: {
  readonly result: TestResult
}) => (
  <Alert
    role="status"
    color={ok ? 'green' : 'red'}
    title={ok ? 'The connection works' : 'The connection failed'}
    style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
  >
    {message}
    {version !== undefined && `, version ${version}`}
    {ok && version !== undefined && `, in ${latencyMs} ms`}
  </Alert>
)
