import { Group, Select, Stack, Tabs, TextInput, Title } from '@mantine/core'
import { Copy, Trash2, TriangleAlert } from 'lucide-react'
import { confirmLoss } from '../../../ui/confirm.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { AuthenticationPanel } from './authentication-panel.tsx'
import { copyOf, type EndpointDraft } from './draft.ts'
import classes from './editor.module.css'
import type { EndpointProps } from './endpoint-props.ts'
import { type EndpointTab, endpointTabs, messageAt, tabOf } from './faults.ts'
import { PaginationPanel } from './pagination-panel.tsx'
import { ParametersPanel } from './parameters-panel.tsx'
import { ResponsePanel } from './response-panel.tsx'
import { SendButton } from './send-button.tsx'
import { TestOutcome } from './test-outcome.tsx'

interface EndpointEditorProps extends EndpointProps {
  readonly tab: string | undefined
  readonly onTab: (tab: string) => void
  readonly onChoose: (number: number) => void
}

const labels: Readonly<Record<EndpointTab, string>> = {
  parameters: 'Parameters',
  authentication: 'Authentication',
  pagination: 'Pagination',
  response: 'Response',
}

/** One endpoint: its request, the tabs of its parts, and the result of its test. */
export function EndpointEditor({ tab, onTab, onChoose, ...props }: EndpointEditorProps) {
  const shown = endpointTabs.find((one) => one === tab) ?? 'parameters'
  return (
    <Stack gap="sm" component="section" aria-label="Endpoint" miw={0}>
      <Heading {...props} onChoose={onChoose} />
      <RequestLine {...props} />
      <Tabs value={shown} onChange={(wanted) => wanted !== null && onTab(wanted)} keepMounted={false}>
        <Tabs.List mb="sm" aria-label="Parts of the endpoint">
          {endpointTabs.map((one) => (
            <Tabs.Tab key={one} value={one} rightSection={<FaultMark {...props} tab={one} />}>
              {labels[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="parameters">
          <ParametersPanel {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="authentication">
          <AuthenticationPanel {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="pagination">
          <PaginationPanel {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="response">
          <ResponsePanel {...props} />
        </Tabs.Panel>
      </Tabs>
      <TestOutcome {...props} onStructure={() => onTab('response')} />
    </Stack>
  )
}

function FaultMark({ editor, position, tab }: EndpointProps & { readonly tab: EndpointTab }) {
  const isFaulty = editor.faults.some((fault) => fault.endpoint === position && tabOf(fault) === tab)
  return isFaulty ? <TriangleAlert size={14} role="img" aria-label="has errors" /> : null
}

function Heading({
  editor,
  endpoint,
  position,
  onChoose,
}: EndpointProps & Pick<EndpointEditorProps, 'onChoose'>) {
  const { endpoints } = editor.draft
  const duplicate = () => {
    editor.setEndpoints(endpoints.toSpliced(position + 1, 0, copyOf(endpoint)))
    onChoose(position + 2)
  }
  const remove = () =>
    confirmLoss({
      title: `Delete the endpoint ${endpoint.name}?`,
      message: 'Saving the connector deletes it for good. Pipelines that use it will fail.',
      action: 'Delete the endpoint',
      onConfirm: () => {
        editor.setEndpoints(endpoints.filter(({ key }) => key !== endpoint.key))
        onChoose(Math.max(1, position))
      },
    })
  return (
    <Group justify="space-between" wrap="nowrap">
      <Title order={2}>{endpoint.name.trim() === '' ? 'Endpoint' : endpoint.name}</Title>
      <Group gap={4} wrap="nowrap">
        <IconButton label="Duplicate the endpoint" icon={Copy} onClick={duplicate} />
        <IconButton label="Delete the endpoint" icon={Trash2} onClick={remove} />
      </Group>
    </Group>
  )
}

function RequestLine(props: EndpointProps) {
  const { editor, endpoint, position } = props
  const change = (part: Partial<EndpointDraft>) => editor.changeEndpoint(endpoint.key, part)
  return (
    <>
      <TextInput
        label="Endpoint name"
        required
        maw={480}
        value={endpoint.name}
        error={messageAt(editor.faults, position, 'name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={classes.request}>
        <Select
          label="Method"
          data={['GET', 'POST']}
          allowDeselect={false}
          value={endpoint.method}
          onChange={(method) => change({ method: method === 'POST' ? 'POST' : 'GET' })}
        />
        <TextInput
          label="URL"
          required
          placeholder="https://api.example.com/{place}/orders"
          classNames={{ input: 'monospace' }}
          value={endpoint.url}
          error={messageAt(editor.faults, position, 'url')}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        <SendButton {...props} />
      </div>
    </>
  )
}
