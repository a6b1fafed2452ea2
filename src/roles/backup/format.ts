import type { AppliedMigration, SequenceState, TableColumns } from '../../db/backup/snapshot.ts'

/**
 * A backup is a tar file: a `Beginning`, the rows of each table as gzip in parts, bundles of
 * hosted repositories in parts, files as they are, and at the end a `Manifest`. A file without the
 * manifest was not written to its end.
 */
export const FORMAT = 1
export const BEGINNING = 'headrace-backup.json'
export const MANIFEST = 'manifest.json'
export const MASTER_KEY = 'master-key'

export interface Beginning {
  readonly format: number
  /** Of the program that made it. */
  readonly version: string
  readonly createdAt: string
  readonly installationId: string
}

export interface TableInBackup extends TableColumns {
  readonly rows: number
  readonly parts: number
}

export interface RepositoryInBackup {
  /** Name of the folder below `git/hosted`. */
  readonly folder: string
  readonly head: string
  readonly parts: number
}

export interface Manifest extends Beginning {
  /** In base64: opens with the right master key only. */
  readonly masterKeyCheck: string
  readonly hasMasterKey: boolean
  readonly schema: readonly AppliedMigration[]
  readonly sequences: readonly SequenceState[]
  readonly tables: readonly TableInBackup[]
  readonly repositories: readonly RepositoryInBackup[]
  /** Folders of files: `files`, and `warehouse` where it was asked for. */
  readonly folders: readonly string[]
  /** SHA-256 of the names, lengths and bytes of everything before the manifest. */
  readonly sha256: string
}

/** The folder of a repository below `git/hosted`, which is named after its project. */
export const isRepositoryFolder = (name: string): boolean => /^[\w-]+\.git$/.test(name)

export const tablePart = (table: string, part: number): string => `database/${table}/${numbered(part)}.gz`
export const repositoryPart = (folder: string, part: number): string =>
  `git/hosted/${folder}/${numbered(part)}.bundle`

const numbered = (part: number): string => String(part).padStart(6, '0')
