/**
 * Why `pattern` names no host: `api.example.com`, `*.example.com`, either with a port. Undefined when it
 * does.
 */
export function hostPatternFault(pattern: string): string | undefined {
  const bare = pattern.replace(/^\*\./, '')
  const url = URL.parse(`https://${bare}`)
  const plain = url !== null && url.href === `https://${url.host}/` && !/[/?#@*\s]/.test(bare)
  const wild = bare !== pattern
  if (plain && !(wild && !/[a-z]/i.test(bare))) return undefined
  return `${pattern} is not a host such as api.example.com, *.example.com or api.example.com:8443`
}

/**
 * Whether a request to `host`, a name with the port when that is not the scheme's own, is among `patterns`. A
 * pattern without a port matches every port, one that begins with `*.` every subdomain.
 */
export const isHostAllowed = (patterns: readonly string[], host: string): boolean =>
  patterns.some((pattern) => {
    const wild = pattern.startsWith('*.')
    const wanted = partsOf(wild ? pattern.slice(2) : pattern)
    const asked = partsOf(host)
    if (wanted === undefined || asked === undefined) return false
    if (wanted.port !== undefined && wanted.port !== asked.port) return false
    return wild ? asked.name.endsWith(`.${wanted.name}`) : asked.name === wanted.name
  })

/**
 * The port as it is written; without scheme its absence says nothing. Names come out in lower case and in
 * ASCII.
 */
function partsOf(host: string): { readonly name: string; readonly port: string | undefined } | undefined {
  const name = URL.parse(`https://${host}`)?.hostname.replace(/\.$/, '')
  return name === undefined ? undefined : { name, port: /:(\d+)$/.exec(host)?.[1] }
}
