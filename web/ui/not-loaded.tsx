import { useEffect, useRef } from 'react'
import { useIsConnectionLost } from '../api/connection.ts'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'

/** Stands for a page whose code could not be fetched; it is loaded when the server answers again. */
export function NotLoaded() {
  const isLost = useIsConnectionLost()
  const wasLost = useRef(isLost)
  useEffect(() => {
    if (wasLost.current && !isLost) window.location.reload()
    wasLost.current = isLost
  }, [isLost])
  return (
    <Page title="Not loaded">
      <EmptyState title="This page could not be loaded">
        It opens when the server can be reached again. Go back to continue with the page before.
      </EmptyState>
    </Page>
  )
}
