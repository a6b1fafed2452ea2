import { expect, test } from 'vitest'
import { declarations, readSettings, settingsOf } from './settings.ts'

test('a flag takes precedence over the environment, and the environment over the default', () => {
  const read = (env: Record<string, string>, flags: Record<string, string>) =>
    readSettings(env, flags).settings.port
  expect(read({}, {})).toBe(8080)
  expect(read({ HEADRACE_PORT: '1' }, {})).toBe(1)
  expect(read({ HEADRACE_PORT: '1' }, { port: '2' })).toBe(2)
})

test('every invalid setting is reported at once, as the user wrote it', () => {
  const read = () => readSettings({ HEADRACE_PORT: 'x', HEADRACE_LOG_LEVEL: 'loud' }, { capacity: '0' })
  expect(read).toThrow(/HEADRACE_PORT must be a whole number from 0 to 65535/)
  expect(read).toThrow(/--capacity must be a whole number from 1 to 10000/)
  expect(read).toThrow(/HEADRACE_LOG_LEVEL must be one of debug, info, warn, error/)
})

test('a command refuses only what it reads itself', () => {
  const env = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    HEADRACE_URL: 'https://x.example/',
    HEADRACE_MODEL_NAME: 'alone',
    HEADRACE_CAPACITY: '7',
  }
  const { settings } = readSettings(env, {}, 'backup')
  expect(settings).toMatchObject({ otelExporterOtlpProtocol: 'http/protobuf', capacity: 7 })
  expect(() => readSettings(env, {}, 'start')).toThrow(/OTLP_PROTOCOL(?!.*HEADRACE_URL).*belong together/s)
  expect(() => readSettings(env, {}, 'runner')).toThrow('HEADRACE_URL must be')
})

test.each(['https://x.example/data', 'https://user@x.example', 'https://x.example?a', 'https://x.example/'])(
  'the public URL is not %s: nothing is served below a path',
  (url) => {
    expect(() => readSettings({ HEADRACE_PUBLIC_URL: url }, {})).toThrow(/HEADRACE_PUBLIC_URL must be/)
  },
)

test('variables that no part of the program reads are reported', () => {
  const env = {
    HEADRACE_PROT: '1',
    HEADRACE_SECRET_TOKEN: 's',
    HEADRACE_PORT: '1',
    HEADRACE_TOKEN: 't',
    HEADRACE_PROFILE: 'p',
  }
  expect(readSettings(env, {}).unknownNames).toEqual(['HEADRACE_PROT'])
})

test('the flag of a setting is its name in words: the command line hands it over by that name', () => {
  for (const [name, { flag }] of Object.entries(declarations))
    expect(flag).toBe(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
})

test('a command has the flags of the settings that it reads, and no others', () => {
  expect(settingsOf('runner')).toContain('capacity')
  expect(settingsOf('runner')).not.toContain('port')
  expect(settingsOf('migrate')).not.toContain('capacity')
})

test.each([
  ['postgres://user@h1:5432,h2:5432/db', /DATABASE_URL must name one host/],
  ['postgres://user:a,b@h1,h2/db', /DATABASE_URL must name one host/],
  ['postgres:///db?host=h1,h2', /DATABASE_URL must name one host/],
  ['mysql://user:a,b@host/db', /DATABASE_URL must look like postgres:/],
  ['postgres://user:a,b@:x/db', /DATABASE_URL must look like postgres:/],
])('%s is refused as the address of the database', (url, fault) => {
  expect(() => readSettings({ DATABASE_URL: url }, {})).toThrow(fault)
})

test('the database may be behind a socket, whose password is no flag either', () => {
  const read = (url: string) => readSettings({ DATABASE_URL: url }, {}).settings.databaseUrl
  for (const url of [
    'postgres://me@/db?host=/run',
    'postgres:///db?host=/run',
    'postgres://me:a,b@%2Frun/db',
  ])
    expect(read(url)).toBe(url)
  const flagged = () => readSettings({}, { databaseUrl: 'postgres://me:secret@/db?host=/run' })
  expect(flagged).toThrow('--database-url must not hold a secret')
})

test('folders that are missing are named', () => {
  const env = { HEADRACE_SCRIPT_FOLDERS: '/usr:/nowhere:here', HEADRACE_DUCKDB_EXTENSIONS: '/nowhere' }
  const read = () => readSettings(env, {}, 'runner')
  expect(read).toThrow(
    /HEADRACE_SCRIPT_FOLDERS .*: \/nowhere, here\n.*HEADRACE_DUCKDB_EXTENSIONS .*: \/nowhere$/,
  )
})
