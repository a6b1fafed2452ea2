import { afterAll, beforeAll } from 'vitest'
import { type Db, openDatabase } from '../../src/db/database.ts'
import { silent } from '../../src/lib/log.ts'
import { aDatabase } from './template.ts'

/** A private database for the tests of one file. */
export function useDatabase(): { readonly db: Db; readonly url: string } {
  const held = {} as { db: Db; url: string }
  let drop = async () => {}
  beforeAll(async () => {
    const database = await aDatabase()
    drop = database.drop
    held.url = database.url
    held.db = openDatabase({ connectionString: database.url, log: silent }).db
  })
  afterAll(async () => {
    await held.db.destroy()
    await drop()
  })
  return held
}
