import { HeadraceError } from './problem.ts'
import { repeatedly } from './sending.ts'

/** How the client proves who it is: with a token, or with the credential of a program, which gets tokens. */
export type Login = { readonly token: string } | { readonly clientId: string; readonly clientSecret: string }

export interface TokenSource {
  current(signal?: AbortSignal): Promise<string>
  /** A new token, because the server refused the last one; undefined where there is only the one. */
  renewed(signal?: AbortSignal): Promise<string | undefined>
}

/** A token this near to its end is not used any more. */
const MARGIN_MS = 30_000

/** Tokens by client credentials (RFC 6749, section 4.4), kept until shortly before they expire. */
export function tokenSource(origin: string, login: Login): TokenSource {
  if ('token' in login) {
    const { token } = login
    return { current: async () => token, renewed: async () => undefined }
  }
  const { clientId, clientSecret } = login
  let kept: { readonly token: string; readonly until: number } | undefined

  async function renewed(signal?: AbortSignal): Promise<string> {
    const credential = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
    const request = new Request(new URL('/oauth/token', origin), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(credential)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal: signal ?? null,
    })
    const response = await repeatedly(request)
    if (!response.ok) throw new HeadraceError(response, await response.json().catch(() => undefined))
    const answer = (await response.json()) as { access_token: string; expires_in: number }
    kept = { token: answer.access_token, until: Date.now() + answer.expires_in * 1_000 - MARGIN_MS }
    return kept.token
  }

  const current = async (signal?: AbortSignal) =>
    kept !== undefined && Date.now() < kept.until ? kept.token : renewed(signal)
  return { current, renewed }
}
