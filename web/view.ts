import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { servesPages, suspectConnection } from './api/connection.ts'
import { NotLoaded } from './ui/not-loaded.tsx'

/**
 * A page's code is loaded when the page is first opened, or is about to be. Pages import this table, so it
 * must import them only dynamically.
 */
export function view<N extends string>(
  load: () => Promise<Record<N, () => ReactNode>>,
  name: N,
): RouteComponent {
  return lazyRouteComponent(
    () => load().catch(async (error: unknown) => ({ [name]: await insteadOf(error) }) as never),
    name,
  )
}

/**
 * The router reloads the window when the code of a page is not there, which is right after an update of the
 * server. While that cannot be reached, a reload would end in a blank page: then another page says so.
 */
async function insteadOf(error: unknown): Promise<() => ReactNode> {
  if (await servesPages()) throw error
  suspectConnection()
  return NotLoaded
}
