import { useSourceChoices } from '../../../../components/pipelines/source.ts'
import type { Branch, Environment, Source } from '../../../../components/pipelines/usual-source.ts'
import type { PipelineAddress } from '../address.ts'
import { chosenSource } from './source.ts'

/** What there is to choose from, and what the address (or else the default) chooses. */
export interface Sources {
  readonly isLoading: boolean
  /** Why nothing can be shown; a project without a repository is no error. */
  readonly error: unknown
  readonly branches: readonly Branch[]
  readonly environments: readonly Environment[]
  /** Undefined while it is not known, and when there is nothing. */
  readonly source: Source | undefined
}

/** Branches and environments of a project, and the source that the address names. */
export function useSources(projectId: string, address: PipelineAddress): Sources {
  const { branches, environments, isLoading, usual } = useSourceChoices(projectId)
  return {
    isLoading,
    error: environments.error ?? branches.error,
    branches: branches.data ?? [],
    environments: environments.data ?? [],
    source: chosenSource(address) ?? usual,
  }
}
