import type { Socket } from 'node:net'
import type { Client, ClientErrorExtensions, ConnectConfig, SFTPWrapper } from 'ssh2'
import { AddressRefused } from '../../../lib/outgoing-http.ts'
import { StoreError } from '../object-stores/sender.ts'
import { fingerprintOf } from './host-key.ts'

/** A server, and who signs in. */
export interface SftpAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string | undefined
  readonly privateKey: string | undefined
  readonly passphrase: string | undefined
  /** Fingerprints of the keys that the server may have. */
  readonly hostKeys: readonly string[]
}

export interface SftpTools {
  /** Opens a TCP connection where the policy allows it. */
  readonly connect: (host: string, port: number, signal: AbortSignal) => Promise<Socket>
  readonly signal: AbortSignal
}

/**
 * Waits for one answer of the server; throws when it is too late, and when the connection or the step is
 * over.
 */
export type Ask = <T>(question: Question<T>) => Promise<T>
type Question<T> = (done: (error: Error | null | undefined, value: T) => void) => void

export interface SftpSession {
  readonly sftp: SFTPWrapper
  readonly ask: Ask
  end(): void
}

const REACH_MS = 20_000
const SILENCE_MS = 60_000

/** For messages: `sftp.example.com:22`. */
export const shownHost = ({ host, port }: Pick<SftpAddress, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Signs in at a server whose key is known: neither a password nor a file travels before that is checked.
 * Throws StoreError, or the reason of the signal, which ends the connection whenever it comes.
 */
export async function openSftp(address: SftpAddress, { connect, signal }: SftpTools): Promise<SftpSession> {
  const { default: ssh2 } = await import('ssh2')
  const key = readableKey(address, ssh2.utils.parseKey)
  const socket = await reached(address, connect, signal)
  const client = new ssh2.Client()
  const aborted = () => end(signal.reason)
  const { ask, refuseAll } = createAsking(() => end(new StoreError(tooSilent(address))))
  function end(reason: unknown) {
    signal.removeEventListener('abort', aborted)
    refuseAll(reason)
    client.destroy()
    socket.destroy()
  }
  signal.addEventListener('abort', aborted, { once: true })
  let presented = ''
  client.on('close', () => end(new StoreError(`${shownHost(address)} closed the connection`)))
  client.on('error', (error: Error & ClientErrorExtensions) =>
    end(new StoreError(faultOf(address, error, presented))),
  )
  if (signal.aborted) aborted()
  try {
    await ask<void>((done) => {
      client.once('ready', () => done(null, undefined))
      answerPrompts(client, address)
      client.connect({
        ...configOf(address, key),
        sock: socket,
        hostVerifier: (hostKey: Buffer) => {
          presented = fingerprintOf(hostKey)
          return address.hostKeys.includes(presented)
        },
      })
    })
    return { sftp: await ask<SFTPWrapper>((done) => client.sftp(done)), ask, end: () => end(ended) }
  } catch (error) {
    end(error)
    throw error
  }
}

const ended = new StoreError('The connection was closed')

const tooSilent = (address: SftpAddress): string =>
  `${shownHost(address)} did not answer for ${SILENCE_MS / 1000} s`

/**
 * Asks a server, and waits for each answer until `refuseAll` is called, which refuses later questions too.
 * Answers are not kept: the listing of a large folder has many.
 */
function createAsking(silent: () => void): {
  readonly ask: Ask
  readonly refuseAll: (reason: unknown) => void
} {
  const waiting = new Set<(reason: unknown) => void>()
  let over: { readonly reason: unknown } | undefined
  return {
    async ask<T>(question: Question<T>): Promise<T> {
      if (over !== undefined) throw over.reason
      const timer = setTimeout(silent, SILENCE_MS)
      let refuse = (_: unknown) => {}
      try {
        return await new Promise<T>((resolve, reject) => {
          refuse = reject
          waiting.add(reject)
          question((error, value) => (error ? reject(error) : resolve(value)))
        })
      } finally {
        clearTimeout(timer)
        waiting.delete(refuse)
      }
    },
    refuseAll(reason) {
      over ??= { reason }
      for (const refuse of waiting) refuse(over.reason)
    },
  }
}

function configOf(
  { user, password, passphrase }: SftpAddress,
  privateKey: string | undefined,
): ConnectConfig {
  return {
    username: user,
    ...(password !== undefined && { password, tryKeyboard: true }),
    ...(privateKey !== undefined && { privateKey }),
    ...(privateKey !== undefined && passphrase !== undefined && { passphrase }),
    readyTimeout: REACH_MS,
    // A server that is gone is noticed while it owes nothing, too.
    keepaliveInterval: 10_000,
    keepaliveCountMax: 3,
    // Signatures with SHA-1 prove nothing any more.
    algorithms: { serverHostKey: { remove: ['ssh-rsa', 'ssh-dss'], append: [], prepend: [] } },
  }
}

/** Servers that ask for the password in a dialogue have one prompt. */
function answerPrompts(client: Client, { password }: SftpAddress): void {
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
    finish(prompts.map(() => password ?? '')),
  )
}

function readableKey(
  { privateKey, passphrase }: SftpAddress,
  parse: (key: string, passphrase?: string) => unknown,
): string | undefined {
  if (privateKey === undefined) return undefined
  // Fields of forms lose the line end that the format wants.
  const text = `${privateKey.trim()}\n`
  if (parse(text, passphrase) instanceof Error)
    throw new StoreError(
      'The private key cannot be read: it must be a whole key as OpenSSH or PuTTY writes it, with its passphrase if it has one',
    )
  return text
}

async function reached(
  { host, port }: SftpAddress,
  connect: SftpTools['connect'],
  signal: AbortSignal,
): Promise<Socket> {
  const late = AbortSignal.timeout(REACH_MS)
  try {
    const socket = await connect(host, port, AbortSignal.any([signal, late]))
    // Messages are small, and each waits for its answer.
    return socket.setNoDelay(true)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AddressRefused) throw new StoreError(error.message)
    const reason = late.aborted ? `no answer within ${REACH_MS / 1000} s` : (error as Error).message
    throw new StoreError(`${shownHost({ host, port })} could not be reached: ${reason}`)
  }
}

function faultOf(address: SftpAddress, error: Error & ClientErrorExtensions, presented: string): string {
  const where = shownHost(address)
  if (presented !== '' && address.hostKeys.length === 0)
    return (
      `${where} shows the key ${presented}. Ask the operator of the server whether that is its key, and set it as ` +
      'Host Key: without it, anyone could impersonate the server'
    )
  if (presented !== '' && !address.hostKeys.includes(presented))
    return (
      `${where} shows the key ${presented}, which is not the expected Host Key: someone may be impersonating the server, or it has ` +
      'a new key'
    )
  if (error.level === 'client-authentication')
    return `${where} does not accept the user "${address.user}": check the user, and the password or the key`
  return `${where} could not be used: ${error.message}`
}
