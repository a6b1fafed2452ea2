import { useMemo } from 'react'
import { api } from '../../../api/client.ts'
import { type ComponentType, catalogOf } from '../model/catalogue.ts'

const none: readonly ComponentType[] = []

/** The components that the server knows. */
export function useCatalogue() {
  const { data, error } = api.useQuery(
    'get',
    '/v1/component-types',
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const types = data?.componentTypes ?? none
  return { types, catalog: useMemo(() => catalogOf(types), [types]), error }
}
