import type { Slice } from '../../http/slice.ts'
import { componentTypeRoutes } from './routes.ts'
import * as schema from './schema.ts'

/** The components that editors offer. `list` is asked once: what a process can run does not change. */
export const componentTypesSlice = ({ list }: { readonly list: () => schema.ComponentType[] }): Slice => ({
  shapes: [schema],
  routes: (api) => componentTypeRoutes(api, list),
})
