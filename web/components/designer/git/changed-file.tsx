import { Badge, Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { PipelineGraph } from '../../pipeline-graph/pipeline-graph.tsx'
import classes from '../designer.module.css'
import type { FileChange } from './file-change.ts'
import type { DiffLine } from './text-diff.ts'

const words = { added: 'new', changed: 'changed', deleted: 'deleted', same: 'as committed' } as const

/** One file that differs: what became of its components, and of its text. */
export function ChangedFile({ change }: { readonly change: FileChange }) {
  const { added, changed, removed } = change.components
  return (
    <section aria-label={change.path}>
      <Group gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {change.path}
        </Text>
        <Badge size="sm" variant="default" tt="none">
          {words[change.kind]}
        </Badge>
      </Group>
      <Names word="Added" names={added} />
      <Names word="Changed" names={changed} />
      <Names word="Removed" names={removed} />
      <Difference change={change} />
    </section>
  )
}

/** The lines, or the pipeline as a graph: each component with its word and colour. */
function Difference({ change: { path, graph, lines } }: { readonly change: FileChange }) {
  const [shown, show] = useState<string>('text')
  if (lines === undefined) return <Text size="sm">Not text</Text>
  const text = lines.length > 0 && <Diff lines={lines} />
  if (graph === undefined) return text
  return (
    <>
      <SegmentedControl
        size="xs"
        my={4}
        aria-label={`Show the changes of ${path} as`}
        value={shown}
        onChange={show}
        data={[
          { value: 'text', label: 'Text' },
          { value: 'graph', label: 'Graph' },
        ]}
      />
      {shown === 'text' ? (
        text
      ) : (
        <PipelineGraph
          label={`Changes of ${path}`}
          components={graph.components}
          states={graph.states}
          height="320px"
        />
      )}
    </>
  )
}

const Names = ({ word, names }: { readonly word: string; readonly names: readonly string[] }) =>
  names.length === 0 ? null : (
    <Text size="sm">
      {word}: {names.join(', ')}
    </Text>
  )

const Diff = ({ lines }: { readonly lines: readonly DiffLine[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
  <pre className={classes['diff']} tabIndex={0}>
    {lines.map(({ change, text }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never change places
      <span key={at} data-change={change} style={{ display: 'block' }}>
        {change === '@' ? '' : `${change} `}
        {text}
      </span>
    ))}
  </pre>
)
