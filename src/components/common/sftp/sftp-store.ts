import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { StoreError } from '../object-stores/sender.ts'
import { bytesOf, entriesIn, type SftpEntry } from './files.ts'
import { openSftp, type SftpAddress, type SftpSession, type SftpTools, shownHost } from './session.ts'

const MAX_DEPTH = 32
/** More are a sign of a folder that is too high up. */
const MAX_ENTRIES = 1_000_000

/** A folder of a server. */
export interface SftpFolder {
  readonly address: SftpAddress
  /** Without slashes around it; empty: where names begin. */
  readonly folder: string
  /** Names begin at the folder in which the user arrives, instead of the root. */
  readonly fromHome: boolean
  /** How many levels of folders below it are looked into; all unless stated. */
  readonly depth?: number | undefined
}

/**
 * The files of a folder and of those below it; links are not followed. Each listing and each file has a
 * connection of its own. All methods throw StoreError or the signal's reason.
 */
export function openSftpFolder(
  { address, folder, fromHome, depth }: SftpFolder,
  tools: SftpTools,
): FileStore {
  const absolute = (path: string) => (fromHome ? path || '.' : `/${path}`)
  const shown = (name: string) => `sftp://${shownHost(address)}/${name}`

  async function* list(): AsyncGenerator<readonly FileEntry[]> {
    const session = await openSftp(address, tools)
    try {
      yield* guarded(below(session, folder))
    } finally {
      session.end()
    }
  }

  async function* below(session: SftpSession, top: string): AsyncGenerator<readonly FileEntry[]> {
    const folders = [{ path: top, level: 0 }]
    let seen = 0
    for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
      const { path, level } = at
      const nameOf = ({ name }: SftpEntry) => (path === '' ? name : `${path}/${name}`)
      for await (const page of entriesIn(session, absolute(path))) {
        seen += page.length
        if (seen > MAX_ENTRIES)
          throw new StoreError(
            `More than ${MAX_ENTRIES} files are below ${shown(top)}: name a folder below it`,
          )
        yield page.filter(({ kind }) => kind === 'file').map((entry) => fileOf(nameOf(entry), entry))
        const inner = level === depth ? [] : page.filter(({ kind }) => kind === 'folder')
        if (level === MAX_DEPTH && inner.length > 0)
          throw new StoreError(`Folders are nested more than ${MAX_DEPTH} deep below ${shown(top)}`)
        folders.push(...inner.map((entry) => ({ path: nameOf(entry), level: level + 1 })))
      }
    }
  }

  async function* read({ name, version }: FileEntry): AsyncGenerator<Buffer> {
    const session = await openSftp(address, tools)
    try {
      yield* guarded(bytesOf(session, absolute(name), version))
    } finally {
      session.end()
    }
  }

  /** What the server says in other words becomes a StoreError that says where. */
  async function* guarded<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
    try {
      yield* values
    } catch (error) {
      tools.signal.throwIfAborted()
      if (error instanceof StoreError) throw error
      throw new StoreError(`${shownHost(address)} could not be read: ${(error as Error).message}`)
    }
  }

  return {
    path: folder === '' ? '' : `${folder}/`,
    shown,
    list,
    read,
    async remove({ name }) {
      throw new StoreError(`${shown(name)} is not removed: steps only read from SFTP`)
    },
  }
}

const fileOf = (name: string, { bytes, modified }: SftpEntry): FileEntry => ({
  name,
  bytes,
  version: `${bytes}-${modified.getTime() / 1000}`,
  modified,
})
