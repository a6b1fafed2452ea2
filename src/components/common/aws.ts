import { AwsV4Signer } from 'aws4fetch'
import { withoutTrailing } from '../../lib/without-trailing.ts'
import type { StepContext } from '../component.ts'
import type { ServiceRequest } from './service-call.ts'

export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** Names of secrets; an empty one means the usual name. */
export interface AwsSecretNames {
  readonly id: string
  readonly secret: string
  readonly token: string
}

/** The credentials that these secrets hold, or which are missing. */
export async function awsCredentials(
  context: Pick<StepContext, 'secret'>,
  names: AwsSecretNames,
): Promise<AwsCredentials | { readonly fault: string }> {
  const find = async (name: string, usual: string) => (await context.secret(name || usual))?.trim()
  const accessKeyId = await find(names.id, 'aws-access-key-id')
  const secretAccessKey = await find(names.secret, 'aws-secret-access-key')
  const missing = [
    ...(accessKeyId === undefined ? [names.id || 'aws-access-key-id'] : []),
    ...(secretAccessKey === undefined ? [names.secret || 'aws-secret-access-key'] : []),
  ]
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return { fault: missing.map((name) => `There is no secret named "${name}"`).join('. ') }
  const sessionToken = await find(names.token, 'aws-session-token')
  if (sessionToken === undefined && names.token !== '')
    return { fault: `There is no secret named "${names.token}"` }
  return { accessKeyId, secretAccessKey, sessionToken }
}

/** The request with AWS Signature Version 4. */
export async function awsSigned(
  request: ServiceRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  { service, region }: { readonly service: string; readonly region: string },
): Promise<ServiceRequest> {
  const { url, headers } = await new AwsV4Signer({
    method: request.method,
    url: request.url,
    headers: { ...request.headers },
    ...(request.body !== undefined && { body: request.body }),
    service,
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
  }).sign()
  return { ...request, url: url.href, headers: Object.fromEntries(headers) }
}

/** Where a service of a region is, or what is given in its place. */
export function awsAddress(service: string, region: string, endpoint: string): string {
  if (endpoint !== '') return `${withoutTrailing(endpoint, '/')}/`
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`
}
