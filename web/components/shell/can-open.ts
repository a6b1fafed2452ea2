import { needOf, type Pages } from '../../pages.tsx'
import type { Need } from '../rights/needs.ts'

/** Whether the user can open a page, of this project if it is one of a project: menus, the palette and the keys list only those. */
export function canOpen(may: (need: Need) => boolean, page: Pages[keyof Pages], projectId?: string): boolean {
  const need = needOf(page)
  if (need === undefined) return true
  if (typeof need === 'string' || !('permissionHere' in need)) return may(need)
  return projectId !== undefined && may({ projectId, permission: need.permissionHere })
}
