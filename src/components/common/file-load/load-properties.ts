import Type from 'typebox'
import { gateProperties } from '../gates/gate-properties.ts'
import type { CredentialNames } from '../object-stores/access.ts'
import { list, text } from '../properties.ts'
import { placeProperties } from '../table-location-properties.ts'

const secretName = (label: string, usual: string) =>
  Type.Optional(text(label, `Name of a secret; "${usual}" by default`))

const connection = Type.Optional(
  text(
    'Connection',
    'Name of a connection of the project; instead of the address and the credentials of the store',
  ),
)

/** Where a store is when it is not the provider's own, and who asks it. */
export const s3Access = {
  connection,
  endpoint: Type.Optional(text('Endpoint', "An address other than the provider's own")),
  region: Type.Optional(text('Region', 'Region of the bucket; us-east-1 by default')),
  accessKeyId: secretName('Access Key ID', 'aws-access-key-id'),
  secretAccessKey: secretName('Secret Access Key', 'aws-secret-access-key'),
  sessionToken: secretName('Session Token', 'aws-session-token'),
}

export const azureAccess = {
  connection,
  endpoint: Type.Optional(text('Endpoint', "An address other than the provider's own")),
  accountKey: secretName('Account Key', 'azure-storage-account-key'),
  sasToken: secretName('SAS Token', 'azure-storage-sas-token'),
}

export const gcsAccess = {
  connection,
  endpoint: Type.Optional(text('Endpoint', "An address other than the provider's own")),
  serviceAccount: secretName('Service Account', 'gcs-service-account'),
  accessKeyId: secretName('Access Key ID', 'gcs-access-key-id'),
  secretAccessKey: secretName('Secret Access Key', 'gcs-secret-access-key'),
}

/** What every file of other platforms says about how it gets there; it changes nothing here. */
export const stageProperties = {
  stage: Type.Optional(text('Stage', '[Custom], as stages are objects of other databases')),
  authentication: Type.Optional(text('Authentication', 'Credentials')),
}

export const targetProperties = {
  ...placeProperties,
  targetTable: text('Target Table'),
}

export const loadProperties = {
  pattern: Type.Optional(text('Pattern', 'A regular expression that matches the whole name of a file')),
  ...targetProperties,
  loadColumns: Type.Optional(list('Load Columns')),
  onError: Type.Optional(text('On Error', 'Abort Statement, Continue or Skip File')),
  sizeLimitB: Type.Optional(
    text('Size Limit (B)', 'No further file is started once this many bytes are loaded'),
  ),
  purgeFiles: Type.Optional(text('Purge Files', 'Whether loaded files are removed')),
  truncateColumns: Type.Optional(text('Truncate Columns', 'Whether text that is too long is truncated')),
  forceLoad: Type.Optional(text('Force Load', 'Whether files that have not changed are loaded again')),
  ...gateProperties,
}

/** Names of secrets as parameters have them; an absent one is the usual one. */
export const credentialNames = (parameters: Readonly<Record<string, unknown>>): CredentialNames => {
  const named = (key: keyof CredentialNames) => stated(parameters[key])
  return {
    accessKeyId: named('accessKeyId'),
    secretAccessKey: named('secretAccessKey'),
    sessionToken: named('sessionToken'),
    accountKey: named('accountKey'),
    sasToken: named('sasToken'),
    serviceAccount: named('serviceAccount'),
  }
}

/** A text without blanks around it; empty when there is none. */
export const stated = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
