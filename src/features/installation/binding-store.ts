import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { cellOf, type SealedColumnName, sealedColumns } from '../../db/sealed-columns.ts'
import { BOUND_PREFIX, type Encryption } from '../../lib/encryption.ts'

const BATCH = 500

/** Encrypts again, for its own cell, every ciphertext that has none. */
export async function bindRows(tx: Db, encryption: Encryption): Promise<void> {
  for (const name of Object.keys(sealedColumns) as SealedColumnName[])
    while ((await bindSome(tx, name, encryption)) === BATCH);
}

async function bindSome(tx: Db, name: SealedColumnName, encryption: Encryption): Promise<number> {
  const [table, column] = name.split('.') as [string, string]
  const [from, field, key] = [sql.table(table), sql.ref(column), sql.raw<string>(sealedColumns[name].key)]
  const { rows } = await sql<{ place: string; key: string; sealed: Buffer }>`
    select ctid::text as place, ${key} as key, ${field} as sealed from ${from}
     where substring(${field} from 1 for ${sql.lit(BOUND_PREFIX.length)}) <> ${BOUND_PREFIX}
     limit ${BATCH} for update`.execute(tx)
  for (const row of rows) {
    const cell = cellOf(name, row.key)
    const bound = encryption.encrypt(encryption.decrypt(row.sealed, cell), cell)
    await sql`update ${from} set ${field} = ${bound} where ctid = ${row.place}::tid`.execute(tx)
  }
  return rows.length
}
