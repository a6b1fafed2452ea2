import { Option } from 'commander'
import type { paths } from '../../../openapi/types.generated.ts'

/** What a list can be ordered by, as its operation takes it. */
export type SortOf<P extends keyof paths> = paths[P] extends {
  readonly get: { readonly parameters: { readonly query?: { readonly sort?: infer S } } }
}
  ? Extract<S, string>
  : never

export interface SortedBy<P extends keyof paths> {
  readonly sort?: SortOf<P> | undefined
}

/**
 * `--sort` of a command that lists: these fields and, with a minus, each in reverse. Shells complete them.
 */
export const sortOption = <P extends keyof paths>(
  ...fields: readonly Exclude<SortOf<P>, `-${string}`>[]
): Option =>
  new Option('--sort <field>', 'field to order by; in reverse with a minus').choices(
    fields.flatMap((field: string) => [field, `-${field}`]),
  )
