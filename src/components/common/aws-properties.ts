import Type from 'typebox'
import type { Parameters } from '../../pipeline/model.ts'
import type { AwsSecretNames } from './aws.ts'
import { textOf } from './blocks.ts'
import { text } from './properties.ts'

/** Which service of AWS is called, and with whose keys. */
export const awsProperties = {
  awsRegion: text('AWS Region', 'Such as eu-west-1'),
  accessKeyId: Type.Optional(text('Access Key Id', 'Name of a secret, aws-access-key-id by default')),
  secretAccessKey: Type.Optional(
    text('Secret Access Key', 'Name of a secret, aws-secret-access-key by default'),
  ),
  sessionToken: Type.Optional(text('Session Token', 'Name of a secret, aws-session-token by default')),
  endpoint: Type.Optional(text('Endpoint', "Instead of Amazon's own")),
}

/** What is wrong with them, one sentence each. */
export function awsFaults(parameters: Parameters): readonly string[] {
  const region = textOf(parameters['awsRegion'])
  const endpoint = textOf(parameters['endpoint'])
  return [
    ...(region === '' || region.includes('${') || /^[a-z0-9-]+$/.test(region)
      ? []
      : [`AWS Region ("awsRegion") is "${region}"; it must be one like eu-west-1`]),
    ...(endpoint === '' || endpoint.includes('${') || isHttp(endpoint)
      ? []
      : ['Endpoint ("endpoint") must start with http:// or https://']),
  ]
}

const isHttp = (address: string): boolean => ['http:', 'https:'].includes(URL.parse(address)?.protocol ?? '')

export const awsSecretNames = (parameters: Parameters): AwsSecretNames => ({
  id: textOf(parameters['accessKeyId']),
  secret: textOf(parameters['secretAccessKey']),
  token: textOf(parameters['sessionToken']),
})
