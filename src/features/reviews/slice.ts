import type { Slice } from '../../http/slice.ts'
import { reviewRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createReviews, type ReviewDependencies } from './service.ts'

/**
 * Reviews of the quality of pipelines. As a condition of merging and publishing they are asked for by those
 * slices.
 */
export const reviewsSlice = (options: ReviewDependencies): Slice => ({
  shapes: [schema],
  routes: (api) => reviewRoutes(api, createReviews(options)),
})
