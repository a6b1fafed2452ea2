import { expect, test } from 'vitest'
import { type ConnectionDefinition, readDefinition, withOverride } from './definition.ts'
import { resolveConnection } from './resolve.ts'

const masked: string[] = []
const secrets = (values: Readonly<Record<string, string>>) => ({
  get: async (name: string) => values[name],
  mask: (value: string) => void masked.push(value),
})
const definition: ConnectionDefinition = {
  name: 'models',
  authProvider: 'OPENAI_COMPATIBLE',
  authType: 'API_KEY',
  properties: { baseUrl: { value: 'https://models.example.com/v1' }, apiKey: { secretName: 'models_key' } },
}
const own = (properties: ConnectionDefinition['properties']): ConnectionDefinition => ({
  ...definition,
  properties: withOverride(definition.properties, properties),
})

test('secrets become values, which are masked, and what is left out is absent', async () => {
  expect(await resolveConnection(definition, secrets({ models_key: 'sk-hidden' }))).toEqual({
    name: 'models',
    authProvider: 'OPENAI_COMPATIBLE',
    authType: 'API_KEY',
    properties: { baseUrl: 'https://models.example.com/v1', apiKey: 'sk-hidden' },
  })
  expect(masked).toContain('sk-hidden')
})

test('an override replaces a property and leaves the others', async () => {
  const overridden = own({ baseUrl: { value: 'http://localhost:11434/v1' } })
  const { properties } = await resolveConnection(overridden, secrets({ models_key: 'k' }))
  expect(properties).toEqual({ baseUrl: 'http://localhost:11434/v1', apiKey: 'k' })
})

test('defaults are filled in, and values have the types of their properties', async () => {
  const server = {
    host: { value: 'db' },
    database: { value: 'd' },
    user: { value: 'u' },
    ssl: { value: 'true' },
  }
  const mysql = { name: 'shop', authProvider: 'MYSQL', authType: 'USER_PASSWORD' }
  const { properties } = await resolveConnection({ ...mysql, properties: server }, secrets({}))
  expect(properties).toEqual({ host: 'db', port: 3306, database: 'd', user: 'u', ssl: true })
})

test.each([
  ['a secret that does not exist', definition, 'There is no secret named "models_key"'],
  ['a value where only a secret may be', own({ apiKey: { value: 'sk-written' } }), 'must name a secret'],
  ['a required property that is empty', own({ baseUrl: { value: '' } }), 'lacks its property baseUrl'],
  [
    'a value that does not fit',
    own({ baseUrl: { value: 'file:///etc' } }),
    'property baseUrl of the connection models must be',
  ],
  [
    'a kind from another version',
    { ...definition, authProvider: 'ORACLE' },
    'does not know (ORACLE, API_KEY): update the runner',
  ],
])('%s is named, and no value is shown', async (_, wanted, message) => {
  const resolving = resolveConnection(wanted, secrets({ other: 'x' }))
  await expect(resolving).rejects.toThrow(message)
  await expect(resolving).rejects.not.toThrow('sk-written')
})

test('a member that a secret does not have is named, and the secret is not shown', async () => {
  const keyed = own({ apiKey: { secretName: 'all', secretKey: 'key' } })
  const { properties } = await resolveConnection(keyed, secrets({ all: '{"key": "sk-1"}' }))
  expect([properties['apiKey'], masked.at(-1)]).toEqual(['sk-1', 'sk-1'])
  for (const text of ['sk-plain', '{"another": "sk-2"}', '{"key": {}}'])
    await expect(resolveConnection(keyed, secrets({ all: text }))).rejects.toThrow(
      'The secret "all" is not a JSON object with a text or number in its member "key"',
    )
})

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['1.10', '1.10'],
  ['true', 'true'],
])('the member %s of a secret is what is written there', async (written, value) => {
  const keyed = own({ apiKey: { secretName: 'all', secretKey: 'key' } })
  const { properties } = await resolveConnection(keyed, secrets({ all: `{"key": ${written}}` }))
  expect([properties['apiKey'], masked.at(-1)]).toEqual([value, value])
})

test('a definition of another form is refused', () => {
  expect(() => readDefinition({ name: 'x' })).toThrow('update the runner')
  expect(() => readDefinition(null)).toThrow('update the runner')
})
