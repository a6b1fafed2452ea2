import type { SnowflakeConnection } from '../../../warehouses/snowflake/connection.ts'
import { findFakesnow, startFakesnow } from '../../../warehouses/snowflake/stand-in.ts'
import { warehousesFolder } from '../../../warehouses/stand-in-folder.ts'

/** There is no Snowflake to start: fakesnow stands in for it, where it is installed. */
export async function startSnowflakeEmulator() {
  const python = findFakesnow()
  if (python === undefined)
    throw new Error(
      `fakesnow is not installed. Install it with: python3 -m venv ${warehousesFolder()}/snowflake && ` +
        `${warehousesFolder()}/snowflake/bin/pip install 'fakesnow[server]==0.12.1' 'snowflake-connector-python<5'`,
    )
  const emulator = await startFakesnow(python)
  const connection = (database = 'headrace'): SnowflakeConnection => ({
    type: 'SNOWFLAKE',
    account: 'headrace-compile',
    url: emulator.url,
    user: 'headrace',
    signIn: { kind: 'password', password: 'headrace' },
    database,
  })
  return { connection, stop: async () => emulator[Symbol.asyncDispose]() }
}
