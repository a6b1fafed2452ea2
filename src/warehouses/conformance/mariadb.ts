import type { MysqlConnection } from '../connection.ts'
import type { SourceConnection } from '../source-database.ts'
import { newSchema, type TestDatabase } from './databases.ts'

/** Words of standard SQL that tests write, in those of MariaDB. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\bas varchar\((\d+)\)\)/g, 'as char($1))'],
  [/\bas (?:varchar|text)\)/g, 'as char)'],
  [/\bas (?:bigint|integer|boolean)\)/g, 'as signed)'],
  [/\bas timestamp\)/g, 'as datetime(6))'],
  [/\bas double precision\)/g, 'as double)'],
  [/\bas real\)/g, 'as float)'],
  [/ varchar(?=[,)])/g, ' longtext'],
  [
    /\(values\b([^;]*?)\)\s*as\s+(\w+)\s*\(([^)]*)\)/g,
    '(with headrace_given ($3) as (values$1) select * from headrace_given) as $2',
  ],
]

export const speakMariaDb = (sql: string): string =>
  words.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), sql)

/** A server that a test started. */
interface Server {
  readonly connection: SourceConnection
  /** Runs statements as the one who may do everything. */
  execute(sql: string): string
}

/** A database of its own on a server that the test started. */
export const mariaDbOfTests = (server: () => Server): TestDatabase => ({
  name: 'MariaDB',
  async create() {
    const { host, port, user, password, ssl } = server().connection
    const schema = newSchema()
    const connection: MysqlConnection = { type: 'MYSQL', host, port, user, password, ssl, database: schema }
    const drop = `drop database if exists \`${schema}\``
    return { connection, schema, remove: async () => void server().execute(drop) }
  },
  numbers: (end) => `(select cast(seq as signed) as n from seq_0_to_${end - 1}) as numbers`,
  runningSql: (mark) =>
    `select count(*) from information_schema.processlist where info like '%${mark}%' and id <> connection_id()`,
  speak: speakMariaDb,
  truths: ['1', '0'],
})
