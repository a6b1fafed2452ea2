import { closeSync, readdirSync, readFileSync } from 'node:fs'

const CLOSE_ON_EXEC = 0o2000000

/**
 * Closes what the process that started this one left open by mistake, so that no script inherits it. What
 * this process opens itself closes when a program is started; only what came with it does not.
 */
export function closeInheritedDescriptors(): void {
  if (process.platform !== 'linux' || process.connected) return
  for (const name of readdirSync('/proc/self/fd')) {
    const descriptor = Number(name)
    if (descriptor > 2 && !closesOnExec(descriptor)) closeSync(descriptor)
  }
}

function closesOnExec(descriptor: number): boolean {
  try {
    const [, flags = ''] =
      /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? []
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0
  } catch {
    return true // closed meanwhile: it was the listing's own
  }
}
