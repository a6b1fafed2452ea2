import { element } from './element.ts'

/** Who sends what is tried. */
export interface Caller {
  /** Headers and credentials of a request with this method. */
  options(method: string, headers: Record<string, string>): RequestInit
}

interface Session {
  readonly name?: string
  readonly userName?: string
  readonly csrfToken?: string
}

/**
 * Shows who sends the requests of the page: the user whose session the browser has, or whose token is typed
 * in. The token stays in the field: it is not kept, and is sent to this origin alone, as the policy of the
 * page allows no other.
 */
export async function createCaller(basePath: string, place: HTMLElement): Promise<Caller> {
  const session = await readSession(basePath)
  const token = element('input', {
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Access token',
    'aria-label': 'Access token',
  })
  const who =
    session === undefined
      ? element(
          'span',
          {},
          'You are not signed in. ',
          element('a', { href: '/sign-in' }, 'Sign in'),
          ' or use a token:',
        )
      : element(
          'span',
          {},
          `Requests are sent as ${session.name ?? session.userName ?? 'you'}, or with a token:`,
        )
  place.replaceChildren(who, ' ', token)
  place.hidden = false

  return {
    options(method, headers) {
      const typed = token.value.trim()
      if (typed !== '')
        return { credentials: 'omit', headers: { ...headers, authorization: `Bearer ${typed}` } }
      const csrfToken = session?.csrfToken
      if (method === 'GET' || csrfToken === undefined) return { credentials: 'same-origin', headers }
      return { credentials: 'same-origin', headers: { ...headers, 'x-csrf-token': csrfToken } }
    },
  }
}

/** Without a session the API answers 401. */
async function readSession(basePath: string): Promise<Session | undefined> {
  const response = await fetch(`${basePath}/v1/session`).catch(() => undefined)
  return response?.ok === true ? ((await response.json()) as Session) : undefined
}
