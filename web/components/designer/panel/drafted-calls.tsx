import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/link.tsx'
import { CallLists } from '../../pipelines/calls/call-lists.tsx'
import type { Editor } from '../state/use-editor.ts'

/**
 * Who runs the edited pipeline and whom it runs, with the user's draft; nothing before a new file is saved.
 */
export function DraftedCalls({ editor }: { readonly editor: Editor }) {
  const { projectId, branch, path } = editor.key
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/calls',
    { params: { path: { projectId }, query: { draft: branch, name: path } } },
    { placeholderData: keepPreviousData },
  )
  const isSaved = editor.saveState.kind === 'saved'
  useEffect(() => {
    if (isSaved) void refetch()
  }, [isSaved, refetch])
  if (error !== null || data === undefined) return null
  return (
    <CallLists
      calls={data}
      linkTo={(file, name) => (
        <PageLink
          to={paths.designer}
          params={{ projectId }}
          search={{ branch, file }}
          size="sm"
          underline="always"
        >
          {name}
        </PageLink>
      )}
    />
  )
}
