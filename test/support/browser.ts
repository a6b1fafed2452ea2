/** A browser as far as cookies and redirects go: one jar for each host and port. */
export interface Browser {
  readonly jars: Map<string, Map<string, string>>
  fetch(url: string, options?: RequestInit): Promise<Response>
  /**
   * Follows redirects until `stop` says so, or none is left; answers the last response and where it came
   * from.
   */
  follow(url: string, stop?: (url: URL) => boolean): Promise<{ response: Response; url: URL }>
  cookie(url: string, name: string): string | undefined
}

const MAX_REDIRECTS = 20

export function aBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string) => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }

  async function send(url: string, options: RequestInit = {}): Promise<Response> {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(options.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(url, { ...options, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    return response
  }

  async function follow(start: string, stop: (url: URL) => boolean = () => false) {
    let url = new URL(start)
    for (let i = 0; i < MAX_REDIRECTS; i++) {
      const response = await send(url.href)
      const location = response.headers.get('location')
      if (location === null || response.status < 300 || response.status > 399) return { response, url }
      url = new URL(location, url)
      if (stop(url)) return { response, url }
    }
    throw new Error('Too many redirects')
  }

  return { jars, fetch: send, follow, cookie: (url, name) => jarOf(url).get(name) }
}
