import type { Parameters } from '../../../pipeline/model.ts'
import { type PlaceSettings, placeFaults, storeKindOf } from '../../common/object-stores/target.ts'

/** What a transfer is asked for; absent texts are empty. */
export interface TransferSettings {
  readonly sourceType: string
  readonly sourceUrl: string
  readonly sourceUsername: string
  readonly sourcePassword: string
  readonly validatesCertificates: boolean
  readonly unpacks: boolean
  readonly targetType: string
  readonly targetUrl: string
  readonly targetEndpoint: string
  readonly targetRegion: string
  readonly targetName: string
  readonly gzips: boolean
  readonly timeout: string
  /** Of object stores. */
  readonly accessControl: string
  readonly encryption: string
  readonly kmsKeyId: string
  /** Names of secrets, each for one way to show who asks. */
  readonly targetAccessKeyId: string
  readonly targetSecretAccessKey: string
  readonly targetSessionToken: string
  readonly targetAccountKey: string
  readonly targetSasToken: string
  readonly targetServiceAccount: string
}

/** The first parameter with a value of this name, with or without the number of a variant: `sourceUrl3`. */
export function numbered(parameters: Parameters, name: string): string {
  const pattern = new RegExp(`^${name}\\d*$`)
  for (const [key, value] of Object.entries(parameters)) {
    if (!pattern.test(key) || value === null || typeof value === 'object') continue
    const text = String(value).trim()
    if (text !== '') return text
  }
  return ''
}

const isExpression = (text: string): boolean => text.includes('${')

export const isWebSource = (sourceType: string): boolean => /^https?$/i.test(sourceType)
const isFileSource = (sourceType: string): boolean => /^(file|local)$/i.test(sourceType)

/** Faults of source and target, one sentence each; what is still an expression is taken on trust. */
export function settingFaults(settings: TransferSettings): readonly string[] {
  const { sourceType, sourceUrl, unpacks } = settings
  const faults: string[] = []
  if (!isWebSource(sourceType) && !isFileSource(sourceType) && !isExpression(sourceType)) {
    faults.push(`Source Type is "${sourceType}"; this installation transfers from HTTPS, HTTP or File`)
  }
  if (sourceUrl === '') faults.push('Source URL is missing')
  else if (isWebSource(sourceType) && !isExpression(sourceUrl)) faults.push(...addressFaults(settings))
  faults.push(...targetFaults(settings))
  if (unpacks) faults.push('Unpack ZIP file is not available here; unpack the file with a script')
  return faults
}

/** Where a transfer into an object store goes. */
export const storePlaceOf = (settings: TransferSettings): PlaceSettings => ({
  url: settings.targetUrl,
  endpoint: settings.targetEndpoint,
  region: settings.targetRegion,
})

const labels = { url: 'Target URL', endpoint: 'Target Endpoint', region: 'Target Region' }

function targetFaults(settings: TransferSettings): readonly string[] {
  const { targetType, targetUrl, targetEndpoint, targetRegion } = settings
  if (/^(local|file)$/i.test(targetType) || isExpression(targetType)) return []
  const kind = storeKindOf(targetType)
  if (kind === undefined) {
    const known = 'Local, S3, Azure Blob Storage or Google Cloud Storage'
    return [`Target Type is "${targetType}"; this installation transfers to ${known}`]
  }
  if ([targetUrl, targetEndpoint, targetRegion].some(isExpression)) return []
  return placeFaults(kind, storePlaceOf(settings), labels)
}

function addressFaults({ sourceType, sourceUrl }: TransferSettings): readonly string[] {
  const scheme = `${sourceType.toLowerCase()}:`
  const url = URL.parse(sourceUrl)
  if (url?.protocol !== scheme) return [`Source URL must start with ${scheme}//`]
  if (url.username === '' && url.password === '') return []
  return ['Source URL contains credentials: set Source Username, and the name of a secret as Source Password']
}
