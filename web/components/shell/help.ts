/**
 * Which page of the documentation helps with a page of the interface: the first pattern that fits its
 * address.
 */
export const helpPages: readonly (readonly [RegExp, string])[] = [
  [/^\/projects\/[^/]+\/schedules/, '/docs/guides/schedules'],
  [/\/alerts$/, '/docs/guides/alerts'],
  [/^\/projects\/[^/]+\/variables/, '/docs/guides/variables'],
  [/^\/projects\/[^/]+\/connections/, '/docs/guides/connections'],
  [/^\/projects\/[^/]+\/quality/, '/docs/guides/reviews'],
  [/^\/projects\/[^/]+\/repository/, '/docs/guides/repositories'],
  [/^\/projects\/[^/]+\/members/, '/docs/guides/access'],
  [/^\/projects\/[^/]+\/pipelines/, '/docs/pipelines'],
  [/\/executions/, '/docs/guides/debugging'],
  [/^\/projects/, '/docs/concepts'],
  [/^\/runners/, '/docs/guides/scale-out'],
  [/^\/connectors/, '/docs/guides/connectors'],
  [/^\/administration\/(identity-providers|sign-in|directory)/, '/docs/guides/identity-providers'],
  [/^\/administration\/(audit|about)/, '/docs/guides/operate'],
  [/^\/(administration|profile)/, '/docs/guides/access'],
]

/** The first page of the documentation where no other one fits. */
export const helpFor = (address: string): string =>
  helpPages.find(([pattern]) => pattern.test(address))?.[1] ?? '/docs'
