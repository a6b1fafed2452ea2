import { Stack, Text, Textarea } from '@mantine/core'
import { type Row, uriRowsOf } from './draft.ts'
import type { EndpointProps } from './endpoint-props.ts'
import { messageAt } from './faults.ts'
import { ParameterTable } from './parameter-table.tsx'

/** The URI, query and header parameters of an endpoint, and the body of a POST. */
export function ParametersPanel({ editor, tests, endpoint, position }: EndpointProps) {
  const { key } = endpoint
  const { values } = tests.of(key)
  const shared = {
    given: values.given,
    onGiven: (row: string, value: string) => tests.change(key, { given: { ...values.given, [row]: value } }),
  }
  const error = (field: string) => messageAt(editor.faults, position, field)
  /** Keeps URI parameters that the URL no longer names: the user may add them back. */
  const putUri = (rows: readonly Row[]) => {
    const names = new Set(rows.map(({ name }) => name))
    editor.changeEndpoint(key, {
      uriRows: [...endpoint.uriRows.filter(({ name }) => !names.has(name)), ...rows],
    })
  }
  return (
    <Stack gap="lg">
      <ParameterTable
        {...shared}
        kind="URI parameter"
        rows={uriRowsOf(endpoint)}
        areNamesFixed
        hint="Names in braces in the URL, such as {place}, appear here."
        error={error('uriParameters')}
        onChange={putUri}
      />
      <ParameterTable
        {...shared}
        kind="Query parameter"
        rows={endpoint.queryRows}
        error={error('queryParameters')}
        onChange={(queryRows) => editor.changeEndpoint(key, { queryRows })}
      />
      <ParameterTable
        {...shared}
        kind="Header parameter"
        rows={endpoint.headerRows}
        error={error('headerParameters')}
        onChange={(headerRows) => editor.changeEndpoint(key, { headerRows })}
      />
      {endpoint.method === 'POST' ? (
        <Textarea
          label="Body"
          description="Sent as application/json unless a header parameter says otherwise."
          autosize
          minRows={4}
          maxRows={20}
          classNames={{ input: 'monospace' }}
          value={endpoint.body}
          error={error('body')}
          onChange={(event) => editor.changeEndpoint(key, { body: event.currentTarget.value })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          A GET request has no body. Choose POST to send one.
        </Text>
      )}
    </Stack>
  )
}
