import { percentDecoded } from '../../../lib/percent-encode.ts'
import type { SourceConnection } from '../../../warehouses/source-database.ts'

type Address = Pick<SourceConnection, 'type' | 'host' | 'port' | 'database' | 'ssl' | 'schema'>

const kinds: Readonly<Record<string, { readonly type: SourceConnection['type']; readonly port: number }>> = {
  postgresql: { type: 'POSTGRES', port: 5432 },
  mysql: { type: 'MYSQL', port: 3306 },
  mariadb: { type: 'MYSQL', port: 3306 },
}

const example = 'jdbc:postgresql://db.example.com:5432/shop'

/**
 * Reads the address of a database as its drivers for Java write it, with the options of `more` in place of
 * its own. The options that are known say how to encrypt, and which schema is meant; a fault is one sentence
 * without any value that may be secret.
 */
export function readJdbcUrl(
  text: string,
  more: readonly (readonly string[])[] = [],
): Address | { readonly fault: string } {
  const [, scheme = '', rest = ''] = /^jdbc:([a-z0-9]+):(.*)$/is.exec(text.trim()) ?? []
  const kind = kinds[scheme.toLowerCase()]
  if (kind === undefined) {
    const read = 'PostgreSQL, MySQL and MariaDB can be read'
    return scheme === ''
      ? { fault: `Connection URL ("connectionUrl") is not an address such as ${example}` }
      : { fault: `Connection URL ("connectionUrl") is of a "${scheme}" database; ${read}` }
  }
  const url = URL.parse(`db:${rest}`)
  const database = percentDecoded(url?.pathname.slice(1) ?? '')
  if (url === null || database === undefined)
    return { fault: `Connection URL ("connectionUrl") is not an address such as ${example}` }
  const options = new Map<string, string>()
  for (const [name = '', value = ''] of [...url.searchParams, ...more]) options.set(name.toLowerCase(), value)
  if (url.username !== '' || url.password !== '' || options.has('password') || options.has('user')) {
    return {
      fault:
        'Connection URL ("connectionUrl") contains credentials: set the user as Username, and the name of a secret as Password',
    }
  }
  if (url.hostname === '' || database === '') {
    return { fault: `Connection URL ("connectionUrl") has no host or no database; write it like ${example}` }
  }
  const schema = options.get('currentschema')
  return {
    type: kind.type,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? kind.port : Number(url.port),
    database,
    ssl: isEncrypted(options),
    ...(schema !== undefined && schema !== '' && { schema }),
  }
}

/** Whatever asks for encryption gets it with a check of the certificate: half of it would be none. */
function isEncrypted(options: ReadonlyMap<string, string>): boolean {
  const mode = (options.get('sslmode') ?? '').toLowerCase()
  if (mode !== '') return !['disable', 'disabled', 'allow', 'prefer', 'preferred'].includes(mode)
  return ['ssl', 'usessl', 'requiressl'].some((name) => /^(true|1|)$/i.test(options.get(name) ?? 'no'))
}
