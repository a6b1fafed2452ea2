import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sqlTokens } from '../sql-tokens.ts'

/**
 * PostgreSQL in the place of Redshift, which nobody can install: it is asked in Redshift's words, takes names
 * as Redshift does, and refuses what Redshift's documentation says that it lacks, or does not say that it
 * has. `headrace compile` checks statements with it, and so do tests. It is no judge of what Redshift
 * computes.
 */
export interface StandIn extends AsyncDisposable {
  /** On loopback; users and passwords are those of the PostgreSQL behind it. */
  readonly port: number
}

const lacking: readonly (readonly [RegExp, string])[] = [
  [/\bdiscard\s+all\b/i, 'DISCARD'],
  [/\bsavepoint\b/i, 'SAVEPOINT'],
  [/\bno\s+scroll\b/i, 'NO SCROLL'],
  [/\bcopy\b.*\bfrom\s+stdin\b/is, 'COPY FROM STDIN'],
  [/\blateral\b/i, 'LATERAL'],
  [/\bdelete\s+from\s+[\w."]+\s+(as\b|(?!using\b|where\b)\w)/i, 'aliases of the table of a DELETE'],
  [/\bset\s+not\s+null\b/i, 'SET NOT NULL'],
  [/\bis\s+(not\s+)?distinct\s+from\b/i, 'IS DISTINCT FROM'],
  [/\bstring_agg\b/i, 'STRING_AGG'],
  [/\barray_agg\b|\barray\s*\[/i, 'arrays'],
  [/\bfilter\s*\(\s*where\b/i, 'FILTER'],
  [/\bgenerate_series\b/i, 'GENERATE_SERIES beside tables'],
  [/\bfrom\s*\(\s*values\b|\bjoin\s*\(\s*values\b/i, 'VALUES as a table'],
  [/\bon\s+commit\s+drop\b/i, 'ON COMMIT DROP'],
  [/\bon\s+conflict\b/i, 'ON CONFLICT'],
  [/\bcreate\s+table\b.*\bas\s+table\b/is, 'TABLE as a query'],
  [/\bpg_input_is_valid\b|\bjsonb?\b|\bto_jsonb\b/i, 'jsonb'],
  [/^\s*do\s/i, 'DO'],
  [/\breturning\b/i, 'RETURNING'],
  [/\bmerge\s+into\b/i, 'a MERGE with conditions'],
  [/\bcurrent_timestamp\b|\bnow\(\)/i, 'CURRENT_TIMESTAMP beside tables'],
  [/\bconcat_ws\b/i, 'CONCAT_WS'],
  [/(?<![\w'])e'/i, "texts like E'…'"],
]

/** A schema with functions that PostgreSQL calls otherwise. */
const WORDS = 'redshift_words'

/** The statements that PostgreSQL runs once in a database before it stands in. Two may run them at a time. */
export const standInFunctions: string = [
  'begin',
  'select pg_advisory_xact_lock(7201)',
  `create schema if not exists ${WORDS}`,
  `create or replace function ${WORDS}.json_parse(text) returns jsonb language sql immutable as 'select $1::jsonb'`,
  `create or replace function ${WORDS}.json_serialize(jsonb) returns text language sql immutable as 'select $1::text'`,
  `create or replace function ${WORDS}.from_varbyte(bytea, text) returns text language sql immutable as 'select encode($1, $2)'`,
  `create or replace function ${WORDS}.to_varbyte(text, text) returns bytea language sql immutable as 'select decode($1, $2)'`,
  `create or replace function ${WORDS}.pg_last_query_id() returns integer language sql as 'select 4711'`,
  'commit',
].join(';\n')

const BEFORE = 'rows between unbounded preceding and 1 preceding'

/** The values of a window that are not null, of an expression and a window that a pattern found. */
const valuesOver = (frame: string, element = ''): string =>
  `(array_remove(array_agg($1) over ($3 ${frame}), null))${element}`

/** Texts of Redshift as PostgreSQL says them. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\bgetdate\(\)/gi, 'localtimestamp'],
  [/\bsuper\b/gi, 'jsonb'],
  [/\bvarbyte\b/gi, 'bytea'],
  [/\b(json_parse|json_serialize|from_varbyte|to_varbyte|pg_last_query_id)\(/gi, `${WORDS}.$1(`],
  [/\blistagg\((.*?), ','\) within group \((order by .*?)\)/gis, "string_agg($1, ',' $2)"],
  [/\blistagg\(/gi, 'string_agg('],
  [
    /\blead\(([^()]+), (\d+)\) ignore nulls over \(([^()]*)\)/gi,
    valuesOver('rows between 1 following and unbounded following', '[$2]'),
  ],
  [
    /\blag\(([^()]+), (\d+)\) ignore nulls over \(([^()]*)\)/gi,
    valuesOver(BEFORE, `[cardinality(${valuesOver(BEFORE)}) + 1 - $2]`),
  ],
]

/** Keys are not enforced. Those of other tables stay, so that they are described. */
const withoutKeys = (sql: string): string =>
  /^create table if not exists \S*"?headrace_/i.test(sql)
    ? sql.replaceAll(/,? ?primary key( \(.*?\))?/gi, '')
    : sql

const QUOTED = /'(?:[^'\\]|\\.|'')*'|"(?:[^"]|"")*"/gs

/** The statement as PostgreSQL takes it, or one that fails and says what Redshift lacks. */
function translated(sql: string): string {
  const bare = sql.replaceAll(QUOTED, (text) => (/^'/.test(text) ? "''" : '""'))
  const found = lacking.find(([pattern]) => pattern.test(bare))
  if (found !== undefined)
    return `do $$ begin raise exception 'Redshift has no ${found[1].replaceAll("'", '')}'; end $$`
  // Names are one whatever their case, and are kept in small letters.
  const small = [...sqlTokens(sql, true)].filter(({ text }) => text.startsWith('"'))
  const folded = small.reduceRight(
    (text, { text: name, index }) =>
      `${text.slice(0, index)}${name.toLowerCase()}${text.slice(index + name.length)}`,
    sql,
  )
  return words.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), withoutKeys(folded))
}

/** Takes a client's bytes apart: the first message has no letter in front. */
function messagesOf(
  begin: (message: Buffer) => void,
  take: (message: Buffer) => void,
): (piece: Buffer) => void {
  let kept = Buffer.alloc(0)
  let isFirst = true
  return (piece) => {
    kept = Buffer.concat([kept, piece])
    for (;;) {
      const start = isFirst ? 0 : 1
      if (kept.length < start + 4) return
      const length = start + kept.readInt32BE(start)
      if (kept.length < length) return
      const message = kept.subarray(0, length)
      kept = kept.subarray(length)
      if (isFirst) begin(message)
      else take(message)
      isFirst = false
    }
  }
}

/** Backslashes escape in texts, as on Redshift. */
function startup(message: Buffer): Buffer {
  const more = Buffer.from('standard_conforming_strings\0off\0escape_string_warning\0off\0\0')
  const whole = Buffer.concat([message.subarray(0, -1), more])
  whole.writeInt32BE(whole.length, 0)
  return whole
}

/** The message; of a statement the one that PostgreSQL takes. */
async function rewritten(message: Buffer, replace: Replace): Promise<Buffer> {
  if (String.fromCharCode(message[0]!) !== 'Q') return message
  const text = Buffer.from(`${translated(await replace(message.toString('utf8', 5, message.length - 1)))}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

/** Puts another statement in the place of one, before it is translated. */
type Replace = (sql: string) => Promise<string>

/** Listens in front of the PostgreSQL at this address, whose database has the functions above. */
export async function standInForRedshift(
  host: string,
  port: number,
  replace: Replace = async (sql) => sql,
): Promise<StandIn> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [one, other] of [
      [client, far],
      [far, client],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    far.pipe(client)
    let sent = Promise.resolve()
    const send = (message: Buffer) => {
      sent = sent
        .then(async () => void far.write(await rewritten(message, replace)))
        .catch(() => void client.destroy())
    }
    client.on(
      'data',
      messagesOf((message) => void far.write(startup(message)), send),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
