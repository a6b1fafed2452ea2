import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePipelineFile } from './parse.ts'

const countOrders = `type: "orchestration"
version: "1.0"
pipeline:
  metadata:
    description: "Counts"
  components:
    Start:
      type: "start"
      transitions: { unconditional: ["Count Orders"] }
      parameters: { componentName: "Start" }
    Count Orders:
      type: "query-to-scalar"
      transitions:
        success:
        - "Any Orders?"
        failure: "Tell Chat"
      skipped: true
      parameters:
        componentName: "Count Orders"
        mode: "Advanced"
        timeout: 360
        strict: true
        empty:
        scalarVariableMapping:
        - - "order_count"
          - "N"
      postProcessing:
        updateScalarVariables:
        - - "last_status"
          - "\${sysvar.thisComponent.status}"
        updateOutputMessage: "counted \${order_count}"
    Again:
      type: "retry"
      iterationTarget: ["Any Orders?"]
    Any Orders?:
      type: "something-of-next-year"
      postProcessing:
        updateScalarVariables:
        updateOutputMessage:
`

const variable = (body: string) =>
  parsePipelineFile('v.orch.yaml', `pipeline:\n  components:\n  variables:\n    v: ${body}\n`)
const defaultOf = (body: string) => variable(body).pipeline?.variables.get('v')?.defaultValue
const rulesOf = (text: string, path = 'p.orch.yaml') =>
  parsePipelineFile(path, text).faults.map((fault) => `${fault.line} ${fault.rule}`)

describe('a well-formed file', () => {
  const { pipeline, faults } = parsePipelineFile('Sales/Count.orch.yaml', countOrders)
  const component = (name: string) => pipeline!.components.get(name)!

  test('has the name of its path, the kind of its ending and no faults', () => {
    expect(faults).toEqual([])
    expect(pipeline).toMatchObject({ name: 'Sales/Count', kind: 'orchestration', description: 'Counts' })
    expect([...pipeline!.components.keys()]).toEqual(['Start', 'Count Orders', 'Again', 'Any Orders?'])
  })

  test('keeps numbers, booleans and nulls of parameters as they are', () => {
    expect(component('Count Orders').parameters).toEqual({
      componentName: 'Count Orders',
      mode: 'Advanced',
      timeout: 360,
      strict: true,
      empty: null,
      scalarVariableMapping: [['order_count', 'N']],
    })
  })

  test('gives links, skipping, post-processing and the line of every component', () => {
    expect(component('Count Orders')).toMatchObject({
      transitions: { success: ['Any Orders?'], failure: ['Tell Chat'] },
      skipped: true,
      postProcessing: {
        updateScalarVariables: [['last_status', '${sysvar.thisComponent.status}']],
        updateOutputMessage: 'counted ${order_count}',
      },
      line: 11,
    })
    expect(component('Again')).toMatchObject({
      iterationTarget: 'Any Orders?',
      transitions: {},
      skipped: false,
    })
  })

  test('may hold unknown types and empty post-processing', () => {
    expect(component('Any Orders?')).toMatchObject({
      type: 'something-of-next-year',
      postProcessing: undefined,
    })
  })
})

test('a number whose text would change stays the text the file states', () => {
  const numbers = '{ a: 007, b: 1.10, c: 12345678901234567890, d: .inf, e: 1.5, f: -3, g: 0x10 }'
  const text = `pipeline: { components: { C: { type: x, parameters: ${numbers} } } }`
  const { pipeline } = parsePipelineFile('p.orch.yaml', text)
  const expected = { a: '007', b: '1.10', c: '12345678901234567890', d: '.inf', e: 1.5, f: -3, g: '0x10' }
  expect(pipeline?.components.get('C')?.parameters).toEqual(expected)
})

test('names like __proto__ are ordinary names', () => {
  const text = 'pipeline: { components: { __proto__: { type: start, parameters: { __proto__: { a: 1 } } } } }'
  const { pipeline } = parsePipelineFile('p.orch.yaml', text)
  expect([...pipeline!.components.keys()]).toEqual(['__proto__'])
  expect(Object.keys(pipeline!.components.get('__proto__')!.parameters)).toEqual(['__proto__'])
  expect(({} as { a?: number }).a).toBeUndefined()
})

describe('default values of variables', () => {
  test.each([
    ['{ metadata: { type: TEXT }, defaultValue: }', ''],
    ['{ metadata: { type: TEXT }, defaultValue: "a" }', 'a'],
    ['{ metadata: { type: TEXT }, defaultValue: 007 }', '007'],
    ['{ metadata: { type: TEXT } }', ''],
    ['{ metadata: { type: NUMBER }, defaultValue: "" }', 0],
    ['{ metadata: { type: NUMBER }, defaultValue: }', 0],
    ['{ metadata: { type: NUMBER }, defaultValue: " 1.50 " }', 1.5],
    ['{ metadata: { type: NUMBER }, defaultValue: -2 }', -2],
    ['{ metadata: { type: GRID, columns: { a: {} } }, defaultValue: }', []],
    [
      '{ metadata: { type: GRID, columns: { a: {}, b: {} } }, defaultValue: [["1", 2], [~]] }',
      [
        ['1', '2'],
        ['', ''],
      ],
    ],
  ])('%s is %j', (body, expected) => {
    expect(variable(body).faults).toEqual([])
    expect(defaultOf(body)).toEqual(expected)
  })

  test('columns of a grid keep their order, also when they look like numbers', () => {
    const body =
      '{ metadata: { type: GRID, columns: { b: {}, "2": {}, "1": {} } }, defaultValue: [[x, y, z]] }'
    expect(variable(body).pipeline?.variables.get('v')?.columns).toEqual(['b', '2', '1'])
  })

  test.each([
    '{ metadata: { type: NUMBER }, defaultValue: "ten" }',
    '{ metadata: { type: NUMBER }, defaultValue: 9007199254740993 }',
    '{ metadata: { type: DATE } }',
    '{ metadata: { type: TEXT, scope: GLOBAL } }',
    '{ metadata: { type: GRID } }',
    '{ metadata: { type: GRID, columns: { a: {} } }, defaultValue: [[1, 2]] }',
    '{ metadata: { type: GRID, columns: { a: {} } }, defaultValue: "x" }',
    '{ metadata: { type: TEXT }, defaultValue: [a] }',
    'text',
  ])('%s is a fault in its line, and the variable exists all the same', (body) => {
    expect(variable(body).faults.map((one) => [one.severity, one.line, one.rule])).toEqual([
      ['error', 4, 'invalid-variable'],
    ])
    expect(variable(body).pipeline?.variables.has('v')).toBe(true)
  })

  test.each(['1st', 'a-b', 'größe', 'class', 'sysvar', '"a b"'])(
    '%s cannot be the name of a variable',
    (name) => {
      const text = `pipeline:\n  variables:\n    ${name}: { metadata: { type: TEXT } }\n`
      expect(rulesOf(text)).toEqual(['3 invalid-variable-name'])
    },
  )
})

describe('a broken file', () => {
  test('gives the line of the fault and no pipeline', () => {
    const { pipeline, faults } = parsePipelineFile('p.orch.yaml', 'pipeline:\n  components:\n    A: "x\n')
    expect(pipeline).toBeUndefined()
    expect(faults[0]).toMatchObject({ severity: 'error', file: 'p.orch.yaml', rule: 'invalid-yaml' })
    expect(faults[0]!.line).toBeGreaterThanOrEqual(3)
  })

  test('a name given twice is a fault at the second, for one of them would be lost', () => {
    const text = 'pipeline:\n  components:\n    A: { type: start }\n    A: { type: or }\n'
    expect(rulesOf(text)).toEqual(['4 duplicate-key'])
  })

  test('a conflict that was not resolved is one fault, and what only looks like one is none', () => {
    const sides = '<<<<<<< HEAD\n    A: { type: or }\n=======\n    B: { type: or }\n>>>>>>> other\n'
    const text = `pipeline:\n  components:\n${sides}    C: { type: or }\n${sides}`
    const { faults } = parsePipelineFile('p.orch.yaml', text)
    expect(faults.map(({ line, message }) => [line, message])).toEqual([
      [3, 'A conflict of a merge is not resolved; it ends in line 7'],
      [9, 'A conflict of a merge is not resolved; it ends in line 13'],
    ])
    const script = sides.replaceAll(/^/gm, '        ')
    expect(rulesOf(`pipeline:\n  metadata:\n    description: |\n${script}  components: {}\n`)).toEqual([])
  })

  test('a merge key, which adds nothing, is a warning at its line', () => {
    const text =
      'pipeline:\n  components:\n    A: &a { type: or, skipped: true }\n    B:\n      <<: *a\n      type: or\n'
    const { faults, pipeline } = parsePipelineFile('p.orch.yaml', text)
    expect(faults).toMatchObject([{ severity: 'warning', line: 5, rule: 'merge-key', component: 'B' }])
    expect(pipeline?.components.get('B')?.skipped).toBe(false)
  })

  test('a key of a component that is not spelt as one is a warning at its line, and other keys are none', () => {
    const text =
      'pipeline:\n  components:\n    A:\n      type: or\n      transition:\n        unconditional: [B]\n      note: mine\n    B:\n      type: or\n      Skipped: true\n'
    const { faults } = parsePipelineFile('p.orch.yaml', text)
    expect(faults.map(({ severity, line, message, hint }) => [severity, line, message, hint])).toEqual([
      [
        'warning',
        5,
        '"A" has the key transition, which has no effect',
        'Did you mean "transitions"? Correct the name, or remove it',
      ],
      [
        'warning',
        10,
        '"B" has the key Skipped, which has no effect',
        'Did you mean "skipped"? Correct the name, or remove it',
      ],
    ])
  })

  test.each([
    ['', '1 missing-pipeline'],
    ['[]', '1 missing-pipeline'],
    ['type: orchestration\npipeline: x', '1 missing-pipeline'],
    ['a: 1\n---\nb: 2', '2 invalid-yaml'],
    ['pipeline: *nowhere', '1 invalid-yaml'],
    ['? [a]\n: 1', '1 invalid-yaml'],
    ['pipeline:\n  components: [A]', '2 invalid-components'],
    ['pipeline:\n  components:\n    A: start', '3 invalid-component'],
    ['pipeline:\n  components:\n    A: {}', '3 missing-component-type'],
    ['pipeline:\n  components:\n    A: { type: x, parameters: [1] }', '3 invalid-parameter'],
    ['pipeline:\n  components:\n    A: { type: x, iterationTarget: [B, C] }', '3 several-iteration-targets'],
    [
      'pipeline:\n  components:\n    A:\n      type: x\n      transitions:\n        sucess: [B]',
      '6 unknown-condition',
    ],
    ['pipeline:\n  components:\n    A: { type: x, transitions: [B] }', '3 invalid-transitions'],
    ['type: transformation\npipeline: {}', '1 kind-mismatch'],
  ])('%j is %s', (text, expected) => expect(rulesOf(text)).toEqual([expected]))

  test('a path that is no pipeline file gives a fault', () => {
    expect(rulesOf('pipeline: {}', 'notes.yaml')).toEqual(['1 not-a-pipeline-file'])
  })
})

describe('files made to do harm', () => {
  test('a file above 1 MiB is refused unread', () => {
    expect(rulesOf(`pipeline: {}\n#${'é'.repeat(600_000)}`)).toEqual(['1 file-too-large'])
  })

  test('aliases that multiply are refused, a few are expanded', () => {
    const levels = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`)
    expect(rulesOf(`a0: &a0 [x]\n${levels.join('\n')}\npipeline: {}`)).toEqual(['2 file-too-complex'])
    const shared = 'pipeline: { components: { A: &a { type: or, parameters: { k: 1 } }, B: *a } }'
    expect(parsePipelineFile('p.orch.yaml', shared).pipeline?.components.get('B')?.parameters).toEqual({
      k: 1,
    })
  })

  test('names and types of components that cannot be keys are refused', () => {
    const named = (name: string, type: string) =>
      rulesOf(`pipeline: { components: { ${name}: { type: ${type} } } }`)
    expect(named('表'.repeat(255), 'x'.repeat(255))).toEqual([])
    expect(named('表'.repeat(256), 'x'.repeat(256))).toEqual(['1 name-too-long', '1 name-too-long'])
  })

  test('a block that holds itself is refused', () => {
    expect(rulesOf('pipeline: &p { components: *p, q: [*p] }')).toEqual(['1 file-too-complex'])
  })

  test.each([
    ['brackets nested a hundred thousand deep', '['.repeat(100_000)],
    ['half a million faults', `[${','.repeat(500_000)}]`],
    ['mappings nested deep', Array.from({ length: 1000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
    ['a hundred thousand keys', Array.from({ length: 100_000 }, (_, n) => `k${n}:`).join('\n')],
    ['a hundred thousand aliases', `a: &a x\nb: [${'*a,'.repeat(100_000)}]`],
  ])(
    '%s do not hang or throw',
    (_, text) => {
      expect(parsePipelineFile('p.orch.yaml', text).pipeline).toBeUndefined()
    },
    20_000,
  )

  test('nesting is reported once, and the stacks of later errors are left as they were', () => {
    const before = Error.stackTraceLimit
    expect(parsePipelineFile('p.orch.yaml', '['.repeat(100_000)).faults).toMatchObject([
      { rule: 'file-too-complex', message: 'The file is nested deeper than 100 levels' },
    ])
    expect(before).toBeGreaterThan(0)
    expect(Error.stackTraceLimit).toBe(before)
  })
})

test('whatever the text, parsing never throws, and no pipeline means a fault', () => {
  const word = fc.constantFrom(
    ...[
      'pipeline:',
      'components:',
      'variables:',
      'type: start',
      'metadata:',
      'A:',
      '- ',
      '&a ',
      '*a',
      '"',
      "'",
      '{',
      '}',
    ],
    ...[
      '[',
      ']',
      '\n',
      '\n  ',
      '\n    ',
      '\n      ',
      '? ',
      ': ',
      '<<',
      '!!set ',
      '%YAML 1.1\n---\n',
      '|',
      '>',
      '\t',
      '#',
      ',',
    ],
    ...[
      '~',
      '.nan',
      '2001-12-14',
      'transitions:',
      'success:',
      'sources:',
      'defaultValue:',
      'columns:',
      '\u0000',
      '\ud800',
    ],
  )
  const like = fc.array(word, { maxLength: 40 }).map((words) => words.join(''))
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    like,
    like.map((text) => `pipeline:\n  components:\n    ${text}`),
  )
  fc.assert(
    fc.property(anything, (text) => {
      const { pipeline, faults } = parsePipelineFile('p.orch.yaml', text)
      expect(pipeline !== undefined || faults.length > 0).toBe(true)
      expect(faults.every((fault) => fault.line >= 1)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
