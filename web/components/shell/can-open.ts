import { needOf, type Pages } from '../../pages.tsx'
import type { Need } from '../rights/needs.ts'

/** Whether the user can open a page: menus, the palette and the keys list only those. */
export function canOpen(may: (need: Need) => boolean, page: Pages[keyof Pages]): boolean {
  const need = needOf(page)
  return need === undefined || may(need)
}
