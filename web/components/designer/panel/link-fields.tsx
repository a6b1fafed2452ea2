import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import { ArrowRight, X } from 'lucide-react'
import { memo, useState } from 'react'
import type { LinkKind } from '../../../../src/pipeline/editing/links.ts'
import type { DrawnComponent } from '../model/drawing.ts'
import { kindsFrom, usualKind } from '../model/link-kinds.ts'
import { useKept } from '../model/use-kept.ts'
import type { Commands } from '../state/use-commands.ts'
import type { Editor } from '../state/use-editor.ts'

interface LinkFieldsProps {
  readonly editor: Editor
  readonly commands: Commands
  readonly component: DrawnComponent
  readonly isEditable: boolean
}

/** What the words of a file mean. */
export const kindWords: Readonly<Record<LinkKind, string>> = {
  success: 'After success',
  failure: 'After failure',
  unconditional: 'Always',
  true: 'If true',
  false: 'If false',
  rows: 'Rows',
  repeats: 'Repeats',
}

/** The links that leave a component, each with its condition, and a new one: the canvas without a pointer. */
export function LinkFields({ editor, commands, component, isEditable }: LinkFieldsProps) {
  const { links = [], components = [], pipeline } = editor.drawing ?? {}
  const kind = pipeline?.kind ?? 'orchestration'
  const kinds = useKept(kindsFrom(kind, component.type))
  const names = useKept(components.flatMap(({ name }) => (name === component.name ? [] : [name])))
  const leaving = links.filter(({ from }) => from === component.name)
  const entering = links.filter(({ to }) => to === component.name)
  return (
    <Stack gap={6}>
      {entering.map(({ from, conditions }) => (
        <Text key={from} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {conditions.map((kind) => kindWords[kind].toLowerCase()).join(', ')} from {from}
        </Text>
      ))}
      {leaving.flatMap(({ to, conditions }) =>
        conditions.map((kind) => (
          <LinkRow
            key={`${to} ${kind}`}
            from={component}
            to={to}
            kind={kind}
            editor={editor}
            commands={commands}
            isEditable={isEditable}
          />
        )),
      )}
      {isEditable && (
        <NewLink
          key={component.name}
          from={component.name}
          names={names}
          kinds={kinds}
          usual={usualKind(kind, component, links)}
          commands={commands}
        />
      )}
    </Stack>
  )
}

interface LinkRowProps {
  readonly from: DrawnComponent
  readonly to: string
  readonly kind: LinkKind
  readonly editor: Editor
  readonly commands: Commands
  readonly isEditable: boolean
}

/** One condition of a link: it can be changed and taken away. */
export function LinkRow({ from, to, kind, editor, commands, isEditable }: LinkRowProps) {
  const kinds = kindsFrom(editor.drawing?.pipeline.kind ?? 'orchestration', from.type)
  const choices = kinds.includes(kind) ? kinds : [kind, ...kinds]
  const ends = { from: from.name, to }
  return (
    <Group gap={6} wrap="nowrap">
      <Select
        size="xs"
        w={128}
        aria-label={`Condition of the link to ${to}`}
        allowDeselect={false}
        data={choices.map((value) => ({ value, label: kindWords[value] }))}
        value={kind}
        readOnly={!isEditable || choices.length === 1}
        comboboxProps={{ zIndex: 400 }}
        onChange={(chosen) => {
          if (chosen !== null && chosen !== kind) commands.changeLink({ ...ends, kind }, chosen as LinkKind)
        }}
      />
      <ArrowRight size={13} aria-hidden style={{ flex: 'none' }} />
      <Text size="xs" style={{ flex: 1, overflowWrap: 'anywhere' }}>
        {to}
      </Text>
      {isEditable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Remove the link to ${to}`}
          onClick={() => commands.setLink({ ...ends, kind }, false)}
        >
          <X size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

export const LINK_TO = 'Link to'

interface NewLinkProps {
  readonly from: string
  /** What it can be linked to. */
  readonly names: readonly string[]
  readonly kinds: readonly LinkKind[]
  readonly usual: LinkKind | undefined
  readonly commands: Commands
}

/** Drawn again only when one of these differs: its lists are as long as the pipeline. */
const NewLink = memo(({ from, names, kinds, usual, commands }: NewLinkProps) => {
  const [target, setTarget] = useState<string | null>(null)
  const [chosen, setChosen] = useState<LinkKind>()
  if (kinds.length === 0) return null
  const kind = chosen !== undefined && kinds.includes(chosen) ? chosen : (usual ?? kinds[0]!)
  return (
    <Group gap={6} wrap="nowrap" align="flex-end">
      <Select
        label={LINK_TO}
        size="xs"
        style={{ flex: 1 }}
        searchable
        clearable
        placeholder="Component"
        data={names}
        value={target}
        onChange={setTarget}
        comboboxProps={{ zIndex: 400 }}
      />
      {kinds.length > 1 && (
        <Select
          size="xs"
          w={118}
          aria-label="Condition of the new link"
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: kindWords[value] }))}
          value={kind}
          onChange={(value) => setChosen((value as LinkKind | null) ?? undefined)}
          comboboxProps={{ zIndex: 400 }}
        />
      )}
      <Button
        size="xs"
        px={10}
        variant="default"
        disabled={target === null || !names.includes(target)}
        onClick={() => {
          commands.setLink({ from, to: target!, kind }, true)
          setTarget(null)
        }}
      >
        Link
      </Button>
    </Group>
  )
})
