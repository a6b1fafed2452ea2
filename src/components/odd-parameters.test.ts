import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Parameters } from '../pipeline/model.ts'
import { declaredAssets } from './assets.ts'
import { componentCatalog } from './catalog.ts'
import { orchestrationDeclarations, transformationDeclarations } from './declarations.generated.ts'
import { elsewhereComponents } from './elsewhere/components.ts'

/** What a file may have in the place of anything. */
const odd: readonly unknown[] = [
  ...[null, '', ' ', '%', 'a%b', '\0', '${', '${a}', '__proto__', 'constructor', -1, 1.5, true, {}, { a: 1 }],
  ...['jdbc:postgresql://h/a%b', 'https://h/%zz', 's3://a%/b%', 'azure://a/b/%', 'sftp://%@b', 'file:///%'],
  ...[[], [null], [1], ['a'], [[]], [[null]], [['a', 'b', 'c', 'd']], [{}], [[{}]], [['__proto__', 'Is']]],
  ...[{ fromGrid: null }, { fromGrid: { variable: 'g', columns: ['a'] } }],
  ...[[{ childElements: 'x' }], [{ childElements: [null] }], [{ type: 'Row Count', minimum: {}, name: 5 }]],
  ...['Advanced', 'Basic', 'Yes', 'File', 'SFTP', 'S3', 'HTTPS', 'OAuth'],
]

const declarations = [
  ...orchestrationDeclarations,
  ...transformationDeclarations,
  ...elsewhereComponents.map(({ declaration }) => declaration),
]

function look(type: string, parameters: Parameters): void {
  const rest = { transitions: {}, sources: [], iterationTarget: undefined, postProcessing: undefined }
  const step = { name: 'Step', type, parameters, skipped: false, line: 1, ...rest }
  componentCatalog.parameterFaults(step, {})
  componentCatalog.refusals?.(step, 'CLICKHOUSE')
  componentCatalog.scriptsTransactions?.(step)
  componentCatalog.unknownParameters?.(step)
  componentCatalog.namedVariables?.(step)
  declaredAssets(type, parameters)
}

test.each(declarations.map(({ types: [type], properties }) => [type, properties] as const))(
  'whatever %s is given, validation says what is wrong with it and does not fail itself',
  (type, properties) => {
    const keys = Object.keys((properties as { readonly properties?: object }).properties ?? {})
    for (const key of keys) for (const value of odd) look(type, { [key]: value } as Parameters)
    const parameters = fc.record(Object.fromEntries(keys.map((key) => [key, fc.constantFrom(...odd)])), {
      requiredKeys: [],
    })
    fc.assert(fc.property(parameters, (given) => look(type, given as Parameters)))
  },
)

test('a grid stands in for a list, and not for a text', () => {
  const faults = (key: string) =>
    componentCatalog
      .parameterFaults(
        { type: 's3-load', parameters: { [key]: { fromGrid: { variable: 'g', columns: ['a'] } } } } as never,
        {},
      )
      ?.map(({ message }) => message)
  expect(faults('recordDelimiter')).toContain('Record Delimiter ("recordDelimiter") must be text')
  expect(faults('nullIf')).not.toContainEqual(expect.stringContaining('nullIf'))
})
