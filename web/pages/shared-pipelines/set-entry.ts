import { view } from '../../view.ts'

/** The entry of one set in the table of pages. */
export const sharedSetEntry = {
  path: '/shared-pipelines/$prefix',
  label: 'Set of shared pipelines',
  view: view(() => import('./set/page.tsx'), 'SharedSetPage'),
  search: { version: 'text', page: 'number', users: 'number' },
} as const
