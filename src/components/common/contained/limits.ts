/** What one script may use. Memory, file size and CPU time count for each of its processes. */
export interface ScriptLimits {
  readonly memoryMib: number
  readonly processes: number
  readonly fileMib: number
  /** 0 is no limit. */
  readonly cpuSeconds: number
}

const MIB = 1024 * 1024

/**
 * Arguments of `prlimit`. Memory is what a process may write to (RLIMIT_DATA), not the addresses it reserves:
 * runtimes such as Java and Node reserve many times what they use.
 */
export const limitArguments = (limits: ScriptLimits): readonly string[] => [
  `--data=${limits.memoryMib * MIB}`,
  `--nproc=${limits.processes}`,
  `--fsize=${limits.fileMib * MIB}`,
  // The soft limit first, so that the script ends with SIGXCPU, which says why.
  ...(limits.cpuSeconds > 0 ? [`--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 5}`] : []),
  '--core=0',
]

const SIGXCPU = 24
const SIGXFSZ = 25
const SIGKILL = 9

/**
 * The sentence about the limit that a script has most likely reached, by the signal that ended it (0 for
 * none) and the last line of its errors: the system tells a program, and the program tells us in its own
 * words.
 */
export function limitReached(limits: ScriptLimits, signal: number, lastError: string): string | undefined {
  if (/MemoryError|out of memory|memory exhausted|annot allocate memory|bad_alloc|xmalloc/i.test(lastError))
    return `A process of a script may use ${limits.memoryMib} MiB of memory (HEADRACE_SCRIPT_MEMORY_MIB)`
  if (
    /fork|new thread|BlockingIOError|spawn/i.test(lastError) &&
    /unavailable|interrupted|can't start/i.test(lastError)
  )
    return `A script may have ${limits.processes} processes (HEADRACE_SCRIPT_PROCESSES)`
  if (signal === SIGXFSZ || /file too large|file size limit/i.test(lastError))
    return `A script may write files of up to ${limits.fileMib} MiB (HEADRACE_SCRIPT_FILE_MIB)`
  if (signal === SIGXCPU || /cpu time limit/i.test(lastError))
    return `A process of a script may use ${limits.cpuSeconds} s of CPU time (HEADRACE_SCRIPT_CPU_SECONDS)`
  if (signal === SIGKILL) return 'The system killed it, most likely because memory ran out'
  return undefined
}
