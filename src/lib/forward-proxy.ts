import http from 'node:http'
import https from 'node:https'

type Environment = Readonly<Record<string, string | undefined>>

/** This machine is never reached through a proxy. */
const OWN = 'localhost,127.0.0.1,::1,[::1]'

/**
 * What the environment says of proxies, for Node: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, also in lower
 * case, which goes first. Undefined where it names none.
 */
function proxiesOf(env: Environment): NodeJS.ProcessEnv | undefined {
  const first = (...names: string[]) => names.map((name) => env[name]).find((value) => value?.trim())
  const [ofHttps, ofHttp] = [first('https_proxy', 'HTTPS_PROXY'), first('http_proxy', 'HTTP_PROXY')]
  if (ofHttps === undefined && ofHttp === undefined) return undefined
  const without = [first('no_proxy', 'NO_PROXY'), OWN].filter((text) => text !== undefined).join(',')
  return {
    ...(ofHttps !== undefined && { HTTPS_PROXY: ofHttps }),
    ...(ofHttp !== undefined && { HTTP_PROXY: ofHttp }),
    NO_PROXY: without,
  }
}

/** Makes `fetch` use the proxies that the environment names. Before Node 24.14 it connects directly. */
export function fetchThroughProxies(env: Environment): void {
  const proxies = proxiesOf(env)
  if (proxies !== undefined) http.setGlobalProxyFromEnv?.(proxies)
}

/**
 * Connects to an `https` address through the proxy that the environment names; undefined where it names none,
 * and for addresses without TLS, because few proxies let a WebSocket through without a tunnel. Before Node
 * 24.5 it connects directly.
 */
export function agentThroughProxy(address: string, env: Environment = process.env): https.Agent | undefined {
  const proxyEnv = address.startsWith('https:') ? proxiesOf(env) : undefined
  return proxyEnv && new https.Agent({ proxyEnv })
}
