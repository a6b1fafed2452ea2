import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import type { JoinTexts } from '../../../../src/pipeline/editing/join-files.ts'
import type { Problem } from '../../../api/problem.ts'
import classes from '../designer.module.css'
import { CodeField } from '../editors/code-field.tsx'
import { isJoinable, PipelineConflict } from './pipeline-conflict.tsx'

export type FileConflict = NonNullable<Problem['conflicts']>[number]

/** What becomes of a file that two sides changed: one of them, or a text that has something of both. */
export type Choice = 'yours' | 'theirs' | { readonly text: string }

/** Choices by the paths of files. */
export type Choices = ReadonlyMap<string, Choice>

interface ConflictsProps {
  readonly conflicts: readonly FileConflict[]
  readonly choices: Choices
  readonly onChoices: (choices: Choices) => void
}

/** Files that somebody else changed too: both sides, and what is kept of them. */
export function Conflicts({ conflicts, choices, onChoices }: ConflictsProps) {
  const root = useRef<HTMLDivElement>(null)
  // The button that found them waits for choices now, and gave up the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other conflicts are to be read, too
  useEffect(() => root.current?.focus(), [conflicts])
  return (
    <Stack gap="sm" component="section" aria-label="Conflicts" ref={root} tabIndex={-1}>
      <Alert color="orange" role="alert" title="Changed on both sides">
        Choose what is kept of each file.
      </Alert>
      {conflicts.map((conflict) => (
        <Conflict
          key={`${conflict.path}\n${conflict.theirsCommit}`}
          conflict={conflict}
          choice={choices.get(conflict.path)}
          onChoose={(choice) => {
            const others = [...choices].filter(([path]) => path !== conflict.path)
            onChoices(new Map(choice === undefined ? others : [...others, [conflict.path, choice]]))
          }}
        />
      ))}
    </Stack>
  )
}

interface ConflictProps {
  readonly conflict: FileConflict
  readonly choice: Choice | undefined
  readonly onChoose: (choice: Choice | undefined) => void
}

function Conflict({ conflict, choice, onChoose }: ConflictProps) {
  const { path, components = [], yours, theirs } = conflict
  const texts = useMemo(() => joinTextsOf(conflict), [conflict])
  const written = typeof choice === 'object' ? choice.text : undefined
  const all = texts === undefined ? '' : 'all of '
  const isDeleted = [yours, theirs].some(({ blobHash }) => blobHash === undefined)
  return (
    <section aria-label={path}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {path}
      </Text>
      {texts === undefined ? (
        <>
          {components.length > 0 && (
            <Text size="sm">
              {isDeleted ? 'Deleted by one side. The other changed' : 'Both changed'}: {components.join(', ')}
            </Text>
          )}
          <div className={classes['sides']}>
            <Side title="Yours" {...yours} />
            <Side title="Theirs" {...theirs} />
          </div>
        </>
      ) : (
        <PipelineConflict
          path={path}
          texts={texts}
          onJoin={(text) => onChoose(text === undefined ? undefined : { text })}
        />
      )}
      <Group gap="xs" mt={4}>
        {(['yours', 'theirs'] as const).map((side) => (
          <Button
            key={side}
            size="compact-sm"
            variant={choice === side ? 'filled' : 'default'}
            aria-pressed={choice === side}
            onClick={() => onChoose(side)}
          >
            Keep {all}
            {side}
          </Button>
        ))}
        {written === undefined && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={yours.content === undefined && theirs.content === undefined}
            onClick={() =>
              onChoose({ text: (choice === 'theirs' ? theirs : yours).content ?? theirs.content ?? '' })
            }
          >
            Edit the text
          </Button>
        )}
      </Group>
      {written !== undefined && (
        <CodeField
          label={`${path} as it will be`}
          language={/\.ya?ml$/.test(path) ? 'yaml' : 'text'}
          value={written}
          onChange={(text) => onChoose({ text })}
        />
      )}
    </section>
  )
}

/** Undefined where the file is no pipeline, or a text is not known: then it is kept as a whole. */
function joinTextsOf({ path, base, yours, theirs }: FileConflict): JoinTexts | undefined {
  if (yours.content === undefined || theirs.content === undefined) return undefined
  if (base?.blobHash !== undefined && base.content === undefined) return undefined
  const texts = { base: base?.content, yours: yours.content, theirs: theirs.content }
  return isJoinable(path, texts) ? texts : undefined
}

type SideProps = FileConflict['yours'] & { readonly title: string }

const Side = ({ title, blobHash, content }: SideProps) => (
  <div>
    <Text size="xs" c="dimmed">
      {title}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <pre tabIndex={0}>
      {content ?? (blobHash === undefined ? 'Deleted' : 'Not text, or too long to be shown.')}
    </pre>
  </div>
)
