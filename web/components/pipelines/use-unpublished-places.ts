import { publishNeed, runNeed } from '../rights/common-needs.ts'
import { useMay } from '../rights/use-may.ts'
import { useSourceChoices } from './source.ts'

/** Names of the environments that let the user run what is not published; those of production do not. */
export function useUnpublishedPlaces(projectId: string) {
  const { environments } = useSourceChoices(projectId)
  const may = useMay()
  const names = (environments.data ?? [])
    .filter(
      ({ name, allowUnpublishedRuns }) =>
        allowUnpublishedRuns && may(runNeed(projectId, name)) && may(publishNeed(projectId, name)),
    )
    .map(({ name }) => name)
  /** The one that is meant where there is no other. */
  const only = names.length === 1 ? names[0] : undefined
  return { names, only, error: environments.error, isSuccess: environments.isSuccess }
}
