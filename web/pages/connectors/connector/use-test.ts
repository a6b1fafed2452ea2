import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { isProblem } from '../../../api/problem.ts'
import type { OAuth, TestAnswer, TestRequest } from '../wire.ts'
import { type EndpointDraft, endpointOf } from './draft.ts'
import { noValues, type TestValues, testRequestOf } from './test-values.ts'
import type { Editor } from './use-editor.ts'

/** The test of one endpoint: its input and its result. */
export interface EndpointTest {
  readonly values: TestValues
  readonly answer?: TestAnswer
  /** Why the request was not sent. */
  readonly error?: unknown
  readonly isPending?: boolean
}

export interface Tests {
  of(key: string): EndpointTest
  change(key: string, values: Partial<TestValues>): void
  /** Sends the request of the endpoint as it stands in the form; nothing is saved. */
  send(key: string): Promise<void>
}

const untested: EndpointTest = { values: noValues }

/** The tests of this visit. Their input stays in this state: it is sent with a test and never stored. */
export function useTests(editor: Editor, oauths: readonly OAuth[]): Tests {
  const [tests, setTests] = useState<Readonly<Record<string, EndpointTest>>>({})
  const of = (key: string): EndpointTest => tests[key] ?? untested
  const put = (key: string, change: (before: EndpointTest) => EndpointTest) =>
    setTests((before) => ({ ...before, [key]: change(before[key] ?? untested) }))

  async function send(key: string): Promise<void> {
    const endpoint = editor.draft.endpoints.find((one) => one.key === key)
    if (endpoint === undefined) return
    const { values } = of(key)
    put(key, () => ({ values, isPending: true }))
    const test = testRequestOf(endpoint, values, oauths)
    const outcome = await request(editor, endpoint, test)
      .then(({ data, error }) => (data === undefined ? { error: readable(error) } : { answer: data }))
      .catch((error: unknown) => ({ error }))
    put(key, (before) => ({ values: before.values, ...outcome }))
  }
  return {
    of,
    change: (key, values) => put(key, (now) => ({ ...now, values: { ...now.values, ...values } })),
    send: (key) => send(key),
  }
}

/** Who may not change the connector tests the endpoint that is stored, which is the one they see. */
function request({ connectorId, isDirty }: Editor, endpoint: EndpointDraft, test: TestRequest) {
  const { endpointId } = endpoint
  if (isDirty || endpointId === undefined) {
    return client.POST('/v1/custom-connectors/{connectorId}/tests', {
      params: { path: { connectorId } },
      body: { endpoint: endpointOf(endpoint), test },
    })
  }
  return client.POST('/v1/custom-connectors/{connectorId}/endpoints/{endpointId}/test', {
    params: { path: { connectorId, endpointId } },
    body: test,
  })
}

/** Removes the path from violations: it points into a request body that the user never sees. */
const readable = (error: unknown): unknown =>
  isProblem(error)
    ? { ...error, violations: error.violations.map((one) => one.replace(/^body(\/\S+)?:? /, '')) }
    : error
