import { type RouteComponent, useParams } from '@tanstack/react-router'
import type { Pages } from '../../pages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { sentenceOfNeed } from '../rights/needs.ts'
import { useMay } from '../rights/use-may.ts'
import { needIn } from './can-open.ts'

/**
 * A page as its route shows it: users who may not open it learn which permission it needs, and whom to ask.
 */
export function gated(page: Pages[keyof Pages], View: RouteComponent): RouteComponent {
  function PageGate() {
    const may = useMay()
    const { projectId } = useParams({ strict: false })
    const need = needIn(page, projectId)
    if (need === undefined || may(need)) return <View />
    return (
      <Page title={page.label}>
        <EmptyState title="You may not open this page">{sentenceOfNeed(need)}</EmptyState>
      </Page>
    )
  }
  return Object.assign(PageGate, View.preload && { preload: View.preload })
}
