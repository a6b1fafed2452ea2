import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Textarea, Title } from '@mantine/core'
import { EMPTY_NOTE } from '../../pipeline-graph/note-card.tsx'
import { NOTE } from '../canvas/nodes.ts'
import type { Drawing } from '../model/drawing.ts'
import { onlyNote, type Selection } from '../state/selection.ts'
import type { Commands } from '../state/use-commands.ts'
import { DeleteButton } from './delete-button.tsx'

/** Names of colours by what files call them. */
const colours: Readonly<Record<string, string>> = {
  'light-yellow': 'Yellow',
  'light-green': 'Green',
  'light-blue': 'Blue',
  'light-red': 'Red',
  'light-purple': 'Purple',
  white: 'White',
}

const MIN_SIZE = 30
const MAX_SIZE = 10_000

type DrawnNote = Drawing['notes'][number]

interface NoteFieldsProps {
  readonly note: DrawnNote
  readonly commands: Pick<Commands, 'putNote' | 'remove'>
  readonly isEditable: boolean
}

/** The text, the colour and the size of the chosen note. */
export function NoteFields({ note, commands, isEditable }: NoteFieldsProps) {
  const { theme = 'light-yellow' } = note
  const size = { width: note.width ?? NOTE.width, height: note.height ?? NOTE.height }
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Note
      </Title>
      <Textarea
        label="Text"
        description="Markdown: headings, lists, **strong**, `code`"
        autosize
        minRows={4}
        maxRows={16}
        readOnly={!isEditable}
        value={note.text}
        onChange={(event) => commands.putNote(note.key, { text: event.currentTarget.value })}
      />
      <Select
        label="Colour"
        size="xs"
        data={Object.entries({ [theme]: theme, ...colours }).map(([value, label]) => ({ value, label }))}
        value={theme}
        allowDeselect={false}
        readOnly={!isEditable}
        comboboxProps={{ zIndex: 400 }}
        onChange={(chosen) => chosen !== null && commands.putNote(note.key, { theme: chosen })}
      />
      <SimpleGrid cols={2} spacing="xs">
        {(['width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            label={side === 'width' ? 'Width' : 'Height'}
            size="xs"
            min={MIN_SIZE}
            max={MAX_SIZE}
            step={20}
            clampBehavior="blur"
            allowDecimal={false}
            readOnly={!isEditable}
            value={size[side]}
            onChange={(value) => {
              if (typeof value === 'number' && value >= MIN_SIZE && value <= MAX_SIZE)
                commands.putNote(note.key, { size: { ...size, [side]: value } })
            }}
          />
        ))}
      </SimpleGrid>
      {isEditable && <DeleteButton onClick={commands.remove}>Delete note</DeleteButton>}
    </Stack>
  )
}

interface NoteListProps {
  readonly notes: readonly DrawnNote[]
  readonly select: (selection: Selection) => void
}

/** The notes of a pipeline, to choose one by keys. */
export function NoteList({ notes, select }: NoteListProps) {
  if (notes.length === 0) return null
  return (
    <section aria-label="Notes">
      <Title order={3} size="h5" mb={4}>
        Notes ({notes.length})
      </Title>
      <Group gap={4}>
        {notes.map(({ key, text }) => (
          <Button
            key={key}
            size="compact-xs"
            variant="default"
            maw="100%"
            onClick={() => select(onlyNote(key))}
          >
            {firstWords(text)}
          </Button>
        ))}
      </Group>
    </section>
  )
}

const MAX_WORDS = 40

/** What a note begins with, without the marks of a heading or a list. */
const firstWords = (text: string): string => {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? ''
  return line.replace(/^[#*\-\s]+/, '').slice(0, MAX_WORDS) || EMPTY_NOTE
}
