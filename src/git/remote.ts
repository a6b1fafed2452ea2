import { type AddressPolicy, type RemoteAddress, resolveAddress } from './address.ts'
import { sshCommand } from './environment.ts'

/** A repository that Git talks to: over the network, or a folder that Headrace made itself. */
export type Remote =
  | {
      readonly kind: 'network'
      readonly address: RemoteAddress
      /** Value of the header `Authorization`, for http and https. */
      readonly authorization?: string | undefined
    }
  | { readonly kind: 'folder'; readonly path: string }

/** What a call of `git` needs to reach a remote. */
export interface RemoteCall {
  readonly url: string
  readonly config: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

/**
 * Prepares a call: resolves the host once and pins it, and puts credentials where only this process can read
 * them.
 */
export async function callOf(remote: Remote, policy: AddressPolicy): Promise<RemoteCall> {
  if (remote.kind === 'folder') {
    return { url: remote.path, config: {}, env: { GIT_ALLOW_PROTOCOL: 'file' } }
  }
  const { address, authorization } = remote
  const ip = await resolveAddress(address, policy)
  if (address.protocol === 'ssh:') {
    const pinned = [`HostName=${ip}`, `HostKeyAlias=${address.host}`]
    return { url: address.url, config: {}, env: { GIT_SSH_COMMAND: sshCommand(pinned) } }
  }
  const literal = ip.includes(':') ? `[${ip}]` : ip
  const config: Record<string, string> = {}
  if (address.host !== ip) config['http.curloptResolve'] = `${address.host}:${address.port}:${literal}`
  if (authorization !== undefined) config['http.extraHeader'] = `Authorization: ${authorization}`
  return { url: address.url, config, env: {} }
}

/** HTTP Basic, as Git servers take tokens. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
