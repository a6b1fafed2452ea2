import { expect, test } from 'vitest'
import { placeFaults, type StoreKind, storeKindOf, targetOf } from './target.ts'

const labels = { url: 'Target URL', endpoint: 'Target Endpoint', region: 'Target Region' }
const settings = (own: object) => ({ url: '', endpoint: '', region: '', ...own })
const place = (kind: StoreKind, targetUrl: string, more: object = {}) => {
  const target = targetOf(kind, settings({ url: targetUrl, ...more }), ['a b', "ü+'(1).csv"])
  return [target.url.href, target.shown]
}
const name = 'a%20b/%C3%BC%2B%27%281%29.csv'
const shown = "a b/ü+'(1).csv"

test('each provider has its own address, and every character of a name arrives', () => {
  expect(place('S3', 's3://orders/in')).toEqual([
    `https://orders.s3.us-east-1.amazonaws.com/in/${name}`,
    `s3://orders/in/${shown}`,
  ])
  expect(place('S3', 'orders.eu/in/', { region: 'eu-west-1' })[0]).toBe(
    `https://s3.eu-west-1.amazonaws.com/orders.eu/in/${name}`,
  )
  expect(place('S3', 's3://orders', { region: 'cn-north-1' })[0]).toBe(
    `https://orders.s3.cn-north-1.amazonaws.com.cn/${name}`,
  )
  expect(place('GCS', 'gs://orders')).toEqual([
    `https://storage.googleapis.com/orders/${name}`,
    `gs://orders/${shown}`,
  ])
  const blob = `https://shop.blob.core.windows.net/orders/in/${name}`
  for (const url of [
    'azure://shop/orders/in',
    'https://shop.blob.core.windows.net/orders/in',
    'wasbs://orders@shop.blob.core.windows.net/in',
    'abfss://orders@shop.dfs.core.windows.net/in',
  ]) {
    expect(place('AZURE', url)).toEqual([blob, `azure://shop/orders/in/${shown}`])
  }
})

test('another service of the same API is reached at its own address', () => {
  const minio = { endpoint: 'https://files.example.com/s3/' }
  expect(place('S3', 's3://orders', minio)[0]).toBe(`https://files.example.com/s3/orders/${name}`)
  const emulator = { endpoint: 'http://127.0.0.1:10000/devaccount' }
  expect(place('AZURE', 'azure://devaccount/orders', emulator)[0]).toBe(
    `http://127.0.0.1:10000/devaccount/orders/${name}`,
  )
})

test('what names no place is a fault', () => {
  const faults = (kind: StoreKind, targetUrl: string, more: object = {}) =>
    placeFaults(kind, settings({ url: targetUrl, ...more }), labels)
  for (const url of ['', 's3://', 's3://a/../b', 's3://a/b?c', 'gs://a', 's3://a b'])
    expect(faults('S3', url), url).toEqual([expect.stringContaining('s3://bucket/folder')])
  for (const url of ['shop/orders', 'azure://shop', 'azure://sh op/orders', 's3://shop/orders'])
    expect(faults('AZURE', url), url).toHaveLength(1)
  expect(faults('S3', 's3://a', { region: 'EU West', endpoint: 'files.example.com' })).toHaveLength(2)
  expect(faults('S3', 's3://a', { endpoint: 'https://user:secret@files.example.com' })).toHaveLength(1)
  expect(
    ['S3', 'Amazon S3', 'Azure Blob Storage', 'GCS', 'Google Cloud Storage', 'SFTP'].map(storeKindOf),
  ).toEqual(['S3', 'S3', 'AZURE', 'GCS', 'GCS', undefined])
})
