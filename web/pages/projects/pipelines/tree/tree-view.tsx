import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { ChevronRight, Network, Search, TriangleAlert, Workflow } from 'lucide-react'
import { useMemo } from 'react'
import type { PipelineSummary } from '../../../../components/pipelines/use-pipelines.ts'
import { paths } from '../../../../paths.ts'
import { PageLink } from '../../../../ui/link.tsx'
import tree from '../../../../ui/tree.module.css'
import { useFolder } from '../../../../ui/use-folder.ts'
import { useWritten } from '../../../../ui/use-written.ts'
import { type ChangePipelineAddress, type PipelineAddress, sourceOf } from '../address.ts'
import { countOf, type Folder, found, holds, type Leaf, treeOf } from './folders.ts'
import classes from './tree-view.module.css'

interface TreeProps {
  readonly projectId: string
  readonly address: PipelineAddress
  readonly change: ChangePipelineAddress
  readonly summaries: readonly PipelineSummary[]
  readonly open: PipelineSummary | undefined
}

/**
 * The pipelines by folder, with a filter. Folders of the open pipeline are open; so are all while something
 * is looked for.
 */
export function PipelineTree(props: TreeProps) {
  const { address, change, summaries } = props
  const shown = useMemo(() => found(summaries, address.find ?? ''), [summaries, address.find])
  const root = useMemo(() => treeOf(shown), [shown])
  const [written, write] = useWritten(address.find ?? '', (find) => change({ find }))
  return (
    <nav aria-label="Pipelines" className={tree['tree']}>
      <TextInput
        aria-label="Search pipelines"
        placeholder="Search pipelines"
        size="xs"
        mb={6}
        data-filter
        leftSection={<Search size={14} aria-hidden />}
        value={written}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {shown.length === 0 && (
        <Text size="sm" c="dimmed" px="xs">
          No pipelines match.
        </Text>
      )}
      <Branches {...props} folder={root} />
    </nav>
  )
}

type BranchProps = TreeProps & { readonly folder: Folder }

function Branches(props: BranchProps) {
  const { folder } = props
  return (
    <ul>
      {folder.folders.map((below) => (
        <FolderEntry key={below.path} {...props} folder={below} />
      ))}
      {folder.pipelines.map((leaf) => (
        <PipelineEntry key={leaf.summary.path} {...props} leaf={leaf} />
      ))}
    </ul>
  )
}

const SMALL_TREE = 40

function FolderEntry(props: BranchProps) {
  const { folder, open, address, summaries } = props
  const isUsuallyOpen = summaries.length <= SMALL_TREE || holds(folder, open?.name)
  const { isOpen, turn } = useFolder(address.find ?? '', isUsuallyOpen)
  return (
    <li>
      <UnstyledButton className={tree['entry']} aria-expanded={isOpen} onClick={turn}>
        <ChevronRight size={14} aria-hidden className={isOpen ? tree['turned'] : undefined} />
        <span className={classes['name']}>{folder.name}</span>
        <span className={classes['count']}>{countOf(folder)}</span>
      </UnstyledButton>
      {isOpen && <Branches {...props} />}
    </li>
  )
}

function PipelineEntry({ projectId, address, open, leaf }: TreeProps & { readonly leaf: Leaf }) {
  const { summary, label } = leaf
  const isOpen = summary.path === open?.path
  const Icon = summary.pipelineType === 'orchestration' ? Workflow : Network
  const search = { ...sourceOf(address), find: address.find, tab: address.tab, pipeline: summary.path }
  return (
    <li>
      <PageLink
        to={paths.pipelines}
        params={{ projectId }}
        search={search}
        className={tree['entry']!}
        underline="never"
        activeOptions={{ includeSearch: true, exact: true }}
        data-open={isOpen || undefined}
        aria-current={isOpen ? 'page' : undefined}
        title={summary.path}
      >
        <Icon
          size={14}
          aria-label={summary.pipelineType === 'orchestration' ? 'Orchestration' : 'Transformation'}
        />
        <span className={classes['name']}>{label}</span>
        <Faults summary={summary} />
      </PageLink>
    </li>
  )
}

function Faults({ summary: { faultCount } }: { readonly summary: PipelineSummary }) {
  const { errors, warnings } = faultCount
  if (errors + warnings === 0) return null
  const message = [
    errors > 0 && `${errors} ${errors === 1 ? 'error' : 'errors'}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ]
    .filter((text) => text !== false)
    .join(', ')
  return (
    <span className={classes['faults']} data-kind={errors > 0 ? 'error' : 'warning'}>
      <TriangleAlert size={13} aria-label={message} /> <span aria-hidden>{errors + warnings}</span>
    </span>
  )
}
