import { Anchor, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { spansOf } from '../../pipeline-graph/note-text.ts'
import { type ComponentType, titleOf } from '../model/catalogue.ts'
import classes from './component-help.module.css'
import { anchorOf, type HelpBlock, helpOf } from './help-text.ts'

/** Pages of the documentation that ships with the server. */
const pages = {
  orchestration: '/docs/components',
  transformation: '/docs/pipelines/transformation-components',
} as const

/** What the documentation says of a component, with its example, and the way to its page. */
export function ComponentHelp({ entry }: { readonly entry: ComponentType }) {
  const page = pages[entry.pipelineType]
  const { data, error } = useQuery({
    queryKey: ['documentation', page],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`${page}.md`, { signal })
      if (!answer.ok) throw new Error('The documentation of this server cannot be read.')
      return answer.text()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Stack component="section" gap={6} aria-label="Help" className={classes['help']!}>
      <ProblemAlert error={error} />
      {data === undefined && error === null && <Loader size="xs" aria-label="Loading the help" />}
      {data !== undefined &&
        helpOf(data, titleOf(entry)).map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never change places
          <Block key={at} block={block} />
        ))}
      <Anchor
        size="xs"
        lh="26px"
        w="fit-content"
        href={`${page}#${anchorOf(titleOf(entry))}`}
        target="_blank"
        rel="noopener"
      >
        Open the documentation
      </Anchor>
    </Stack>
  )
}

function Block({ block: { kind, text } }: { readonly block: HelpBlock }) {
  if (kind === 'example' || kind === 'output')
    return (
      <details>
        <summary>{kind === 'example' ? 'Example' : 'Its output'}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <pre tabIndex={0}>{text}</pre>
      </details>
    )
  return (
    <Text size="xs" {...(kind === 'item' && { pl: 'sm' })} style={{ overflowWrap: 'anywhere' }}>
      {kind === 'item' && '• '}
      {spansOf(text).map((span, at) => {
        const key = `${at}`
        if (span.kind === 'strong') return <strong key={key}>{span.text}</strong>
        if (span.kind === 'code') return <code key={key}>{span.text}</code>
        return <Fragment key={key}>{span.text}</Fragment>
      })}
    </Text>
  )
}
