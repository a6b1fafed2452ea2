import type { ServerResponse } from 'node:http'
import { afterEach } from 'vitest'
import { run as apiExtractRun } from '../../src/components/orchestration/api-extract/run.ts'
import { stepContext, type TestStep } from '../../src/components/testing/step-context.ts'
import type { DuckDbTest } from '../../src/components/testing/use-duckdb.ts'
import type { ConnectorDefinition, Endpoint } from '../../src/connectors/schema.ts'
import { type Arrived, startWire, type Wire } from './wire.ts'

/**
 * Connectors with one endpoint, which a server on loopback answers until the test ends, and runs that extract
 * from them.
 */
export function useExtract(duckdb: DuckDbTest) {
  let wire: Wire | undefined
  afterEach(async () => {
    await wire?.close()
    wire = undefined
  })

  async function connectorFor(
    answer: (request: Arrived, response: ServerResponse) => void | Promise<void>,
    own: Partial<Endpoint> = {},
  ) {
    wire = await startWire(answer)
    const endpoint: Endpoint = {
      endpointId: '0198c2f0-0000-7000-8000-000000000001',
      name: 'list',
      method: 'GET',
      url: `${wire.origin}/items`,
      authentication: { type: 'NONE' },
      uriParameters: [],
      queryParameters: [],
      headerParameters: [],
      response: { repeatingElement: '$.items' },
      pagination: { type: 'NONE' },
      ...own,
    }
    const connector: ConnectorDefinition = {
      connectorId: '0198c2f0-0000-7000-8000-000000000002',
      name: 'Shop',
      endpoints: [endpoint],
    }
    return { connector, wire }
  }

  const run = (connector: ConnectorDefinition, parameters: object, step: TestStep = {}) =>
    apiExtractRun.run(stepContext({ warehouse: duckdb.warehouse, connectors: [connector], ...step }), {
      connector: 'Shop',
      endpoint: 'list',
      ...parameters,
    } as never)

  return { connectorFor, run }
}

/** Elements with these ids; none where `to` is not above `from`. */
export const items = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => ({ id: from + n, name: `item ${from + n}` }))
