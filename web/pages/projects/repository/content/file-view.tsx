import { Group, Loader, Stack, Text } from '@mantine/core'
import { api } from '../../../../api/client.ts'
import { CopyIcon } from '../../../../ui/copy-icon.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import classes from './files.module.css'

interface FileViewProps {
  readonly projectId: string
  readonly path: string
  /** Branch, tag or commit; the default branch without one. */
  readonly revision?: string
}

const MAX_LINES = 5_000

/** One file as text with the numbers of its lines. */
export function FileView({ projectId, path, revision }: FileViewProps) {
  const { data, error } = api.useQuery('get', '/v1/projects/{projectId}/repositories/files/content', {
    params: { path: { projectId }, query: { path, ...(revision !== undefined && { ref: revision }) } },
  })
  if (error) return <ProblemAlert error={error} />
  if (data === undefined) return <Loader aria-label="Loading the file" />
  const { encoding, content, bytes, commitHash } = data
  return (
    <Stack gap={6} miw={0}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <span className="monospace">{path}</span>{' '}
          <Text span size="sm" c="dimmed">
            {bytes.toLocaleString()} {bytes === 1 ? 'byte' : 'bytes'} at {commitHash.slice(0, 8)}
          </Text>
        </Text>
        {encoding === 'utf-8' && <CopyIcon value={content} label="Copy file" />}
      </Group>
      {encoding === 'utf-8' ? (
        <Lines text={content} />
      ) : (
        <EmptyState title="Binary file">Clone the repository to open this file.</EmptyState>
      )}
    </Stack>
  )
}

function Lines({ text }: { readonly text: string }) {
  const lines = text.replace(/\n$/, '').split('\n')
  return (
    <>
      {lines.length > MAX_LINES && (
        <Text size="sm">Only the first {MAX_LINES.toLocaleString()} lines are shown.</Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys */}
      <section className={classes['source']} tabIndex={0} aria-label="Text of the file">
        <pre>
          {lines.slice(0, MAX_LINES).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
            <span key={at} className={classes['line']}>
              <span className={classes['number']} aria-hidden>
                {at + 1}
              </span>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
    </>
  )
}
