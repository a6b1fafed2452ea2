import { needOf, type Pages } from '../../pages.ts'
import type { Need } from '../rights/needs.ts'

type Page = Pages[keyof Pages]

/** What opening a page needs, in this project if it is one of a project; undefined when everybody may. */
export function needIn(page: Page, projectId = ''): Need | undefined {
  const need = needOf(page)
  if (typeof need !== 'object' || !('permissionHere' in need)) return need
  const { permissionHere: permission, accessHere: access } = need
  return { projectId, permission, ...(access !== undefined && { access }) }
}

/**
 * Whether the user can open a page, of this project if it is one of a project: menus, the palette and the
 * keys list only those.
 */
export function canOpen(may: (need: Need) => boolean, page: Page, projectId?: string): boolean {
  const need = needIn(page, projectId)
  return need === undefined || may(need)
}
