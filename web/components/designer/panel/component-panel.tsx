import { Alert, Button, Divider, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { CircleQuestionMark, Table2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Fault } from '../../../../src/pipeline/model.ts'
import { MAX_COMPONENT_NAME_CHARACTERS } from '../../../../src/pipeline/parse-component.ts'
import { lookOfType } from '../../pipeline-graph/component-types.ts'
import type { KnownDatabase } from '../database/use-database-names.ts'
import classes from '../designer.module.css'
import { FaultItems } from '../faults/fault-items.tsx'
import { ComponentHelp } from '../help/component-help.tsx'
import type { ComponentType } from '../model/catalogue.ts'
import type { DrawnComponent } from '../model/drawing.ts'
import type { Sampling } from '../sample/use-sampling.ts'
import type { RunPart } from '../state/run-part.ts'
import type { Commands } from '../state/use-commands.ts'
import type { Editor } from '../state/use-editor.ts'
import { MissingVariables } from '../variables/missing-dialog.tsx'
import { DeleteButton } from './delete-button.tsx'
import { LinkFields } from './link-fields.tsx'
import { Parameters } from './parameters.tsx'
import { RunPartButtons } from './run-part-buttons.tsx'

interface PanelProps {
  readonly editor: Editor
  readonly commands: Commands
  readonly component: DrawnComponent
  readonly entry: ComponentType | undefined
  readonly faults: readonly Fault[]
  readonly isEditable: boolean
  readonly sampling: Sampling
  readonly database: KnownDatabase
  /** Absent where nothing can be sampled. */
  readonly onSample: (() => void) | undefined
  /** Absent where no part can run. */
  readonly onRunPart: ((extent: RunPart['extent']) => void) | undefined
  /** Why it failed in the last run. */
  readonly failure: string | undefined
}

/** The properties of the chosen component and its links. */
export function ComponentPanel(props: PanelProps) {
  const { editor, commands, component, entry, faults, isEditable, onSample, onRunPart, failure } = props
  const own = faults.filter((fault) => fault.component === component.name)
  return (
    <Stack gap="sm">
      <Head component={component} entry={entry} />
      <Extras entry={entry} onSample={onSample} />
      {onRunPart !== undefined && <RunPartButtons onRun={onRunPart} />}
      {failure !== undefined && (
        <Alert color="red" title="Failed in the last run" p="xs">
          <span className={classes['message']}>{failure}</span>
        </Alert>
      )}
      {own.length > 0 && <FaultItems faults={own} />}
      {isEditable && own.some(({ variable }) => variable !== undefined) && (
        <MissingVariables editor={editor} faults={faults} />
      )}
      <NameField name={component.name} rename={commands.rename} isEditable={isEditable} />
      <Parameters
        editor={editor}
        commands={commands}
        component={component}
        columns={props.sampling.columnsOf(component.source.sources)}
        database={props.database}
        entry={entry}
        faults={own}
        isEditable={isEditable}
      />
      <Divider label="Links" labelPosition="left" />
      <LinkFields editor={editor} commands={commands} component={component} isEditable={isEditable} />
      {isEditable && editor.drawing?.pipeline.kind === 'orchestration' && (
        <Switch
          label="Skip: does not run; its links fire as if it had succeeded"
          checked={component.skipped === true}
          onChange={({ currentTarget }) =>
            commands.put(component.name, ['skipped'], currentTarget.checked ? true : undefined)
          }
        />
      )}
      {isEditable && <DeleteButton onClick={commands.remove}>Delete component</DeleteButton>}
    </Stack>
  )
}

/** The name of a component, and what its type does. */
function Head({ component, entry }: Pick<PanelProps, 'component' | 'entry'>) {
  const { icon: Icon, title } = lookOfType(component.type)
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Icon size={20} aria-hidden style={{ flex: 'none' }} />
      <div style={{ minWidth: 0 }}>
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {component.name}
        </Title>
        <Text size="xs" c="dimmed">
          {entry?.title || title}
          {entry !== undefined && entry.summary !== '' && ` · ${entry.summary}`}
        </Text>
      </div>
    </Group>
  )
}

/** Its rows, and what the documentation says of it. The help stays open while other components are chosen. */
function Extras({ entry, onSample }: Pick<PanelProps, 'entry' | 'onSample'>) {
  const [isHelped, help] = useState(false)
  return (
    <>
      <Group gap={6}>
        {onSample !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Table2 size={13} aria-hidden />}
            onClick={onSample}
          >
            Sample rows
          </Button>
        )}
        {entry !== undefined && (
          <Button
            size="compact-xs"
            variant={isHelped ? 'light' : 'default'}
            leftSection={<CircleQuestionMark size={13} aria-hidden />}
            onClick={() => help(!isHelped)}
            aria-expanded={isHelped}
          >
            Help
          </Button>
        )}
      </Group>
      {isHelped && entry !== undefined && <ComponentHelp entry={entry} />}
    </>
  )
}

interface NameProps {
  readonly name: string
  readonly rename: Commands['rename']
  readonly isEditable: boolean
}

/** Renames when the field is left or Enter is pressed: links, sources and the drawing follow. */
function NameField({ name, rename, isEditable }: NameProps) {
  const [text, setText] = useState(name)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    setText(name)
    setRefused(false)
  }, [name])
  function finish(): void {
    setRefused(text.trim() !== name && !rename(name, text))
  }
  return (
    <TextInput
      label="Name"
      size="xs"
      value={text}
      readOnly={!isEditable}
      error={nameFault(text.trim(), isRefused)}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish()
        if (event.key === 'Escape') setText(name)
      }}
    />
  )
}

function nameFault(name: string, isRefused: boolean): string | undefined {
  if (name.length > MAX_COMPONENT_NAME_CHARACTERS)
    return `Use at most ${MAX_COMPONENT_NAME_CHARACTERS} characters`
  if (!isRefused) return undefined
  return name === '' ? 'Enter a name' : 'Another component has this name'
}
