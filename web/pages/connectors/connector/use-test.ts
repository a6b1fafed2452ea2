import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { isProblem } from '../../../api/problem.ts'
import type { OAuth, TestAnswer } from '../wire.ts'
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
  /** Saves the connector if it has changes, then sends the request of the endpoint. */
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
    const draft = editor.isDirty ? await editor.save() : editor.draft
    const endpoint = draft?.endpoints.find((one) => one.key === key)
    if (endpoint?.endpointId === undefined) return
    const { values } = of(key)
    put(key, () => ({ values, isPending: true }))
    const path = { connectorId: editor.connectorId, endpointId: endpoint.endpointId }
    const address = '/v1/custom-connectors/{connectorId}/endpoints/{endpointId}/test'
    const body = testRequestOf(endpoint, values, oauths)
    const outcome = await client
      .POST(address, { params: { path }, body })
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

/** Removes the path from violations: it points into a request body that the user never sees. */
const readable = (error: unknown): unknown =>
  isProblem(error)
    ? { ...error, violations: error.violations.map((one) => one.replace(/^body(\/\S+)?:? /, '')) }
    : error
