import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** The data task: the pipeline of the demo, and its SQL for tools that run SQL in steps of their own. */
export const pipelines = {
  'Flights/Load and report.orch.yaml': 'demo/pipelines/Flights/Load and report.orch.yaml',
  'Flights/Publish figures.orch.yaml': 'demo/pipelines/Flights/Publish figures.orch.yaml',
} as const

export const flightsFile = fileURLToPath(
  new URL('../data/flights-3m.parquet', import.meta.resolve('vega-datasets')),
)

interface Pipeline {
  readonly pipeline: {
    readonly components: Readonly<
      Record<string, { readonly parameters: { readonly sqlScript?: string; readonly query?: string } }>
    >
    readonly variables: Readonly<Record<string, { readonly defaultValue: unknown }>>
  }
}

/** The SQL of each component of the pipeline that has some, with the values of its variables. */
export function sqlOf(text: string, values: Readonly<Record<string, string>>): Record<string, string> {
  const { components, variables } = (parse(text) as Pipeline).pipeline
  const valueOfVariable = (name: string) => {
    const value = values[name] ?? variables[name]?.defaultValue
    if (typeof value !== 'string')
      throw new Error(`The SQL of the demo has a variable without a value: ${name}`)
    return value
  }
  return Object.fromEntries(
    Object.entries(components).flatMap(([name, { parameters }]) => {
      const sql = parameters.sqlScript ?? parameters.query
      return sql === undefined
        ? []
        : [[name, sql.replaceAll(/\$\{(\w+)\}/g, (_, variable) => valueOfVariable(variable))]]
    }),
  )
}

export const flightsSql = async () =>
  sqlOf(await readFile(pipelines['Flights/Load and report.orch.yaml'], 'utf8'), { flights_file: flightsFile })

interface Figures {
  readonly flights: number
  readonly meanDelayMinutes: number
  readonly worstAirport: { readonly code: string; readonly meanDelayMinutes: number }
  readonly worstMonth: string
}

/** Receives figures, and refuses those that are wrong, so that no tool can be quick by doing less. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  received(): number
}

export async function openReceiver(): Promise<Receiver> {
  let received = 0
  const server = createServer(async (request, response) => {
    const figures = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')) as Figures
    if (!isRight(figures)) return response.writeHead(400).end(`Wrong figures: ${JSON.stringify(figures)}`)
    received++
    return response.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/figures`,
    received: () => received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const isRight = ({ flights, meanDelayMinutes, worstAirport, worstMonth }: Figures): boolean =>
  flights === 3_000_000 &&
  meanDelayMinutes === 6.67 &&
  worstAirport.code === 'JFK' &&
  worstAirport.meanDelayMinutes === 12.31 &&
  worstMonth === '2001-06'
