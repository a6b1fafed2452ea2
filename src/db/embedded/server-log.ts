import { copyFile, open, stat, truncate } from 'node:fs/promises'

/** What the log may hold before it is moved to `<file>.1`, in bytes. */
const sizeLimitBytes = 4 * 1024 * 1024
const checkEveryMs = 60_000

/**
 * Keeps PostgreSQL's log small: the present file and one before it. PostgreSQL appends to a file it holds
 * open, so the content is copied away and the file emptied. Answers the function that ends the watch.
 */
export function keepSmall(file: string): () => void {
  const timer = setInterval(() => void rotate(file).catch(() => undefined), checkEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Moves the content away when it is over the limit; lines written in that very moment may be lost. */
export async function rotate(file: string, limitBytes = sizeLimitBytes): Promise<void> {
  const size = await sizeOf(file)
  if (size <= limitBytes) return
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

export const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** What was written after the first `offset` bytes, at most the last 16 KiB of it. */
export async function readFrom(file: string, offset: number): Promise<string> {
  const size = await sizeOf(file)
  const start = Math.max(offset, size - 16 * 1024)
  if (size <= start) return ''
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - start), position: start })
  return buffer.toString('utf8', 0, bytesRead)
}
