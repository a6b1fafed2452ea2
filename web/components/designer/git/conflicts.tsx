import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Problem } from '../../../api/problem.ts'
import classes from '../designer.module.css'

export type FileConflict = NonNullable<Problem['conflicts']>[number]

/** What becomes of a file that two sides changed. */
export type Choice = 'yours' | 'theirs'

interface ConflictsProps {
  readonly conflicts: readonly FileConflict[]
  readonly choices: ReadonlyMap<string, Choice>
  readonly onChoose: (path: string, choice: Choice) => void
  /** A side whose text is not known cannot be kept. */
  readonly needsText?: boolean
}

/** Files that somebody else changed too: both sides, and which of them is kept. */
export function Conflicts({ conflicts, choices, onChoose, needsText = false }: ConflictsProps) {
  return (
    <Stack gap="sm" component="section" aria-label="Conflicts">
      <Alert color="orange" role="alert" title="Changed on both sides">
        Choose which side of each file is kept.
      </Alert>
      {conflicts.map(({ path, components = [], ...sides }) => (
        <section key={path} aria-label={path}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {path}
          </Text>
          {components.length > 0 && <Text size="sm">Both changed: {components.join(', ')}</Text>}
          <div className={classes['sides']}>
            <Side title="Yours" text={sides.yours.content} />
            <Side title="Theirs" text={sides.theirs.content} />
          </div>
          <Group gap="xs" mt={4}>
            {(['yours', 'theirs'] as const).map((choice) => (
              <Button
                key={choice}
                size="compact-sm"
                variant={choices.get(path) === choice ? 'filled' : 'default'}
                aria-pressed={choices.get(path) === choice}
                disabled={needsText && isTextUnknown(sides[choice])}
                onClick={() => onChoose(path, choice)}
              >
                Keep {choice}
              </Button>
            ))}
          </Group>
        </section>
      ))}
    </Stack>
  )
}

const isTextUnknown = ({ blobHash, content }: FileConflict['yours']): boolean =>
  blobHash !== undefined && content === undefined

const Side = ({ title, text }: { readonly title: string; readonly text: string | undefined }) => (
  <div>
    <Text size="xs" c="dimmed">
      {title}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <pre tabIndex={0}>{text ?? 'The file is deleted, or too long to be shown.'}</pre>
  </div>
)
