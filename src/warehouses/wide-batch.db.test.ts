import { expect, test } from 'vitest'
import { useMariaDb } from '../../test/support/mariadb.ts'
import { inDatabase, TEST_DATABASES } from './conformance/databases.ts'
import { mariaDbOfTests } from './conformance/mariadb.ts'
import { batchColumn } from './warehouse.ts'

const never = { signal: new AbortController().signal }
const mariaDb = useMariaDb('batches of many columns are not taken in by it')
const databases = [...TEST_DATABASES, ...(mariaDb.isThere ? [mariaDbOfTests(mariaDb.server)] : [])]

const COLUMNS = 1_000
const texts = ['back\\slash', 'quo"te', '', null, '{,}', 'null', 'é\t\n']

test.each(databases)(
  '$name takes a batch of a thousand columns, short texts and nulls',
  async ({ create }) => {
    const schema = await create()
    const wide = texts.map((text) =>
      Array.from({ length: COLUMNS }, (_, n) => (n % 2 === 0 ? `text ${n} of it` : text)),
    )
    const rows = await inDatabase(schema.connection, async (warehouse) => {
      await warehouse.execute('create table kept (a varchar(20), z varchar(20))', never)
      const load = await warehouse.beginLoad(never)
      try {
        for (const batch of [wide, [['one', 'more']], wide]) {
          await load.fill(batch)
          const [first, last] = [batchColumn(0), batchColumn(batch[0]!.length - 1)]
          await load.execute(`insert into kept select ${first}, ${last} from ${load.batch}`)
        }
        await load.commit()
      } finally {
        await load.rollback()
      }
      return (await Array.fromAsync((await warehouse.query('select z from kept', never)).batches)).flat(2)
    })
    expect(rows).toEqual([...texts, 'more', ...texts])
    await schema.remove()
  },
)
