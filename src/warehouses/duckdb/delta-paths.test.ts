import { expect, test } from 'vitest'
import { refusalOfScript } from './confine.ts'

const lakeOn = (place: string) => ({ isLake: true, folders: ['/nowhere/files', place] })

test('a path in an object store is a plain text below what is granted', () => {
  const refusal = (sql: string) => refusalOfScript(sql, lakeOn('s3://lake/tables/'))
  expect(
    refusal("select * from delta_scan('s3://lake/tables/orders') o, delta_scan('s3://lake/tables/x')"),
  ).toBe(undefined)
  expect(refusal("from delta_scan('s3://lake/tables/orders', version => 1)")).toBe(undefined)
  for (const path of ["'s3://lake/others'", "'s3://lake/tables/../x'", "'s3://lake/tables/a%2fb'"])
    expect(refusal(`from delta_scan(${path})`), path).toMatch(/is out of reach. Delta tables are read below/)
  for (const path of ["'s3://lake/tables/' || x", 'x', '$1', "E's3://lake/tables/x'", ''])
    expect(refusal(`from delta_scan(${path})`), path).toMatch(
      /takes the path of a table, as a text in single/,
    )
  expect(refusal("from delta_scan('s3://lake/tables/x'), delta_scan('s3://lake/others')")).toMatch(
    /others is out/,
  )
})

test('other stores than S3 are refused, for the log is read by another client than the files', () => {
  for (const place of ['az://lake/tables/', 'gs://lake/tables/'])
    expect(refusalOfScript(`from delta_scan('${place}orders')`, lakeOn(place))).toMatch(/in no other store/)
})

test('a table that is not there is said to be missing', () => {
  expect(refusalOfScript("from delta_scan('/nowhere/files/orders')", lakeOn('/nowhere/lake'))).toMatch(
    /orders cannot be read: ENOENT/,
  )
})
