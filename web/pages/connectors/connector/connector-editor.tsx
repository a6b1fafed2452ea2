import { Button, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Download, Save } from 'lucide-react'
import { ownerNeed } from '../../../components/rights/common-needs.ts'
import { May, Writable } from '../../../components/rights/may.tsx'
import { useMay } from '../../../components/rights/use-may.ts'
import { paths } from '../../../paths.ts'
import { showFailure } from '../../../ui/confirm.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { useAddress } from '../../../use-address.ts'
import { exportOne } from '../connector-actions.tsx'
import classes from './editor.module.css'
import { EndpointEditor } from './endpoint-editor.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { FaultList } from './fault-list.tsx'
import { messageAt } from './faults.ts'
import { NoEndpoint } from './no-endpoint.tsx'
import { useEditor } from './use-editor.ts'
import { useOAuths } from './use-oauths.ts'
import type { Stored } from './use-stored.ts'
import { useTests } from './use-test.ts'

interface ConnectorEditorProps {
  readonly stored: Stored
  /** Discards the changes and reads the connector again. */
  readonly onReload: () => void
}

const trail = [
  <PageLink key="all" to={paths.connectors}>
    Connectors
  </PageLink>,
]

/** Edits the name and endpoints of a connector; the address holds the selected endpoint and tab. */
export function ConnectorEditor({ stored, onReload }: ConnectorEditorProps) {
  const editor = useEditor(stored)
  const { data: oauths = [] } = useOAuths(stored.value.projectId)
  const tests = useTests(editor, oauths)
  const [{ endpoint: number = 1, tab }, change] = useAddress('connector')
  const needs = ownerNeed(stored.value.projectId, 'connectors:write')
  const canSave = useMay()(needs) && editor.isDirty && !editor.isSaving
  useHotkeys([['mod+S', () => void (canSave && editor.save())]], [])
  const { draft } = editor
  const position = Math.max(0, Math.min(number, draft.endpoints.length) - 1)
  const endpoint = draft.endpoints[position]
  return (
    <Page
      title={draft.name.trim() === '' ? 'Connector' : draft.name}
      trail={trail}
      actions={<Buttons editor={editor} stored={stored} />}
    >
      <FaultList editor={editor} onGo={change} onReload={onReload} />
      <Writable needs={needs}>
        <TextInput
          label="Name of the connector"
          required
          maw={480}
          value={draft.name}
          error={messageAt(editor.faults, undefined, 'name')}
          onChange={(event) => editor.rename(event.currentTarget.value)}
        />
        <div className={classes.columns}>
          <EndpointList
            editor={editor}
            position={position}
            onChoose={(wanted) => change({ endpoint: wanted })}
          />
          {endpoint === undefined ? (
            <NoEndpoint editor={editor} />
          ) : (
            <EndpointEditor
              key={endpoint.key}
              editor={editor}
              tests={tests}
              oauths={oauths}
              endpoint={endpoint}
              position={position}
              tab={tab}
              onTab={(wanted) => change({ tab: wanted })}
              onChoose={(wanted) => change({ endpoint: wanted })}
            />
          )}
        </div>
      </Writable>
      <UnsavedGuard
        isDirty={() => editor.isDirty}
        what={editor.draft.name}
        outlivesQuery
        onSave={async () => (await editor.save()) !== undefined}
      />
    </Page>
  )
}

interface ButtonsProps {
  readonly editor: ReturnType<typeof useEditor>
  readonly stored: Stored
}

function Buttons({ editor, stored }: ButtonsProps) {
  const run = () => exportOne({ ...stored.value, name: editor.draft.name }).catch(showFailure)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        disabled={editor.isDirty}
        title={editor.isDirty ? 'Save first: the export contains the stored connector' : undefined}
        onClick={() => void run()}
      >
        Export
      </Button>
      <May needs={ownerNeed(stored.value.projectId, 'connectors:write')}>
        <Button
          leftSection={<Save size={16} aria-hidden />}
          loading={editor.isSaving}
          disabled={!editor.isDirty}
          onClick={() => void editor.save()}
        >
          {editor.isDirty ? 'Save' : 'Saved'}
        </Button>
      </May>
    </>
  )
}
