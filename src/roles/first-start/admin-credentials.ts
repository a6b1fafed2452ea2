import { join } from 'node:path'
import { StartupError } from '../../lib/startup-error.ts'
import { writePrivate } from './data-folder.ts'

export interface FirstAdmin {
  readonly clientId: string
  readonly secret: string
  /** Whether the settings stated the secret: who set it knows it, and logs are read by more than those. */
  readonly secretGiven: boolean
  /** Absent when a user with this name existed already. */
  readonly person?: { readonly userName: string; readonly password: string } | undefined
}

/**
 * The first administrator's secrets are shown only once: the operator of the API passes them to its owner.
 */
export interface AdminAnnouncement {
  /**
   * Called before the administrator exists; when it fails none is created, and the next start tries again.
   */
  keep(admin: FirstAdmin): Promise<void>
  /** Called as soon as the administrator exists, before any later part of the start can fail. */
  show(admin: FirstAdmin): void
}

/** Writes the first administrator to the data folder, readable to its owner only, and prints it once. */
export function announceAdmin(folder: string): AdminAnnouncement {
  const path = join(folder, 'admin-credentials.json')

  async function keep({ clientId, secret, person }: FirstAdmin): Promise<void> {
    await writePrivate(path, { clientId, clientSecret: secret, ...person }).catch((error: Error) => {
      throw new StartupError(
        `The first administrator cannot be written to ${path}: ${error.message}. None was created; ` +
          'make the file writable and start again',
      )
    })
  }

  function show({ clientId, secret, secretGiven, person }: FirstAdmin): void {
    const lines = [
      '',
      'First administrator (also in admin-credentials.json of the data folder, readable to you only):',
      `  client id      ${clientId}`,
      `  client secret  ${secretGiven ? 'as HEADRACE_ADMIN_CLIENT_SECRET says' : secret}`,
      ...(person ? [`  user name      ${person.userName}`, `  password       ${person.password}`] : []),
      '',
    ]
    console.log(lines.join('\n'))
  }

  return { keep, show }
}
