import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import type { VariableType, VariableValue, VariableWithOverrides } from './schema.ts'

/**
 * What the API has to be equal to after any sequence of operations: maps and the words of the specification.
 */
interface Known {
  type: VariableType
  behaviour: 'SHARED' | 'COPIED'
  value: VariableValue
  description: string
  columns: readonly string[]
  overrides: Map<string, VariableValue>
}
type Model = Map<string, Known>

const api = useApi()
const environments = ['dev', 'prod']

const name = fc.constantFrom('a', 'B', 'b_1')
const environmentName = fc.constantFrom('dev', 'prod', 'nowhere')
const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => !value.includes('\0'))
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))
const columns = ['x', 'y']
const grid = fc.array(
  fc.tuple(text, text).map(([x, y]) => [x, y]),
  { maxLength: 3 },
)
const value = fc.oneof(text, number, grid) as fc.Arbitrary<VariableValue>
const type = fc.constantFrom('TEXT', 'NUMBER', 'GRID') as fc.Arbitrary<VariableType>
const behaviour = fc.constantFrom('SHARED', 'COPIED') as fc.Arbitrary<'SHARED' | 'COPIED'>

const typeOf = (given: VariableValue): VariableType =>
  typeof given === 'string' ? 'TEXT' : typeof given === 'number' ? 'NUMBER' : 'GRID'
const columnsFor = (wanted: VariableType) => (wanted === 'GRID' ? columns : [])

interface Operation {
  readonly label: string
  /** Applies to the model and says the status that the specification asks for. */
  expected(model: Model): number
  call(path: string): Promise<{ status: number }>
}

const create = fc.record({ name, value, behaviour, description: text }).map((wanted): Operation => {
  const own = { type: typeOf(wanted.value), columns: columnsFor(typeOf(wanted.value)) }
  const { columns: given, ...fields } = { ...wanted, ...own }
  return {
    label: `create ${JSON.stringify(fields)}`,
    expected(model) {
      if (model.has(wanted.name)) return 409
      model.set(wanted.name, { ...wanted, ...own, overrides: new Map() })
      return 201
    },
    call: (path) =>
      api.call('POST', path, { body: { ...fields, ...(given.length > 0 && { columns: given }) } }),
  }
})

const update = fc
  .record({ name, type, behaviour, value: fc.option(value, { nil: undefined }) })
  .map(({ name, type, behaviour, value }): Operation => {
    const body = { type, behaviour, value, ...(type === 'GRID' && { columns }) }
    return {
      label: `update ${name} ${JSON.stringify(body)}`,
      expected(model) {
        const known = model.get(name)
        if (known === undefined) return 404
        const next = value ?? known.value
        if (typeOf(next) !== type) return 400
        if ([...known.overrides.values()].some((one) => typeOf(one) !== type)) return 409
        Object.assign(known, { type, behaviour, value: next, columns: columnsFor(type) })
        return 200
      },
      call: (path) => api.call('PATCH', `${path}/${name}`, { body }),
    }
  })

const remove = name.map(
  (name): Operation => ({
    label: `delete ${name}`,
    expected: (model) => (model.delete(name) ? 204 : 404),
    call: (path) => api.call('DELETE', `${path}/${name}`),
  }),
)

const override = fc
  .record({
    name,
    given: fc.uniqueArray(fc.record({ environmentName, value }), {
      minLength: 1,
      selector: (one) => one.environmentName,
    }),
  })
  .map(
    ({ name, given }): Operation => ({
      label: `override ${name} ${JSON.stringify(given)}`,
      expected(model) {
        const known = model.get(name)
        if (known === undefined) return 404
        for (const { environmentName, value } of given)
          if (environments.includes(environmentName) && typeOf(value) === known.type)
            known.overrides.set(environmentName, value)
        return 200
      },
      call: (path) =>
        api.call('POST', `${path}/${name}/environment-overrides`, { body: { overrides: given } }),
    }),
  )

const removeOverride = fc.record({ name, environmentName }).map(
  ({ name, environmentName }): Operation => ({
    label: `delete override ${name} ${environmentName}`,
    expected: (model) => (model.get(name)?.overrides.delete(environmentName) ? 204 : 404),
    call: (path) => api.call('DELETE', `${path}/${name}/environment-overrides/${environmentName}`),
  }),
)

const operations = fc.array(fc.oneof(create, update, remove, override, removeOverride), {
  minLength: 1,
  maxLength: 20,
})

async function present(path: string): Promise<Model> {
  const { body } = await api.call<{ results: (VariableWithOverrides & { columns?: string[] })[] }>(
    'GET',
    `${path}?include=overrides&size=100`,
  )
  return new Map(
    body.results.map(({ name, type, behaviour, value, description, columns = [], overrides }) => [
      name,
      {
        type,
        behaviour,
        value,
        description,
        columns,
        overrides: new Map(overrides.map((one) => [one.environmentName, one.value])),
      },
    ]),
  )
}

const plain = (model: Model) =>
  [...model]
    .map(([name, { type, behaviour, value, description, columns, overrides }]) => ({
      name,
      type,
      behaviour,
      value,
      description,
      columns,
      overrides: [...overrides].sort(([a], [b]) => (a < b ? -1 : 1)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

test('after any sequence of operations the API and the model are equal', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (sequence) => {
      const { projectId } = await aProject(api, { environments })
      const path = `/v1/projects/${projectId}/variables`
      const model: Model = new Map()
      for (const operation of sequence) {
        const expected = operation.expected(model)
        expect([operation.label, (await operation.call(path)).status]).toEqual([operation.label, expected])
      }
      expect(plain(await present(path))).toEqual(plain(model))
    }),
    { numRuns: 60 },
  )
}, 60_000)
