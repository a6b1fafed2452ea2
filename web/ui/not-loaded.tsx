import { useEffect } from 'react'
import { servesPages, useIsConnectionLost } from '../api/connection.ts'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'

/**
 * Stands for a page whose code could not be fetched; it is loaded when the server answers again. That may
 * have been before the page was opened: its code is fetched when the pointer comes near a link.
 */
export function NotLoaded() {
  const isLost = useIsConnectionLost()
  useEffect(() => {
    if (!isLost) void servesPages().then((isThere) => isThere && window.location.reload())
  }, [isLost])
  return (
    <Page title="Not loaded">
      <EmptyState title="This page could not be loaded">
        It opens when the server can be reached again. Go back to continue with the page before.
      </EmptyState>
    </Page>
  )
}
