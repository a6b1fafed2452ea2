import { client } from '../../../api/client.ts'
import { type Edited, ifUnchanged, tagged, useEdited } from '../../../api/edited.ts'
import type { Connector, ConnectorChange } from '../wire.ts'

/** A connector with the entity tag it was read with. */
export type Stored = Edited<Connector>

const address = '/v1/custom-connectors/{connectorId}'

/** Reads the connector when the editor opens. */
export const useStored = (connectorId: string) =>
  useEdited(['connector', connectorId], () => client.GET(address, { params: { path: { connectorId } } }))

/** Throws the problem; 412 when somebody else changed the connector since `stored` was read. */
export const store = (stored: Stored, body: ConnectorChange): Promise<Stored> =>
  tagged(
    client.PUT(address, {
      params: { path: { connectorId: stored.value.connectorId } },
      headers: ifUnchanged(stored),
      body,
    }),
  )
