import { stagingFault } from '../../warehouses/s3-staging.ts'
import type { StagingPlace } from '../../warehouses/staging-place.ts'

/**
 * The folder in S3 through which a connection loads many rows; undefined where it names none. Throws an Error
 * that says what is missing.
 */
export function stagingPlace(given: Readonly<Record<string, unknown>>): StagingPlace | undefined {
  const text = (key: string) =>
    typeof given[key] === 'string' && given[key] !== '' ? String(given[key]) : undefined
  const url = text('stagingUrl')
  if (url === undefined) return undefined
  const fault = stagingFault(url)
  if (fault !== undefined) throw new Error(`The connection's stagingUrl: ${fault}`)
  const accessKeyId = text('accessKeyId')
  const secretAccessKey = text('secretAccessKey')
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error("The connection's stagingUrl needs accessKeyId and secretAccessKey")
  return {
    url,
    region: text('stagingRegion') ?? 'us-east-1',
    endpoint: text('stagingEndpoint'),
    accessKeyId,
    secretAccessKey,
    sessionToken: text('sessionToken'),
  }
}
