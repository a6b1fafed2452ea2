import type { Slice } from '../../http/slice.ts'
import { productVersion, timeZoneDataVersion } from '../../lib/version.ts'
import { aboutRoutes } from './routes.ts'
import * as schema from './schema.ts'

export interface AboutSliceOptions {
  readonly settings: { readonly region: string }
}

/** What this server is: product, version, region. */
export const aboutSlice = ({ settings: { region } }: AboutSliceOptions): Slice => ({
  shapes: [schema],
  routes: (api) =>
    aboutRoutes(api, {
      version: productVersion,
      apiVersion: '1.0',
      timeZoneData: timeZoneDataVersion,
      region,
    }),
})
