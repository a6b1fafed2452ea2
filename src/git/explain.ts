import { errorText } from '../lib/error-text.ts'
import { RemoteAddressError } from './address.ts'
import { GitError } from './run-git.ts'

const MAX_QUOTED_CHARACTERS = 400

const refusedCredential =
  /authentication failed|could not read (username|password)|HTTP Basic: Access denied|returned error: 401|permission denied \(/i

/** Explanations of Git's messages, the most specific first. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [
    /no space left on device|disk quota exceeded|out of disk/i,
    'The remote has no space left; free some and start again',
  ],
  [
    /protected branch|force.?push|non-fast-forward|GH006|GH013|TF401027|denying non-fast|deny(ing)? deletion|allow_force_push/i,
    'The remote does not allow force pushes; allow them for all branches and start again',
  ],
  [
    /hook declined|GL-HOOK-ERR|rejected by/i,
    'A rule of the remote rejected the push; disable it for the migration and start again',
  ],
  [
    /deny updating a hidden ref/i,
    'The remote reserves some of these refs; delete them from the source and start again',
  ],
  [
    /fsck error|: (hasDotgit|hasDotdot|hasDot|gitmodules\w+|fullPathname|duplicateEntries|treeNotSorted)/i,
    'The history has objects that are rejected as damaged or dangerous; git fsck lists them',
  ],
  [
    /exceed|too large|larger than|pack size limit|GH001/i,
    'The remote rejects objects of this size; shrink the repository or raise the limit',
  ],
  [
    refusedCredential,
    'The remote rejected the credentials; check that the token is valid and has the permission',
  ],
  [/returned error: 403/i, 'The remote denied access; check the permissions of the token'],
  [
    /repository .* not found|returned error: 404|does not (appear to be a git repository|exist)/i,
    'The remote has no such repository, or the credentials may not see it',
  ],
  [/could not resolve host/i, 'The host of the remote cannot be found'],
  [
    /connection refused|failed to connect|couldn't connect|connection timed out/i,
    'The remote cannot be reached',
  ],
  [
    /operation too slow|less than \d+ bytes\/sec/i,
    'The remote stopped responding; start again when it has recovered',
  ],
  [/host key verification failed/i, "The host's ssh key is not known to the server; add it to known_hosts"],
  [/certificate|ssl/i, 'The certificate of the remote is not valid'],
  [
    /hung up|early eof|rpc failed|connection reset|empty reply/i,
    'The remote closed the connection; start again when it has recovered',
  ],
]

const ownReasons = {
  'timed-out': 'It timed out; the remote may be hanging. Start again when it has recovered',
  'too-much-output': 'Git returned more output than the limit',
  'not-started': 'The git program could not be started on the server',
  stopped: 'It was stopped',
  exited: undefined,
} as const

/**
 * One or two sentences about a failed call of Git: what it means, what to do, and what was said, shortened.
 */
export function explainGit(error: unknown): string {
  if (error instanceof RemoteAddressError) return error.message
  if (!(error instanceof GitError)) return errorText(error)
  const said = [error.stderr, error.stdout].join('\n')
  const meaning = ownReasons[error.kind] ?? meanings.find(([pattern]) => pattern.test(said))?.[1]
  const quoted = tellingLines(said)
  if (quoted === '') return `${meaning ?? 'Git failed without a message'}.`
  return `${meaning ?? 'Git failed'}. It said: ${quoted}`
}

/** The lines that say why, without progress and without what Git always adds. */
function tellingLines(said: string): string {
  const lines = said
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^remote:\s*/, '').trim())
    .filter((line) => /^(fatal|error|!|GitLab|GH0|TF4|\[)|reject|declin|denied|space left/i.test(line))
    .filter((line) => !/failed to push some refs|the remote end hung up unexpectedly$/i.test(line))
  const text = [...new Set(lines)].join(' | ')
  const shown =
    text === ''
      ? said
          .trim()
          .split(/[\r\n]+/)
          .at(-1)!
      : text
  return shown.length > MAX_QUOTED_CHARACTERS ? `${shown.slice(0, MAX_QUOTED_CHARACTERS)}…` : shown
}

/** Whether the remote does not know the credentials; not whether they are too weak. */
export const isRefusedCredential = (error: unknown): boolean =>
  error instanceof GitError && refusedCredential.test(error.stderr)

/** Whether the failure comes from the remote or the network, not from this server. */
export const isRemoteFailure = (error: unknown): boolean =>
  error instanceof RemoteAddressError || (error instanceof GitError && error.kind !== 'not-started')
