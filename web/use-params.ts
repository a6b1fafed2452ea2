import { useParams } from '@tanstack/react-router'

/** A parameter that the address of the page has; a component on a page without it is a mistake of ours. */
function useParam(name: keyof ReturnType<typeof useAllParams>): string {
  const value = useAllParams()[name]
  if (value === undefined) throw new Error(`The address of this page has no ${name}`)
  return value
}

const useAllParams = () => useParams({ strict: false })

export const useProjectId = (): string => useParam('projectId')
export const useScheduleId = (): string => useParam('scheduleId')
export const useTriggerId = (): string => useParam('triggerId')
export const useExecutionId = (): string => useParam('executionId')
export const useRunnerId = (): string => useParam('agentId')
export const usePrefix = (): string => useParam('prefix')
export const useConnectorId = (): string => useParam('connectorId')
export const useTestExecutionId = (): string => useParam('testExecutionId')
export const useTaskId = (): string => useParam('taskId')
export const useAssetId = (): string => useParam('assetId')
