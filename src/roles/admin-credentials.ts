import { join } from 'node:path'
import { writePrivate } from './data-folder.ts'

export interface FirstAdmin {
  readonly clientId: string
  readonly secret: string
  /** Absent when there was somebody of that name already. */
  readonly person?: { readonly userName: string; readonly password: string } | undefined
}

/** Shows the credential that the first start made, once, and keeps it in the data folder for its owner. */
export async function announceAdmin(folder: string, admin: FirstAdmin | undefined): Promise<void> {
  if (admin === undefined) return
  const path = join(folder, 'admin-credentials.json')
  const { person } = admin
  await writePrivate(path, {
    ...{ clientId: admin.clientId, clientSecret: admin.secret },
    ...(person && { userName: person.userName, password: person.password }),
  })
  console.log(
    [
      '',
      'First administrator (also in admin-credentials.json of the data folder, readable to you only):',
      `  client id      ${admin.clientId}`,
      `  client secret  ${admin.secret}`,
      ...(person ? [`  user name      ${person.userName}`, `  password       ${person.password}`] : []),
      '',
    ].join('\n'),
  )
}
