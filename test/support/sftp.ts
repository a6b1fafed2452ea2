import { once } from 'node:events'
import { lstat, open, readdir, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join, posix } from 'node:path'
import ssh2, { type Attributes, type AuthContext, type Connection, type SFTPWrapper } from 'ssh2'
import { fingerprintOf } from '../../src/components/common/sftp/host-key.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

export interface SftpOptions {
  /** What the server shows as its root. */
  readonly root: string
  /** Where the user arrives, below the root. */
  readonly home?: string
  readonly user: string
  readonly password?: string
  /** Asks for the password in a dialogue, as many servers do. */
  readonly asks?: boolean
  /** An OpenSSH public key that may sign in. */
  readonly publicKey?: string
}

/** A server that speaks SSH and SFTP on loopback and reads the files of a folder. */
export async function startSftp(options: SftpOptions) {
  const hostKey = ssh2.utils.generateKeyPairSync('ed25519')
  const clients = new Set<Connection>()
  const state = { signIns: 0, isSilent: false }
  const protocol = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.on('close', () => clients.delete(client))
    client.on('authentication', (context) =>
      mayEnter(context, options) ? context.accept() : refuse(context, options),
    )
    client.on('ready', () => {
      state.signIns++
      client.on('session', (accept) =>
        accept().on('sftp', (acceptSftp) => serve(acceptSftp(), options, state)),
      )
    })
  })
  // What waits for more to send makes each message 40 ms late.
  const server = createServer({ noDelay: true }, (socket) => protocol.injectSocket(socket)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const parsed = ssh2.utils.parseKey(hostKey.public)
  if (parsed instanceof Error) throw parsed
  return {
    port,
    state,
    connections: () => clients.size,
    hostKey: fingerprintOf(parsed.getPublicSSH()),
    publicHostKey: hostKey.public,
    async close() {
      for (const client of clients) client.end()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function mayEnter(context: AuthContext, { user, password, asks, publicKey }: SftpOptions): boolean {
  if (context.username !== user) return false
  if (context.method === 'password') return !asks && password !== undefined && context.password === password
  if (context.method !== 'publickey' || publicKey === undefined) return false
  const allowed = ssh2.utils.parseKey(publicKey)
  if (allowed instanceof Error) throw allowed
  if (!context.key.data.equals(allowed.getPublicSSH())) return false
  if (context.signature === undefined || context.blob === undefined) return true
  return allowed.verify(context.blob, context.signature, context.hashAlgo) === true
}

function refuse(context: AuthContext, { user, password, asks, publicKey }: SftpOptions): void {
  if (asks && context.method === 'keyboard-interactive') {
    context.prompt([{ prompt: 'Password: ', echo: false }], (answers) =>
      context.username === user && answers[0] === password ? context.accept() : context.reject(),
    )
    return
  }
  context.reject([
    ...(asks ? (['keyboard-interactive'] as const) : password === undefined ? [] : (['password'] as const)),
    ...(publicKey === undefined ? [] : (['publickey'] as const)),
  ])
}

interface Handle {
  readonly path: string
  names?: readonly string[]
}

/** Pages of a folder are short, so that clients meet several. */
const PAGE = 2

function serve(sftp: SFTPWrapper, options: SftpOptions, state: { readonly isSilent: boolean }) {
  const handles = new Map<number, Handle>()
  let serial = 0
  const placeOf = (path: string) => join(options.root, posix.resolve(`/${options.home ?? ''}`, path))
  const fail = (request: number) => (error: NodeJS.ErrnoException) =>
    sftp.status(request, error.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.PERMISSION_DENIED)
  const given = (request: number, handle: Handle) => {
    const id = Buffer.alloc(4)
    id.writeUInt32BE(++serial)
    handles.set(serial, handle)
    sftp.handle(request, id)
  }
  const found = (id: Buffer) => handles.get(id.readUInt32BE())!

  sftp.on('REALPATH', (request: number, path: string) =>
    sftp.name(request, [
      { filename: posix.resolve(`/${options.home ?? ''}`, path), longname: '', attrs: {} as Attributes },
    ]),
  )
  sftp.on('OPENDIR', (request: number, path: string) => {
    if (state.isSilent) return
    readdir(placeOf(path)).then(
      (names) => given(request, { path: placeOf(path), names: names.sort() }),
      fail(request),
    )
  })
  sftp.on('READDIR', (request: number, id: Buffer) => {
    const handle = found(id)
    const page = handle.names!.slice(0, PAGE)
    handle.names = handle.names!.slice(PAGE)
    if (page.length === 0) return sftp.status(request, STATUS_CODE.EOF)
    Promise.all(
      page.map(async (filename) => ({
        filename,
        longname: filename,
        attrs: await attributesOf(join(handle.path, filename)),
      })),
    ).then((names) => sftp.name(request, names), fail(request))
  })
  sftp.on('OPEN', (request: number, path: string, flags: number) => {
    if (flags !== OPEN_MODE.READ) return sftp.status(request, STATUS_CODE.PERMISSION_DENIED)
    stat(placeOf(path)).then(() => given(request, { path: placeOf(path) }), fail(request))
  })
  sftp.on('FSTAT', (request: number, id: Buffer) =>
    attributesOf(found(id).path).then((attributes) => sftp.attrs(request, attributes), fail(request)),
  )
  sftp.on('READ', (request: number, id: Buffer, offset: number, length: number) => {
    readAt(found(id).path, offset, length).then(
      (bytes) => (bytes.length === 0 ? sftp.status(request, STATUS_CODE.EOF) : sftp.data(request, bytes)),
      fail(request),
    )
  })
  sftp.on('CLOSE', (request: number, id: Buffer) => {
    handles.delete(id.readUInt32BE())
    sftp.status(request, STATUS_CODE.OK)
  })
}

async function attributesOf(path: string): Promise<Attributes> {
  const { mode, uid, gid, size, atimeMs, mtimeMs } = await lstat(path)
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) }
}

async function readAt(path: string, offset: number, length: number): Promise<Buffer> {
  await using file = await open(path, 'r')
  // Less than was asked for, as servers may answer.
  const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(length, 20_000)), 0, undefined, offset)
  return buffer.subarray(0, bytesRead)
}
