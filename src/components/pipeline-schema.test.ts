import { globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { filesOf, pageExamples } from '../../test/support/doc-examples.ts'
import { pipelineNameOf } from '../pipeline/names.ts'
import { readParameters } from '../pipeline/parameters/read-parameters.ts'
import { orchestrationDeclarations, transformationDeclarations } from './declarations.generated.ts'
import { pipelineSchema } from './pipeline-schema.ts'
import { testSchema } from './test-schema.ts'
import { examples } from './transformation/testing/examples.ts'

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false, strictTypes: false })
const fits = {
  orchestration: ajv.compile(pipelineSchema('orchestration')),
  transformation: ajv.compile(pipelineSchema('transformation')),
  test: ajv.compile(testSchema()),
}
type Kind = keyof typeof fits

function faultsOf(kind: Kind, content: unknown): readonly string[] {
  const validate = fits[kind]
  validate(content)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const withComponent = (component: unknown) => ({ pipeline: { components: { It: component } } })

describe('pipelines that can run fit their schema', () => {
  const pages = [
    ...globSync('docs/pipelines/*.md'),
    ...globSync('src/components/orchestration/*/documentation.md'),
  ]
  const shown = pages.flatMap((page) => Object.entries(filesOf(pageExamples(readFileSync(page, 'utf8')))))
  const own = globSync('demo/pipelines/**/*.yaml').map((path) => [path, readFileSync(path, 'utf8')] as const)
  const files = [...shown, ...own].filter(([, text]) => /^pipeline:/m.test(text))

  test('of the demo and of the documentation', () => {
    expect(files.length).toBeGreaterThan(40)
    for (const [path, text] of files) {
      const kind = /^type: "?transformation/m.test(text)
        ? 'transformation'
        : (pipelineNameOf(path)?.kind ?? 'test')
      expect({ path, faults: faultsOf(kind, parse(text)) }).toEqual({ path, faults: [] })
    }
  })

  test('so do tests', () => {
    const blocks = readFileSync('docs/pipelines/tests.md', 'utf8').matchAll(/^```yml\n(.*?)^```/gms)
    const tests = [...blocks].map(([, text = '']) => parse(text))
    expect(tests.map((one) => faultsOf('test', one))).toEqual([[], []])
    expect(faultsOf('test', { ...tests[0], test: { ...tests[0].test, expct: {} } })).toHaveLength(1)
  })

  test('of every transformation component', () => {
    const all = examples()
    expect(all.length).toBeGreaterThan(25)
    for (const { type, number, pieces } of all)
      expect({
        type,
        number,
        faults: faultsOf('transformation', { pipeline: { components: pieces } }),
      }).toEqual({
        type,
        number,
        faults: [],
      })
  })
})

/** What people write into parameters, right or wrong. */
const odd = [
  ...[null, '', ' ', 'x', '${x}', 'a ${x}', 5, 1, true, false, [], ['a'], [5], [null], [['a']]],
  ...[[['a', 'b']], [[['a']]], [{ a: 1 }], ['a', ['b', 'c']], { a: 1 }, { fromGrid: { variable: 'g' } }],
]

interface Property {
  readonly type?: string
  readonly choices?: readonly string[]
}

/** A value that is right. */
const rightValue = ({ type, choices }: Property) =>
  type === 'string' ? (choices?.[0] ?? 'x') : { fromGrid: { variable: 'g', columns: ['a'] } }

describe.each([
  ['orchestration', orchestrationDeclarations],
  ['transformation', transformationDeclarations],
] as const)('parameters of %ss', (kind, declarations) => {
  test('are wrong for the schema exactly where validation finds their shape wrong', () => {
    let compared = 0
    for (const { types, properties } of declarations) {
      const { properties: all = {}, required = [] } = properties as {
        properties?: Record<string, Property>
        required?: string[]
      }
      const given = Object.fromEntries(required.map((key) => [key, rightValue(all[key]!)]))
      for (const [key, { choices = [] }] of Object.entries(all)) {
        const words = choices.flatMap((one) => [one, one.toUpperCase(), ` ${one} `, Number(one), `${one}!`])
        for (const value of [...odd, ...words.filter((one) => !Number.isNaN(one))]) {
          const parameters = { ...given, [key]: value }
          const faults = faultsOf(kind, withComponent({ type: types[0], parameters }))
          const isRight = readParameters(properties, parameters as never).faults.length === 0
          expect({ type: types[0], key, value, fits: faults.length === 0 }).toEqual({
            type: types[0],
            key,
            value,
            fits: isRight,
          })
          compared++
        }
      }
      const missing = faultsOf(kind, withComponent({ type: types[0] }))
      expect({ types, missing: missing.length > 0 }).toEqual({ types, missing: required.length > 0 })
    }
    expect(compared).toBeGreaterThan(1_500)
  })
})

describe('a schema finds', () => {
  test.each([
    ['no pipeline', {}, " must have required property 'pipeline'"],
    [
      'the other kind',
      { type: 'transformation', pipeline: {} },
      '/type must be equal to one of the allowed values',
    ],
    ['a type nobody knows', withComponent({ type: 'strat' }), '/pipeline/components/It/type must be equal'],
    [
      'a component without a type',
      withComponent({}),
      "/pipeline/components/It must have required property 'type'",
    ],
    [
      'a misspelt parameter',
      withComponent({ type: 'print-variables', parameters: { variablesToPrint: [], prefixTxt: 'x' } }),
      '/pipeline/components/It/parameters must NOT have additional properties',
    ],
    [
      'a parameter that is missing',
      withComponent({ type: 'print-variables', parameters: {} }),
      "must have required property 'variablesToPrint'",
    ],
    [
      'a transition on no condition',
      withComponent({ type: 'start', transitions: { sucess: ['A'] } }),
      '/pipeline/components/It/transitions must NOT have additional properties',
    ],
    [
      'a type of no variable',
      { pipeline: { variables: { a: { metadata: { type: 'DATE' } } } } },
      '/pipeline/variables/a/metadata/type must',
    ],
  ])('%s', (_what, content, expected) => {
    expect(faultsOf('orchestration', content)).toContainEqual(expect.stringContaining(expected))
  })

  test('nothing against keys of other platforms, and numbered ones', () => {
    const parameters = { variablesToPrint: [], warehouse: 'x', prefixText2: 'y', componentName: 'It' }
    expect(faultsOf('orchestration', withComponent({ type: 'print-variables', parameters }))).toEqual([])
  })
})
