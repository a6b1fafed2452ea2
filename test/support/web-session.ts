import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The cookie of a new browser session of a person. */
export async function signInForCookie(origin: string, person: object): Promise<string> {
  const response = await fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  const cookie = /^headrace_session=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '')?.[1]
  if (cookie === undefined) throw new Error(`No session: ${response.status}`)
  return decodeURIComponent(cookie)
}

/** The same for the first administrator of the platform whose data folder this is. */
export async function sessionCookie(origin: string, folder: string): Promise<string> {
  const { userName, password } = JSON.parse(await readFile(join(folder, 'admin-credentials.json'), 'utf8'))
  return signInForCookie(origin, { userName, password })
}
