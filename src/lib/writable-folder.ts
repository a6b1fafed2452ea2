import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorText } from './error-text.ts'

/**
 * Creates `folder` and what is missing above it with `mode`, and proves that files can be created in it: for
 * root the permission bits say nothing, and a read-only file system shows only when something is written.
 * Throws the system's error.
 */
export async function makeWritableFolder(folder: string, mode: number): Promise<void> {
  await makeFolder(folder, mode)
  const probe = join(folder, `.headrace-${process.pid}-${crypto.randomUUID()}`)
  await using file = await open(probe, 'wx', 0o600)
  await file.close()
  await rm(probe)
}

/**
 * `mkdir` with `recursive` never ends where a file system like /proc answers that the folder above is
 * missing.
 */
async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder), mode)
    await mkdir(folder, { mode })
  }
}

/** Why a folder or a file of it cannot be used, as a person would say it. */
export function folderFault(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return Object.hasOwn(reasons, code) ? `${reasons[code]!()} (${code})` : errorText(error)
}

const reasons: Readonly<Record<string, () => string>> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: () => 'its file system is read-only',
  ENOENT: () => 'its file system takes no new folders or files',
  ENOTDIR: () => 'it is not a folder, or lies below a file',
  ENOSPC: () => 'its disk is full',
  EDQUOT: () => "this account's disk quota is used up",
}

function notAllowed(): string {
  const account =
    process.geteuid === undefined ? 'this account' : `the account with the number ${process.geteuid()}`
  return `${account} may not write there`
}
