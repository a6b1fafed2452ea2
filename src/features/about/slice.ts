import type { Slice } from '../../http/slice.ts'
import { productVersion, timeZoneDataVersion } from '../../lib/version.ts'
import { aboutRoutes } from './routes.ts'

export interface AboutSliceOptions {
  readonly settings: { readonly region: string }
}

/** What this server is: product, version, region. */
export const aboutSlice = ({ settings: { region } }: AboutSliceOptions): Slice => ({
  routes: (api) =>
    aboutRoutes(api, {
      version: productVersion,
      apiVersion: '1.0',
      timeZoneData: timeZoneDataVersion,
      region,
    }),
})
