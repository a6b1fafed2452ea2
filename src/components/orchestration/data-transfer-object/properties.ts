import Type from 'typebox'
import type { Parameters } from '../../../pipeline/model.ts'
import { namedAddress } from '../../common/asset-addresses.ts'
import { wholeNumberFault } from '../../common/numbers.ts'
import { text, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { numbered, settingFaults } from './settings.ts'

export const timeoutRange = { least: 1, most: 86_400 }

const secretName = (label: string, usual: string) =>
  Type.Optional(text(label, `Name of a secret; "${usual}" by default`))

/** Of object stores alone. */
const objectProperties = {
  targetEndpoint: Type.Optional(text('Target Endpoint', "An address other than the provider's own")),
  targetRegion: Type.Optional(text('Target Region', 'Region of the S3 bucket; us-east-1 by default')),
  encryption: Type.Optional(text('Encryption', 'Of S3: None, SSE S3 or SSE KMS')),
  kmsKeyId: Type.Optional(text('KMS Key ID')),
  accessControlListOptions: Type.Optional(
    text('Access Control List Options', 'Access control list of S3, such as private'),
  ),
  targetAccessKeyId: secretName('Target Access Key ID', 'aws-access-key-id'),
  targetSecretAccessKey: secretName('Target Secret Access Key', 'aws-secret-access-key'),
  targetSessionToken: secretName('Target Session Token', 'aws-session-token'),
  targetAccountKey: secretName('Target Account Key', 'azure-storage-account-key'),
  targetSasToken: secretName('Target SAS Token', 'azure-storage-sas-token'),
  targetServiceAccount: secretName('Target Service Account', 'gcs-service-account'),
}

const properties = Type.Object({
  sourceType: text('Source Type', 'HTTPS, HTTP or File'),
  sourceUrl: Type.Optional(text('Source URL', "An address, or a path below the runner's folder of files")),
  sourceUsername: Type.Optional(text('Source Username')),
  sourcePassword: Type.Optional(text('Source Password', 'Name of a secret of the runner')),
  performCertificateValidation: Type.Optional(yesNo('Perform Certificate Validation')),
  unpackZipFile: Type.Optional(yesNo('Unpack ZIP file')),
  targetType: text('Target Type', 'Local, S3, Azure Blob Storage or Google Cloud Storage'),
  targetUrl: Type.Optional(
    text(
      'Target URL',
      "A folder below the runner's folder of files, which is the default; or bucket and folder: " +
        's3://bucket/folder, azure://account/container/folder, gs://bucket/folder',
    ),
  ),
  targetObjectName: Type.Optional(text('Target Object Name', 'The name at the source by default')),
  gzipData: Type.Optional(yesNo('Gzip Data')),
  ...objectProperties,
  timeout: Type.Optional(text('Timeout (seconds)', '1 to 86400, 3600 by default')),
})

/**
 * Files write the keys of a variant with its number: `sourceUrl3` and `targetUrl2` are `sourceUrl` and
 * `targetUrl`.
 */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['data-transfer-object'],
  title: 'Data Transfer',
  summary:
    "Copies a file from an address or the runner's folder of files into that folder or an object store",
  properties,
  effects: 'outside',
  validate: (parameters, { running }) =>
    running
      ? [] // the run itself checks all of it
      : [
          ...wholeNumberFault('Timeout (seconds)', parameters['timeout'], timeoutRange),
          ...settingFaults(settingsOf(parameters)),
        ],
  assets: (parameters) => {
    const { sourceType, sourceUrl, targetType, targetUrl, targetName } = settingsOf(parameters as Parameters)
    const name = targetName || (sourceUrl.split(/[?#]/)[0] ?? '').split('/').at(-1) || ''
    return {
      reads: namedAddress(sourceType, sourceUrl),
      writes: namedAddress(targetType, targetUrl, name),
    }
  },
}

/** The parameters under their names without numbers. */
export const settingsOf = (parameters: Parameters) => ({
  sourceType: numbered(parameters, 'sourceType'),
  sourceUrl: numbered(parameters, 'sourceUrl'),
  sourceUsername: numbered(parameters, 'sourceUsername'),
  sourcePassword: numbered(parameters, 'sourcePassword'),
  validatesCertificates: numbered(parameters, 'performCertificateValidation') !== 'No',
  unpacks: numbered(parameters, 'unpackZipFile') === 'Yes',
  targetType: numbered(parameters, 'targetType'),
  targetUrl: numbered(parameters, 'targetUrl'),
  targetName: numbered(parameters, 'targetObjectName'),
  gzips: numbered(parameters, 'gzipData') === 'Yes',
  timeout: numbered(parameters, 'timeout'),
  targetEndpoint: numbered(parameters, 'targetEndpoint'),
  targetRegion: numbered(parameters, 'targetRegion'),
  accessControl: numbered(parameters, 'accessControlListOptions'),
  encryption: numbered(parameters, 'encryption'),
  kmsKeyId: numbered(parameters, 'kmsKeyId'),
  targetAccessKeyId: numbered(parameters, 'targetAccessKeyId'),
  targetSecretAccessKey: numbered(parameters, 'targetSecretAccessKey'),
  targetSessionToken: numbered(parameters, 'targetSessionToken'),
  targetAccountKey: numbered(parameters, 'targetAccountKey'),
  targetSasToken: numbered(parameters, 'targetSasToken'),
  targetServiceAccount: numbered(parameters, 'targetServiceAccount'),
})
