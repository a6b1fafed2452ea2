import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Where Python really is: the command may be a link, a shim of a version manager, or of a virtual
 * environment.
 */
export interface Interpreter {
  /** As the settings name it. */
  readonly command: string
  readonly executable: string
  /** The folders it reads its library from. */
  readonly folders: readonly string[]
}

const question = 'import sys; print(sys.executable, sys.prefix, sys.base_prefix, sep="\\n")'

/** Asks the interpreter where its files are; undefined when it is not installed. */
export async function findInterpreter(command: string): Promise<Interpreter | undefined> {
  try {
    const { stdout } = await promisify(execFile)(command, ['-I', '-c', question], { timeout: 20_000 })
    const [executable = '', ...folders] = stdout.trim().split('\n')
    const own = folders.filter((folder) => folder !== '/' && folder !== '')
    return executable === '' ? undefined : { command, executable, folders: own }
  } catch {
    return undefined
  }
}
