import { join } from 'node:path'
import { writePrivate } from './data-folder.ts'

/** Shows the credential that the first start made, once, and keeps it in the data folder for its owner. */
export async function announceAdmin(
  folder: string,
  admin: { readonly clientId: string; readonly secret: string } | undefined,
): Promise<void> {
  if (admin === undefined) return
  const path = join(folder, 'admin-credentials.json')
  await writePrivate(path, { clientId: admin.clientId, clientSecret: admin.secret })
  console.log(
    [
      '',
      'First administrator (also in admin-credentials.json of the data folder, readable to you only):',
      `  client id      ${admin.clientId}`,
      `  client secret  ${admin.secret}`,
      '',
    ].join('\n'),
  )
}
