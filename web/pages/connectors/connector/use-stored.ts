import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import type { Connector, ConnectorChange } from '../wire.ts'

/** A connector with the entity tag it was read with. */
export interface Stored {
  readonly connector: Connector
  readonly etag: string | undefined
}

const address = '/v1/custom-connectors/{connectorId}'

/** Reads the connector when the editor opens and never again: a refetch would overwrite what the user is editing. */
export const useStored = (connectorId: string) =>
  useQuery({
    queryKey: ['connector being edited', connectorId],
    queryFn: async (): Promise<Stored> => {
      const { data, error, response } = await client.GET(address, { params: { path: { connectorId } } })
      if (error !== undefined) throw error
      return { connector: data, etag: response.headers.get('etag') ?? undefined }
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

/** Throws the problem; 412 when somebody else changed the connector since `etag` was read. */
export async function store(
  connectorId: string,
  etag: string | undefined,
  body: ConnectorChange,
): Promise<Stored> {
  const { data, error, response } = await client.PUT(address, {
    params: { path: { connectorId } },
    body,
    ...(etag !== undefined && { headers: { 'if-match': etag } }),
  })
  if (error !== undefined) throw error
  return { connector: data, etag: response.headers.get('etag') ?? undefined }
}
