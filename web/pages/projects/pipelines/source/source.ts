import type { Source } from '../../../../components/pipelines/usual-source.ts'
import type { PipelineAddress } from '../address.ts'

/** The source that an address names; undefined when it names none. */
export function chosenSource({ branch, commit, environment, version }: PipelineAddress): Source | undefined {
  if (environment !== undefined)
    return { environmentName: environment, ...(version !== undefined && { versionName: version }) }
  const ref = commit ?? branch
  return ref === undefined ? undefined : { ref }
}

/** The choices, with the one of the address among them even when the list is too long to hold it. */
export const withChosen = (names: readonly string[], chosen: string | undefined): string[] => [
  ...new Set([...(chosen === undefined ? [] : names.includes(chosen) ? [] : [chosen]), ...names]),
]
