import { findLocalBigQuery, startLocalBigQuery } from '../bigquery/stand-in.ts'
import { findChdb, startChdb } from '../clickhouse/stand-in.ts'
import { findSpark, startSpark } from '../databricks/stand-in.ts'
import { findFakesnow, startFakesnow } from '../snowflake/stand-in.ts'
import { bigQueryOfTests } from './bigquery.ts'
import { clickHouseOfTests } from './clickhouse.ts'
import type { TestDatabase } from './databases.ts'
import { databricksOfTests } from './databricks.ts'
import { snowflakeOfTests } from './snowflake.ts'

/** What stands in for a warehouse that is a service. */
export interface Emulator {
  readonly name: string
  /** Starts it; it ends with what is answered. */
  start(): Promise<{ readonly database: TestDatabase } & AsyncDisposable>
}

/** Minutes of their own: `npm run test:warehouses`. */
const areWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'

function emulator<Found, StandIn extends AsyncDisposable>(
  name: string,
  find: () => Found | undefined,
  start: (found: Found) => Promise<StandIn>,
  databaseOf: (standIn: StandIn) => TestDatabase,
): readonly Emulator[] {
  const found = areWanted ? find() : undefined
  if (areWanted && found === undefined) console.warn(`Nothing stands in for ${name}: it is not tested`)
  if (found === undefined) return []
  const begin = async () => {
    const standIn = await start(found)
    const end = () => standIn[Symbol.asyncDispose]()
    return { database: databaseOf(standIn), [Symbol.asyncDispose]: end }
  }
  return [{ name, start: begin }]
}

/** Those that are installed and wanted; each is to run alone, for they are large. */
export const EMULATORS: readonly Emulator[] = [
  ...emulator('Snowflake', findFakesnow, startFakesnow, (standIn) => snowflakeOfTests(() => standIn)),
  ...emulator('BigQuery', findLocalBigQuery, startLocalBigQuery, ({ endpoint }) =>
    bigQueryOfTests(() => endpoint),
  ),
  ...emulator('ClickHouse', findChdb, startChdb, (standIn) => clickHouseOfTests(() => standIn)),
  ...emulator('Databricks', findSpark, startSpark, (standIn) => databricksOfTests(() => standIn)),
]
