import type { LucideIcon } from 'lucide-react'
import type { Need } from './components/rights/needs.ts'
import type { SearchShape } from './ui/address.ts'

/** Where a page is listed: next to every page, below the chosen project, or on top of the administration. */
export type Menu = 'main' | 'project' | 'administration'

/** A permission in the project that the address of the page names, and access to one of its environments. */
interface PermissionHere {
  readonly permissionHere: string
  readonly accessHere?: 'environment:run'
}

/** A page of the interface, as the table of pages (`pages.ts`) has it. */
export interface PageEntry {
  /** The address; the folders of `pages/` mirror it. */
  readonly path: string
  /** The page's name in the menu, in the palette and, in the administration, as its heading. */
  readonly label: string
  /** An address that only leads to another (`routes.tsx`): there is nothing to show. */
  readonly redirects?: true
  /** What else the palette finds it by: what the page holds, in the words of its users. */
  readonly keywords?: readonly string[]
  readonly icon?: LucideIcon
  readonly menu?: Menu
  /** The key that goes to the page after `g`. */
  readonly key?: string
  /** What the page keeps in the query of its address. */
  readonly search?: SearchShape
  /** Who can open it; everybody who is signed in, when absent. */
  readonly needs?: Need | PermissionHere
}
