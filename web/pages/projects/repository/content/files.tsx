import { Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useMemo } from 'react'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import tree from '../../../../ui/tree.module.css'
import { useWritten } from '../../../../ui/use-written.ts'
import { useAddress } from '../../../../use-address.ts'
import { BranchChoice } from './branch-choice.tsx'
import { FileTree } from './file-tree.tsx'
import { FileView } from './file-view.tsx'
import classes from './files.module.css'
import { found, treeOf } from './folders.ts'
import { Refusal } from './refusal.tsx'
import { useFiles } from './use-files.ts'

interface FilesProps {
  readonly projectId: string
  readonly cloneUrl: string | undefined
}

/** The files of a branch or commit as a tree, and the chosen one. */
export function Files({ projectId, cloneUrl }: FilesProps) {
  const [{ ref, find, file }, change] = useAddress('repository')
  const { data, error, refetch } = useFiles(projectId, ref)
  const shown = useMemo(() => found(data?.files ?? [], find ?? ''), [data, find])
  const root = useMemo(() => treeOf(shown), [shown])
  const [written, write] = useWritten(find ?? '', (text) => change({ find: text }))
  if (error)
    return (
      <Stack gap="sm">
        {ref !== undefined && (
          <BranchChoice projectId={projectId} value={ref} onChange={(chosen) => change({ ref: chosen })} />
        )}
        <Refusal error={error} onRetry={() => void refetch()} cloneUrl={cloneUrl} />
      </Stack>
    )
  if (data === undefined) return <Loader aria-label="Loading the files" />
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <BranchChoice projectId={projectId} value={ref} onChange={(chosen) => change({ ref: chosen })} />
        <TextInput
          aria-label="Search files"
          placeholder="Search files"
          size="xs"
          data-filter
          leftSection={<Search size={14} aria-hidden />}
          value={written}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {data.files.length < data.total
            ? `The first ${data.files.length.toLocaleString()} of ${data.total.toLocaleString()} files; clone to see all`
            : `${data.total.toLocaleString()} ${data.total === 1 ? 'file' : 'files'}`}
        </Text>
      </Group>
      <div className={classes['split']}>
        <nav aria-label="Files" className={`${tree['tree']} ${classes['tree']}`}>
          {shown.length === 0 && (
            <Text size="sm" c="dimmed">
              No files match.
            </Text>
          )}
          <FileTree
            projectId={projectId}
            root={root}
            chosen={file}
            lookedFor={find ?? ''}
            search={{ tab: 'files', ref, find }}
          />
        </nav>
        {file === undefined ? (
          <EmptyState title="No file selected">Select a file to view its contents.</EmptyState>
        ) : (
          <FileView projectId={projectId} path={file} {...(ref !== undefined && { revision: ref })} />
        )}
      </div>
    </Stack>
  )
}
