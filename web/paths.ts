import { type PageKey, type Pages, pages } from './pages.ts'

/** The address of every page by its key, as links and redirects name it: `to={paths.schedule}`. */
export const paths = Object.fromEntries(Object.entries(pages).map(([key, { path }]) => [key, path])) as {
  readonly [K in PageKey]: Pages[K]['path']
}
