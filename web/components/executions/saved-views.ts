import type { Filter } from './filter.ts'

/** Filters of a list under a name. */
export interface SavedView {
  readonly name: string
  readonly filter: Filter
}

const MAX_VIEWS = 50
const keyOf = (userId: string) => `headrace.views.executions.${userId}`

/** The views that this browser keeps for a user, by name. What it kept and cannot be read counts as none. */
export function readViews(storage: Pick<Storage, 'getItem'>, userId: string): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    return []
  }
}

/** Adds a view, or replaces the one of its name; returns all. */
export function keepView(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  userId: string,
  view: SavedView,
): readonly SavedView[] {
  const others = readViews(storage, userId).filter(({ name }) => name !== view.name)
  const { page: _page, ...filter } = view.filter
  const views = [...others, { ...view, filter }]
    .slice(-MAX_VIEWS)
    .sort((a, b) => a.name.localeCompare(b.name))
  storage.setItem(keyOf(userId), JSON.stringify(views))
  return views
}

export function removeView(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  userId: string,
  name: string,
): readonly SavedView[] {
  const views = readViews(storage, userId).filter((view) => view.name !== name)
  storage.setItem(keyOf(userId), JSON.stringify(views))
  return views
}

const isView = (value: unknown): value is SavedView => {
  const { name, filter } = Object(value) as Partial<SavedView>
  return typeof name === 'string' && name !== '' && typeof filter === 'object' && filter !== null
}
