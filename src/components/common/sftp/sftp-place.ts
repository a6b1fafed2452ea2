import Type from 'typebox'
import type { ResolvedConnection } from '../../../connections/resolve.ts'
import { percentDecoded } from '../../../lib/percent-encode.ts'
import type { FileContext } from '../../component.ts'
import { StoreError } from '../object-stores/sender.ts'
import { text, yesNo } from '../properties.ts'
import { readHostKeys } from './host-key.ts'
import type { SftpAddress } from './session.ts'
import type { SftpFolder } from './sftp-store.ts'

/** What a step says about an SFTP server beside its address; absent texts are empty. */
export interface SftpSettings {
  readonly username: string
  /** Names of secrets. */
  readonly password: string
  readonly key: string
  readonly passphrase: string
  readonly hostKey: string
  readonly fromHome: boolean
  readonly depth: number | undefined
}

/** Parameters of components that read from SFTP servers. */
export const sftpAccess = {
  username: Type.Optional(text('Username', 'Of an SFTP server')),
  password: Type.Optional(text('Password', 'Name of a secret, for an SFTP server')),
  sftpKey: Type.Optional(text('SFTP Key', 'Name of a secret with the private key')),
  sftpKeyPassphrase: Type.Optional(text('SFTP Key Passphrase', 'Name of a secret')),
  hostKey: Type.Optional(
    text('Host Key', 'Fingerprint (SHA256:…) or public key of the SFTP server; separate several with commas'),
  ),
  setHomeDirectoryAsRoot: Type.Optional(yesNo('Set Home Directory as Root')),
}

const PORT = 22

/** What the address of a folder says. */
interface Located {
  readonly host: string
  readonly port: number | undefined
  readonly user: string
  readonly folder: string
}

const example = 'sftp://sftp.example.com/folder'

/** Reads `sftp://user@host:22/folder`, or a path alone when a connection says the rest. */
function located(url: string, hasConnection: boolean): Located | { readonly fault: string } {
  const given = hasConnection && !url.includes('://') ? `sftp:///${url}` : url
  const read = /^sftp:\/\/(?:([^@/]*)@)?(\[[0-9a-f:.]+\]|[^:/@[\]]*)(?::(\d{1,5}))?(\/.*)?$/is.exec(given)
  if (read === null) return { fault: `must look like ${example}` }
  const [, user = '', host = '', port, path = ''] = read
  if (user.includes(':')) return { fault: 'must not contain a password: name the secret that contains it' }
  if (host === '' && !hasConnection) return { fault: `must contain a host, such as ${example}` }
  const folder = percentDecoded(path)
  if (folder === undefined || folder.split('/').includes('..'))
    return { fault: 'must be a path without ".." in which % begins an encoded character' }
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: port === undefined ? undefined : Number(port),
    user: percentDecoded(user) ?? user,
    folder: folder
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  }
}

/** What is wrong with a place at an SFTP server, one sentence each. */
export function sftpFaults(
  url: string,
  settings: SftpSettings,
  { label, connection }: { readonly label: string; readonly connection: string },
): readonly string[] {
  const { username, password, key, passphrase, hostKey } = settings
  const place = located(url, connection !== '')
  const keys = readHostKeys(hostKey)
  const said = [username, password, key, passphrase, hostKey].some((text) => text !== '')
  return [
    ...('fault' in place ? [`${label} ${place.fault}`] : []),
    ...('fault' in keys && !hostKey.includes('${') ? [`Host Key ("hostKey") ${keys.fault}`] : []),
    ...(connection !== '' && said
      ? [
          'Connection provides the credentials and the host key: leave Username, Password, SFTP Key and Host Key out',
        ]
      : []),
    ...(connection === '' && 'user' in place && place.user + username === ''
      ? ['Username ("username") is missing: the user of the SFTP server']
      : []),
  ]
}

/**
 * The folder that a step names, with the values of its secrets. `settings` have no faults. Throws StoreError.
 */
export async function sftpFolderOf(
  context: FileContext,
  {
    url,
    sftp,
    connection,
  }: {
    readonly url: string
    readonly sftp: SftpSettings
    readonly connection: ResolvedConnection | undefined
  },
): Promise<SftpFolder> {
  const place = located(url, connection !== undefined)
  if ('fault' in place) throw new StoreError(place.fault)
  const { fromHome, depth } = sftp
  const { folder } = place
  if (connection === undefined)
    return { address: await namedAddress(context, place, sftp), folder, fromHome, depth }
  const address = connectedAddress(connection)
  if ((place.host !== '' && place.host !== address.host) || (place.port ?? address.port) !== address.port)
    throw new StoreError(
      `The connection "${connection.name}" leads to ${address.host}, but the address has ${place.host}: leave the host out`,
    )
  return { address, folder, fromHome, depth }
}

async function namedAddress(
  context: FileContext,
  { host, port = PORT, user }: Located,
  { username, password, key, passphrase, hostKey }: SftpSettings,
): Promise<SftpAddress> {
  const find = async (name: string) => {
    if (name === '') return undefined
    const value = await context.secret(name)
    if (value === undefined)
      throw new StoreError(`There is no secret named "${name}", neither at the runner nor in the project`)
    return value
  }
  return {
    host,
    port,
    user: username || user,
    password: await find(password),
    privateKey: await find(key),
    passphrase: await find(passphrase),
    hostKeys: hostKeysIn(hostKey),
  }
}

/** The address that a connection of the provider SFTP stands for. Throws StoreError. */
export function connectedAddress({ properties }: Pick<ResolvedConnection, 'properties'>): SftpAddress {
  const optional = (name: string) => (properties[name] === undefined ? undefined : String(properties[name]))
  return {
    host: optional('host') ?? '',
    port: Number(properties['port']),
    user: optional('user') ?? '',
    password: optional('password'),
    privateKey: optional('privateKey'),
    passphrase: optional('passphrase'),
    hostKeys: hostKeysIn(optional('hostKey') ?? ''),
  }
}

function hostKeysIn(text: string): readonly string[] {
  const read = readHostKeys(text)
  if ('fault' in read) throw new StoreError(`The host key ${read.fault}`)
  return read.fingerprints
}
