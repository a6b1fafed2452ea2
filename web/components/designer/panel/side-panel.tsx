import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { memo } from 'react'
import type { Fault } from '../../../../src/pipeline/model.ts'
import type { ComponentState } from '../../pipeline-graph/model.ts'
import type { KnownDatabase } from '../database/use-database-names.ts'
import { FaultItems } from '../faults/fault-items.tsx'
import { type ComponentType, entryOf } from '../model/catalogue.ts'
import { useKept } from '../model/use-kept.ts'
import type { Sampling } from '../sample/use-sampling.ts'
import type { RunPart } from '../state/run-part.ts'
import { isGroup, nothing, onlyComponents, type Selection, single } from '../state/selection.ts'
import type { Commands } from '../state/use-commands.ts'
import type { Editor } from '../state/use-editor.ts'
import { MissingVariables } from '../variables/missing-dialog.tsx'
import { VariableList } from '../variables/variable-list.tsx'
import { ComponentPanel } from './component-panel.tsx'
import { DraftedCalls } from './drafted-calls.tsx'
import { GroupFields, GroupList } from './group-fields.tsx'
import { LinkRow } from './link-fields.tsx'
import { NoteFields, NoteList } from './note-fields.tsx'

interface SideProps {
  readonly editor: Editor
  readonly commands: Commands
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  readonly types: readonly ComponentType[]
  readonly faults: readonly Fault[]
  readonly isEditable: boolean
  readonly sampling: Sampling
  readonly database: KnownDatabase
  readonly onSample: (() => void) | undefined
  readonly onRunPart: ((extent: RunPart['extent']) => void) | undefined
  /** States of components in the last run. */
  readonly states?: ReadonlyMap<string, ComponentState> | undefined
}

/** What is chosen, with the way back to the pipeline itself. */
export function SidePanel(props: SideProps) {
  const { selection, select, editor, commands, isEditable } = props
  const group = editor.drawing?.groups.find((one) => isGroup(selection, one))
  const isPipeline = selection.link === undefined && selection.components.size + selection.notes.size === 0
  return (
    <>
      {!isPipeline && (
        <Button
          variant="subtle"
          size="compact-xs"
          mb={4}
          style={{ alignSelf: 'flex-start', flex: 'none' }}
          leftSection={<ArrowLeft size={13} aria-hidden />}
          onClick={() => select(nothing)}
        >
          Pipeline
        </Button>
      )}
      {group !== undefined && <GroupFields group={group} commands={commands} isEditable={isEditable} />}
      <Chosen {...props} />
    </>
  )
}

/** A component, a link, a note, several things; else the pipeline itself. */
function Chosen(props: SideProps) {
  const { editor, selection, types, states } = props
  const name = single(selection)
  const component = editor.drawing?.components.find((one) => one.name === name)
  if (component !== undefined)
    return (
      <ComponentPanel
        {...props}
        component={component}
        entry={entryOf(types, component.type)}
        failure={states?.get(component.name)?.message}
      />
    )
  if (selection.link !== undefined) return <LinkPanel {...props} link={selection.link} />
  if (selection.components.size + selection.notes.size > 1) return <SeveralPanel {...props} />
  const [key] = selection.notes
  if (key === undefined) return <PipelinePanel {...props} />
  const note = editor.drawing?.notes.find((one) => one.key === key)
  if (note === undefined) return <Text size="sm">The note no longer exists.</Text>
  return <NoteFields note={note} commands={props.commands} isEditable={props.isEditable} />
}

function LinkPanel({
  editor,
  commands,
  link,
  isEditable,
}: SideProps & { readonly link: { from: string; to: string } }) {
  const found = editor.drawing?.links.find(({ from, to }) => from === link.from && to === link.to)
  const from = editor.drawing?.components.find(({ name }) => name === link.from)
  if (found === undefined || from === undefined) return <Text size="sm">The link no longer exists.</Text>
  return (
    <Stack gap="sm">
      <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
        Link from {link.from}
      </Title>
      {found.conditions.map((kind) => (
        <LinkRow
          key={kind}
          from={from}
          to={link.to}
          kind={kind}
          editor={editor}
          commands={commands}
          isEditable={isEditable}
        />
      ))}
    </Stack>
  )
}

function SeveralPanel({ editor, selection, commands, isEditable }: SideProps) {
  const isWholeGroup = editor.drawing?.groups.some((one) => isGroup(selection, one)) === true
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {selection.components.size + selection.notes.size} chosen
      </Title>
      {isEditable && selection.components.size > 1 && (
        <Group gap={6}>
          <Text size="sm">Align</Text>
          {(['left', 'top', 'row', 'column'] as const).map((how) => (
            <Button key={how} size="compact-xs" variant="default" onClick={() => commands.align(how)}>
              {alignments[how]}
            </Button>
          ))}
        </Group>
      )}
      {isEditable && (
        <Group gap={6}>
          <Button size="compact-xs" variant="default" onClick={commands.duplicate}>
            Duplicate
          </Button>
          {selection.components.size > 1 && !isWholeGroup && (
            <Button size="compact-xs" variant="default" onClick={commands.group} title="Group (Ctrl+G)">
              Group
            </Button>
          )}
          <Button size="compact-xs" variant="default" color="red" onClick={commands.remove}>
            Delete
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const alignments = { left: 'Left edges', top: 'Top edges', row: 'In a row', column: 'In a column' } as const

/**
 * The pipeline itself: its description, its problems, and its components for those who do not see drawings.
 */
function PipelinePanel({ editor, commands, select, types, faults, isEditable }: SideProps) {
  const pipeline = editor.drawing?.pipeline
  const names = useKept([...(pipeline?.components.keys() ?? [])])
  const show = ({ component }: Fault) => {
    if (component !== undefined) select(onlyComponents(component))
  }
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Pipeline
      </Title>
      <TextInput
        label="Description"
        size="xs"
        readOnly={!isEditable}
        value={pipeline?.description ?? ''}
        onChange={(event) => commands.describe(event.currentTarget.value)}
      />
      <VariableList editor={editor} types={types} isEditable={isEditable} />
      <section aria-label="Problems">
        <Title order={3} size="h5">
          Problems ({faults.length})
        </Title>
        {faults.length === 0 ? (
          <Text size="sm" c="dimmed">
            No problems found.
          </Text>
        ) : (
          <FaultItems faults={faults} onShow={show} />
        )}
        {isEditable && <MissingVariables editor={editor} faults={faults} />}
      </section>
      <section aria-label="Components">
        <Title order={3} size="h5" mb={4}>
          Components ({pipeline?.components.size ?? 0})
        </Title>
        <ComponentNames names={names} select={select} />
      </section>
      <GroupList groups={editor.drawing?.groups ?? []} select={select} />
      <NoteList notes={editor.drawing?.notes ?? []} select={select} />
      <DraftedCalls editor={editor} />
    </Stack>
  )
}

interface NamesProps {
  readonly names: readonly string[]
  readonly select: SideProps['select']
}

const ComponentNames = memo(({ names, select }: NamesProps) => (
  <Group gap={4}>
    {names.map((name) => (
      <Button key={name} size="compact-xs" variant="default" onClick={() => select(onlyComponents(name))}>
        {name}
      </Button>
    ))}
  </Group>
))
