import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { PageEntry } from '../../page-entry.ts'
import { pages, pagesIn } from '../../pages.ts'
import { paths } from '../../paths.ts'
import { useSourceChoices } from '../pipelines/source.ts'
import { usePipelines } from '../pipelines/use-pipelines.ts'
import { useProjects } from '../projects.ts'
import { useMay } from '../rights/use-may.ts'
import { canOpen } from './can-open.ts'
import { useOtherPipelines } from './use-other-pipelines.ts'

/**
 * Pages whose address needs nothing to be chosen first. Those that only redirect are listed by where they
 * lead.
 */
const reachable = Object.values(pages).filter((page) => !('redirects' in page) && !page.path.includes('$'))

/** `Ctrl-K`: every page, every project with its pages and its pipelines, and executions by their ids. */
export function Palette({ projectId }: { readonly projectId: string | undefined }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const { data } = useProjects()
  const may = useMay()
  const pipelines = usePipelineActions(projectId, isOpen)
  const others = useOtherPipelines(query, projectId, isOpen)
  const executions = executionActions(query, (executionId) => {
    void navigate({ to: paths.execution, params: { executionId } })
  })
  const actions: SpotlightActionData[] = [
    ...reachable
      .filter((page) => canOpen(may, page))
      .map((page) => ({
        id: page.path,
        label: page.label,
        ...wordsOf(page),
        onClick: () => void navigate({ to: page.path }),
      })),
    ...executions,
    ...pipelines,
    ...(data ?? []).flatMap(({ id, name }) =>
      pagesIn('project')
        .filter((page) => canOpen(may, page, id))
        .map((page) => ({
          id: `${id}${page.path}`,
          label: `${name}: ${page.label}`,
          ...wordsOf(page),
          onClick: () => void navigate({ to: page.path, params: { projectId: id } }),
        })),
    ),
    ...others,
  ]
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      nothingFound="No matches"
      limit={12}
      query={query}
      onQueryChange={setQuery}
      scrollable
      attributes={{ content: { 'aria-label': 'Search' } }}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      searchProps={{
        leftSection: <Search size={18} aria-hidden />,
        onKeyDown: openFirst,
        placeholder: 'Search pages, projects and pipelines',
        'aria-label': 'Search pages, projects and pipelines',
      }}
    />
  )
}

const wordsOf = (page: PageEntry): { readonly keywords?: string[] } =>
  page.keywords === undefined ? {} : { keywords: [...page.keywords] }

/** The pipelines where their page would look first; read once the palette is opened. */
function usePipelineActions(projectId: string | undefined, isOpen: boolean): SpotlightActionData[] {
  const navigate = useNavigate()
  const isWanted = isOpen && projectId !== undefined
  const { usual } = useSourceChoices(projectId ?? '', isWanted)
  const { data = [] } = usePipelines(projectId ?? '', isWanted ? usual : undefined)
  if (!isWanted || usual === undefined) return []
  const place = 'ref' in usual ? { branch: usual.ref } : { environment: usual.environmentName }
  return data.map(({ name, path }) => ({
    id: `pipeline ${path}`,
    label: name,
    description: 'Pipeline',
    onClick: () =>
      void navigate({
        to: paths.pipelines,
        params: { projectId },
        search: { ...place, pipeline: path },
      }),
  }))
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id that was pasted, e.g. from a log, leads to its execution. */
function executionActions(query: string, open: (id: string) => void): SpotlightActionData[] {
  const id = query.trim().toLowerCase()
  return ID.test(id)
    ? [{ id: `execution ${id}`, label: `Execution ${id}`, keywords: [query], onClick: () => open(id) }]
    : []
}

/**
 * Entries that come after the last letter was typed are not selected by the library: Enter opens the first of
 * them.
 */
function openFirst({ key }: KeyboardEvent): void {
  if (key !== 'Enter' || document.querySelector('[data-action][data-selected]') !== null) return
  document.querySelector<HTMLElement>('[data-action]')?.click()
}
