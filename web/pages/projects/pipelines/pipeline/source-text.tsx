import { Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CopyIcon } from '../../../../ui/secret-once.tsx'
import type { PipelineDetails } from './details.ts'
import classes from './pipeline.module.css'

interface SourceTextProps {
  readonly pipeline: PipelineDetails
  /** A line that is shown and marked, from 1. */
  readonly line: number | undefined
}

/** The file as it is, with the numbers of its lines. */
export function SourceText({ pipeline, line }: SourceTextProps) {
  const chosen = useRef<HTMLSpanElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is another place to scroll to
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'center' })
  }, [line, pipeline])
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="monospace">
          {pipeline.path}
        </Text>
        <CopyIcon value={pipeline.text} label="Copy the file" />
      </Group>
      {pipeline.textTruncated && (
        <Text size="sm">The file is longer than this: its first 1,048,576 characters are shown.</Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls with the arrow keys */}
      <section className={classes['source']} tabIndex={0} aria-label="Source text">
        <pre>
          {pipeline.text.split('\n').map((text, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
              key={at}
              className={classes['line']}
              data-chosen={at + 1 === line || undefined}
              ref={at + 1 === line ? chosen : undefined}
            >
              <span className={classes['number']} aria-hidden>
                {at + 1}
              </span>
              {text}
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
    </Stack>
  )
}
