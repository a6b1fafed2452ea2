import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { grantsFault } from '../../runner/steps/secret-grants.ts'
import { integer, oneOf, text } from './setting-kinds.ts'

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Folders in `HEADRACE_SCRIPT_FOLDERS`. */
export const scriptFoldersIn = (given: string | undefined): readonly string[] =>
  given?.split(':').filter((folder) => folder !== '') ?? []

function scriptFoldersFault(given: string): string | undefined {
  const missing = scriptFoldersIn(given).filter((folder) => !isAbsolute(folder) || !isFolder(folder))
  return missing.length === 0
    ? undefined
    : `must be paths of folders from / on; these are none: ${missing.join(', ')}`
}

/**
 * How far scripts of pipelines reach, and what runners grant to projects. SECURITY.md says what holds where.
 */
export const scriptDeclarations = {
  scripts: oneOf(
    {
      env: 'HEADRACE_SCRIPTS',
      flag: 'scripts',
      usedBy: ['start', 'runner'],
      summary:
        'How scripts run: contained (by bubblewrap or unshare, or name one), shared (with all rights of the ' +
        'runner), off',
    },
    'contained',
    ['contained', 'bubblewrap', 'unshare', 'shared', 'off'],
  ),
  scriptMemoryMib: integer(
    {
      env: 'HEADRACE_SCRIPT_MEMORY_MIB',
      flag: 'script-memory-mib',
      usedBy: ['start', 'runner'],
      summary: 'Maximum memory per process of a contained script in MiB',
    },
    '2048',
    64,
    10_000_000,
  ),
  scriptProcesses: integer(
    {
      env: 'HEADRACE_SCRIPT_PROCESSES',
      flag: 'script-processes',
      usedBy: ['start', 'runner'],
      summary: 'Maximum processes and threads of a contained script',
    },
    '512',
    16,
    100_000,
  ),
  scriptFileMib: integer(
    {
      env: 'HEADRACE_SCRIPT_FILE_MIB',
      flag: 'script-file-mib',
      usedBy: ['start', 'runner'],
      summary: 'Maximum size of a file that a contained script writes in MiB',
    },
    '10240',
    1,
    10_000_000,
  ),
  scriptCpuSeconds: integer(
    {
      env: 'HEADRACE_SCRIPT_CPU_SECONDS',
      flag: 'script-cpu-seconds',
      usedBy: ['start', 'runner'],
      summary: 'Maximum CPU time per process of a contained script in seconds; 0 means no limit',
    },
    '3600',
    0,
    10_000_000,
  ),
  scriptFolders: text(
    {
      env: 'HEADRACE_SCRIPT_FOLDERS',
      flag: 'script-folders',
      usedBy: ['start', 'runner'],
      summary: 'Folders that contained scripts of every project may read, separated by colons',
    },
    undefined,
    scriptFoldersFault,
  ),
  duckdbExtensions: text(
    {
      env: 'HEADRACE_DUCKDB_EXTENSIONS',
      flag: 'duckdb-extensions',
      usedBy: ['start', 'runner'],
      summary:
        "Folder of DuckDB's signed extensions, which lakes need (ducklake, postgres_scanner, httpfs); by default the installed " +
        'package `headrace-duckdb-extensions-…`, if there is one',
    },
    undefined,
    (given) => (isFolder(given) ? undefined : `names no folder: ${given}`),
  ),
  duckdbMemoryMib: integer(
    {
      env: 'HEADRACE_DUCKDB_MEMORY_MIB',
      flag: 'duckdb-memory-mib',
      usedBy: ['start', 'runner'],
      summary:
        "Memory that the statements of one DuckDB file or lake use before they spill to disk, in MiB; 0 means most of the machine's",
    },
    '0',
    0,
    100_000_000,
  ),
  grantSecrets: text(
    {
      env: 'HEADRACE_GRANT_SECRETS',
      flag: 'grant-secrets',
      usedBy: ['start', 'runner'],
      summary:
        "Which projects may use the runner's own secrets: `name=projectId`, `name=projectId/environment` or " +
        '`name=*`, separated by semicolons',
    },
    undefined,
    grantsFault,
  ),
} as const
