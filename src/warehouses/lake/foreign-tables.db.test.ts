import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startS3 } from '../../../test/support/object-stores/s3.ts'
import { dropLake, lakeExtensions, newLake, warehousesOfTests } from '../conformance/databases.ts'
import type { LakeConnection } from '../connection.ts'
import type { Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'

const never = { signal: new AbortController().signal }
/**
 * Rows 1 to 4, of which the second was deleted: written by the packages deltalake and pyiceberg of Python.
 */
const tables = resolve('test/support/foreign-tables')
const ROWS = [
  ['1', 'a'],
  ['3', 'c'],
  ['4', 'd'],
]

describe.skipIf(lakeExtensions === undefined)('a lake with tables of other engines', () => {
  let folder: string
  let inside: string
  let outside: string
  let lake: LakeConnection
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'lake-')))
    inside = join(folder, 'files')
    outside = join(folder, 'of-others')
    for (const one of [inside, outside]) await cp(tables, one, { recursive: true })
    lake = { ...newLake(folder), folders: [inside], formats: ['iceberg', 'delta'] }
    warehouses = warehousesOfTests()
    warehouse = await warehouses.open(lake)
  })
  afterEach(async () => {
    await warehouses.close()
    await dropLake(lake)
    await rm(folder, { recursive: true })
  })

  const rowsOf = async (sql: string, from = warehouse) =>
    (await Array.fromAsync((await from.query(sql, never)).batches)).flat()

  test('Delta and Iceberg tables are read, and joined with its own', async () => {
    const delta = `delta_scan('${inside}/delta')`
    const iceberg = `iceberg_scan('${inside}/iceberg', allow_moved_paths => true)`
    expect(await rowsOf(`from ${delta} order by id`)).toEqual(ROWS)
    expect(await rowsOf(`from ${iceberg} order by id`)).toEqual(ROWS)
    await warehouse.execute(`create table t as select id from ${delta} where id > 1`, never)
    expect(await rowsOf(`select name from t join ${iceberg} using (id) order by id`)).toEqual([['c'], ['d']])
    expect(await warehouse.describeQuery(`select * from ${delta}`, never)).toEqual([
      { name: 'id', type: 'BIGINT' },
      { name: 'name', type: 'VARCHAR' },
    ])
  })

  test('tables in an object store are read below the prefix of the lake', async () => {
    const keys = { region: 'eu-central-1', accessKeyId: 'AKIALAKE', secretAccessKey: 'a secret of the store' }
    const s3 = await startS3({ bucket: 'lake', ...keys })
    try {
      for (const name of await readdir(tables, { recursive: true, withFileTypes: true }))
        if (name.isFile()) {
          const path = join(name.parentPath, name.name)
          const body = await readFile(path)
          for (const prefix of ['tables', 'others'])
            s3.objects.set(`${prefix}${path.slice(tables.length)}`, { body, headers: {} })
        }
      const store = { kind: 'S3' as const, ...keys, endpoint: s3.origin }
      const inStore = await warehouses.open({ ...lake, dataPath: 's3://lake/tables/', store })
      expect(await rowsOf("from delta_scan('s3://lake/tables/delta') order by id", inStore)).toEqual(ROWS)
      const iceberg = "iceberg_scan('s3://lake/tables/iceberg', allow_moved_paths => true)"
      expect(await rowsOf(`from ${iceberg} order by id`, inStore)).toEqual(ROWS)
      s3.calls.length = 0
      for (const sql of [
        "from delta_scan('s3://lake/others/delta')",
        "from delta_scan('s3://lake/tables/../others/delta')",
        "from delta_scan('s3://lake/tables/%2e%2e/others/delta')",
        `from delta_scan('${s3.origin}/lake/tables/delta')`,
        "from delta_scan('s3a://lake/others/delta')",
        "from iceberg_scan('s3://lake/others/iceberg', allow_moved_paths => true)",
      ])
        await expect(inStore.execute(sql, never)).rejects.toThrow(/out of reach|disabled by configuration/)
      expect(s3.calls).toEqual([])
    } finally {
      await s3.close()
    }
  })

  test('SQL reads no log and writes no file outside of it', async () => {
    await symlink(outside, join(inside, 'away'))
    await mkdir(join(inside, 'linked'))
    await symlink(join(outside, 'delta', '_delta_log'), join(inside, 'linked', '_delta_log'))
    const log = join(inside, 'delta', '_delta_log')
    const first = '00000000000000000000.json'
    await cp(join(inside, 'delta'), join(inside, 'entry'), { recursive: true })
    await rename(join(inside, 'entry', '_delta_log', first), join(folder, first))
    await symlink(join(folder, first), join(inside, 'entry', '_delta_log', first))
    const written = join(folder, 'written')
    for (const sql of [
      `from delta_scan('${outside}/delta') limit 0`,
      `describe from delta_scan('${outside}/delta')`,
      `from "delta_scan"('${inside}/../of-others/delta')`,
      `from delta_scan('${inside}-of-others/delta')`,
      `from delta_scan('file://${outside}/delta')`,
      `from delta_scan('${inside}/away/delta')`,
      `from delta_scan('${inside}/linked')`,
      `from delta_scan('${inside}/entry')`,
      `from delta_scan($$${outside}/delta$$)`,
      `from delta_scan(e'${outside}/delta')`,
      `from delta_scan('${inside}/delta' || '/../../of-others/delta')`,
      'prepare p as from delta_scan($1)',
      'create macro m(path) as table from delta_scan(path)',
      "from delta_scan('http://127.0.0.1:9/delta')",
      `from delta_list_files('${outside}/delta')`,
      `from delta_domain_metadata('${outside}/delta')`,
      `select write_blob('${written}', 'x'::blob)`,
      `select "write_blob"('${written}', 'x'::blob)`,
      `from copy_dir('${outside}', '${written}')`,
      `attach '${outside}/delta' as d (type delta)`,
      "attach 'w' as i (type iceberg, endpoint 'http://127.0.0.1:9')",
      `from iceberg_scan('${outside}/iceberg', allow_moved_paths => true)`,
      `from iceberg_scan('${inside}/../of-others/iceberg', allow_moved_paths => true)`,
      `from iceberg_metadata('${outside}/iceberg/metadata/v1.metadata.json')`,
      `from iceberg_snapshots('${outside}/iceberg')`,
      `from read_avro('${outside}/iceberg/metadata/*.avro')`,
      "from iceberg_scan('http://127.0.0.1:9/iceberg')",
    ])
      await expect(warehouse.execute(sql, never), sql).rejects.toThrow(
        /out of reach|has links|as its log|takes the path|beyond it|cannot be attached|disabled by configuration|No such file|ENOENT/,
      )
    expect(await readdir(folder)).not.toContain('written')
    expect(await readdir(log)).toContain(first)
  })

  test('a table whose files are elsewhere is not followed there', async () => {
    const log = join(inside, 'delta', '_delta_log', '00000000000000000000.json')
    const text = await readFile(log, 'utf8')
    const path = /"path":"([^"]+)"/.exec(text)?.[1] ?? ''
    await writeFile(log, text.replace(path, `../../of-others/delta/${path}`))
    await rm(join(inside, 'delta', '_delta_log', '00000000000000000002.json'))
    await expect(rowsOf(`from delta_scan('${inside}/delta')`)).rejects.toThrow(/disabled by configuration/)
  })

  test('a lake that does not read them says what to set', async () => {
    const plain = await warehouses.open({ ...lake, formats: [] })
    await expect(rowsOf(`from delta_scan('${inside}/delta')`, plain)).rejects.toThrow(
      /of type LAKE whose property "delta" is true/,
    )
    await expect(rowsOf(`from iceberg_scan('${inside}/iceberg')`, plain)).rejects.toThrow(
      /of type LAKE whose property "iceberg" is true/,
    )
  })
})
