import { randomUUID } from 'node:crypto'
import type { SnowflakeConnection } from '../snowflake/connection.ts'
import { keptName } from '../snowflake/names.ts'
import { snowflakeParts } from '../snowflake/parts.ts'
import type { SnowflakeStandIn } from '../snowflake/stand-in.ts'
import { dropSchema, type TestDatabase } from './databases.ts'

/** How tests reach the emulator. */
export const connectionTo = ({ url }: SnowflakeStandIn, schema?: string): SnowflakeConnection => ({
  type: 'SNOWFLAKE',
  account: 'test-account',
  url,
  user: 'tester',
  signIn: { kind: 'password', password: 'secret' },
  database: 'tests',
  schema,
})

/** A backslash in a text takes the meaning from the sign behind it. */
export const speakSnowflake = (sql: string): string => sql.replaceAll('\\', '\\\\')

/** A schema of its own in the emulator. */
export const snowflakeOfTests = (standIn: () => SnowflakeStandIn): TestDatabase => ({
  name: 'Snowflake',
  async create() {
    // The emulator takes no other names for a schema that it makes itself.
    const schema = `test_${randomUUID().slice(0, 8)}`
    const connection = connectionTo(standIn(), schema)
    return { connection, schema, remove: () => dropSchema(connection, schema) }
  },
  numbers: (end) => snowflakeParts.series({ start: 0, end: end - 1, step: 1 }, 'n'),
  speak: speakSnowflake,
  nameOf: keptName,
  namesQueries: true,
  countsCreated: false,
  beyondCells: ['1_000', '1e400', '2024-02-29xyz'],
})
