import { Group, Stack, Text } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { CopyIcon } from '../../../../ui/copy-icon.tsx'
import type { PipelineDetails } from './details.ts'
import classes from './pipeline.module.css'

interface SourceTextProps {
  readonly pipeline: PipelineDetails
  /** A line that is shown and marked, from 1. */
  readonly line: number | undefined
}

/** The file as it is, with the numbers of its lines. */
export function SourceText({ pipeline, line }: SourceTextProps) {
  const frame = useRef<HTMLElement>(null)
  const numbers = useMemo(() => numbersOf(pipeline.text), [pipeline.text])
  useEffect(() => {
    const { current } = frame
    if (current === null || line === undefined) return
    const lines = pipeline.text.split('\n').length
    current.scrollTop = (current.scrollHeight * (line - 0.5)) / lines - current.clientHeight / 2
  }, [line, pipeline.text])
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed" className="monospace" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {pipeline.path}
        </Text>
        <CopyIcon value={pipeline.text} label="Copy file" />
      </Group>
      {pipeline.textTruncated && (
        <Text size="sm">The file is longer than this: its first 1,048,576 characters are shown.</Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys */}
      <section ref={frame} className={classes['source']} tabIndex={0} aria-label="Source text">
        <pre className={classes['numbers']} aria-hidden>
          {numbers}
        </pre>
        <pre>
          {line !== undefined && (
            <span className={classes['chosen']} style={{ top: `${(line - 1) * LINE_HEIGHT}em` }} />
          )}
          {pipeline.text}
        </pre>
      </section>
    </Stack>
  )
}

/**
 * Line height in pixels, as in the style sheet. The highlight is positioned by line number, so long files
 * need no element per line.
 */
const LINE_HEIGHT = 1.6

const numbersOf = (text: string): string =>
  Array.from({ length: text.split('\n').length }, (_, at) => at + 1).join('\n')
