import { describe, expect, test } from 'vitest'
import type { ComponentCatalog } from './catalog.ts'
import { type SourceFile, validateProject } from './validate.ts'

/** A small catalog: `work` must have a `good` parameter, `in` and `out` begin and end a transformation. */
const catalog: ComponentCatalog = {
  parameterFaults: ({ type, parameters }, { warehouse }) => {
    if (type === 'work' && parameters['good'] === false)
      return [{ message: `good must be true on ${warehouse}`, path: ['good'] as const }]
    return ['work', 'in', 'step', 'out'].includes(type) ? [] : undefined
  },
  links: (type) =>
    ({
      in: { incoming: 'none', outgoing: 'many' } as const,
      step: { incoming: 'one', outgoing: 'many' } as const,
      out: { incoming: 'one', outgoing: 'none' } as const,
    })[type],
  namedVariables: ({ parameters: { variableToIterate: name } }) =>
    typeof name === 'string' ? [{ name, kind: 'scalar', path: ['variableToIterate'] }] : [],
}

const file = (path: string, components: string, rest = ''): SourceFile => ({
  path,
  text: `pipeline:\n  components:\n${components.trim().replaceAll(/^\s*/gm, '    ')}\n${rest}`,
})
const faultsOf = (...files: SourceFile[]) => validateProject(files, catalog, { warehouse: 'DUCKDB' })

/** The faults of one orchestration as `line severity rule`; its first component is in line 3. */
const rules = (components: string, rest = '') =>
  faultsOf(file('p.orch.yaml', components, rest)).map(
    (fault) => `${fault.line} ${fault.severity} ${fault.rule}`,
  )
const start = (...to: string[]) =>
  `Start: { type: start, transitions: { unconditional: [${to.join(', ')}] } }`

test('a sound project has no faults', () => {
  const main = `
    ${start('A', 'Each')}
    A: { type: work, transitions: { success: [If], failure: [Both] } }
    If: { type: if, transitions: { 'true': [Either], 'false': [Either], failure: [Bad] } }
    Either: { type: or, transitions: { unconditional: [Both] } }
    Both: { type: and, transitions: { success: [End] } }
    End: { type: end-success }
    Bad: { type: end-failure }
    Each: { type: loop-iterator, iterationTarget: Again }
    Again: { type: retry, iterationTarget: Call }
    Call: { type: run-transformation, parameters: { transformationJob: x/t.tran.yaml, a: '\${v} \${ w }' } }`
  const variables =
    '  variables:\n    v: { metadata: { type: TEXT } }\n    w: { metadata: { type: NUMBER } }\n'
  const flow = `
    I: { type: in }
    S: { type: step, sources: [I] }
    J: { type: join, sources: [I, S] }
    O: { type: out, sources: [S] }`
  const found = faultsOf(file('main.orch.yaml', main, variables), file('x/t.tran.yaml', flow))
  expect(found.map((fault) => [fault.rule, fault.component])).toEqual([['unknown-component-type', 'J']])
})

describe('components', () => {
  test('an unknown type is a warning, for only that component fails', () => {
    expect(rules(`${start('A')}\nA: { type: teleport }`)).toEqual(['4 warning unknown-component-type'])
  })

  test('types of the language are known whether or not the catalog lists them', () => {
    expect(rules(`${start('A')}\nA: { type: end-success }`)).toEqual([])
  })

  test('violations from the catalog are errors at the component; the catalog gets the warehouse', () => {
    const [fault] = faultsOf(
      file('p.orch.yaml', `${start('A')}\nA: { type: work, parameters: { good: false } }`),
    )
    expect(fault).toEqual({
      severity: 'error',
      file: 'p.orch.yaml',
      line: 4,
      component: 'A',
      paths: [['good']],
      rule: 'invalid-parameter',
      message: '"A": good must be true on DUCKDB',
    })
  })
})

describe('links of an orchestration', () => {
  test.each([
    ['to a component that does not exist', [start('Gone')], '3 error unknown-transition-target'],
    ['no start', ['A: { type: work }'], '1 error missing-start'],
    ['a second start', [start('A'), 'S2: { type: start }', 'A: { type: work }'], '4 error several-starts'],
    [
      'two links into one component',
      [start('A', 'B'), 'A: { type: work, transitions: { success: [B] } }', 'B: { type: work }'],
      '5 error several-incoming-links',
    ],
    [
      'two conditions into one component',
      [start('A'), 'A: { type: work, transitions: { success: [B], failure: [B] } }', 'B: { type: work }'],
      '5 error several-incoming-links',
    ],
    [
      'an end that leads on',
      [start('A'), 'A: { type: end-failure, transitions: { success: [B] } }', 'B: { type: work }'],
      '4 error outgoing-link',
    ],
    [
      'what nothing leads to',
      [start('A'), 'A: { type: work }', 'B: { type: work }'],
      '5 warning unreachable-component',
    ],
    [
      'true on what is not an if',
      [start('A'), "A: { type: work, transitions: { 'true': [B] } }", 'B: { type: work }'],
      '4 error branch-without-if',
    ],
    ['sources', [start('A'), 'A: { type: work, sources: [Start] }'], '4 warning misplaced-links'],
  ])('%s: reported', (_, components, expected) => {
    expect(rules(components.join('\n'))).toEqual([expected])
  })

  test('into start: reported, together with the ring it closes', () => {
    const components = `${start('A')}\nA: { type: work, transitions: { success: [Start] } }`
    expect(rules(components)).toEqual(['3 error incoming-link', '3 error cycle'])
  })

  test('a ring is reported once, with the way round', () => {
    const ring = `${start('O')}
      O: { type: or, transitions: { unconditional: [A] } }
      A: { type: work, transitions: { success: [O] } }`
    const found = faultsOf(file('p.orch.yaml', ring))
    expect(found.map((fault) => fault.message)).toEqual(['The links form a cycle: "O" → "A" → "O"'])
  })
})

describe('links of a transformation', () => {
  test('what is skipped needs one source, whose rows it hands on', () => {
    const skippedWith = (sources: string) =>
      faultsOf(
        file(
          't.tran.yaml',
          `I: { type: in }\nJ: { type: in }\nS: { type: join, skipped: true, sources: [${sources}] }\nO: { type: out, sources: [S] }`,
        ),
      ).filter(({ rule }) => rule === 'skipped-without-source')
    expect(skippedWith('I')).toEqual([])
    expect(skippedWith('I, J')).toMatchObject([
      {
        severity: 'error',
        component: 'S',
        message: '"S" is skipped and has 2 sources: only the rows of a single source can be handed on',
      },
    ])
  })

  test.each([
    ['an unknown source', 'A: { type: step, sources: [Gone] }', 'unknown-source'],
    ['a step without source', 'A: { type: step }', 'missing-source'],
    [
      'two sources where one is allowed',
      'I: { type: in }\nJ: { type: in }\nA: { type: step, sources: [I, J] }',
      'several-incoming-links',
    ],
    ['a source into an input', 'I: { type: in }\nJ: { type: in, sources: [I] }', 'incoming-link'],
    [
      'a sink as a source',
      'I: { type: in }\nO: { type: out, sources: [I] }\nA: { type: step, sources: [O] }',
      'outgoing-link',
    ],
    ['a ring', 'A: { type: step, sources: [B] }\nB: { type: step, sources: [A] }', 'cycle'],
    ['transitions', 'I: { type: in, transitions: { success: [I] } }', 'misplaced-links'],
  ])('%s: reported', (_, components, rule) => {
    expect(faultsOf(file('t.tran.yaml', components)).map((fault) => fault.rule)).toEqual([rule])
  })
})

describe('iterators and retry', () => {
  test.each([
    ['wraps nothing', 'R: { type: retry }', ['4 error missing-iteration-target']],
    [
      'wraps what does not exist',
      'R: { type: retry, iterationTarget: Gone }',
      ['4 error unknown-iteration-target'],
    ],
    [
      'wraps an end',
      'R: { type: retry, iterationTarget: E }\nE: { type: end-success }',
      ['4 error invalid-iteration-target'],
    ],
    [
      'wraps itself',
      'R: { type: retry, iterationTarget: R }',
      ['4 error cycle', '4 error linked-iteration-target'],
    ],
  ])('one that %s is reported', (_, components, expected) => {
    expect(rules(`${start('R')}\n${components}`)).toEqual(expected)
  })

  test('a component wrapped twice is reported at the second', () => {
    const twice =
      'R: { type: retry, iterationTarget: W }\nL: { type: retry, iterationTarget: W }\nW: { type: work }'
    expect(rules(`${start('R', 'L')}\n${twice}`)).toEqual(['5 error wrapped-twice'])
  })

  test('a wrapped component has no links of its own', () => {
    const linked =
      'R: { type: retry, iterationTarget: W }\nW: { type: work, transitions: { success: [V] } }\n' +
      'V: { type: work }'
    expect(rules(`${start('R', 'W')}\n${linked}`)).toEqual([
      '5 error linked-iteration-target',
      '5 error linked-iteration-target',
    ])
  })

  test('parameters that the flow reads take a value or the name of a variable, no other expression', () => {
    const retries = (times: string) =>
      rules(
        `${start('R')}\nR: { type: retry, iterationTarget: W, parameters: { numberOfRetries: '${times}' } }\nW: { type: work }`,
        '  variables:\n    n: { metadata: { type: NUMBER } }\n',
      )
    expect(retries('${n + 1}')).toEqual(['4 error unreadable-flow-parameter'])
    expect(retries('${ n }')).toEqual([])
  })

  test('${n-1} is a name where there may be a variable of that name, and else a subtraction', () => {
    const components = `${start('R')}\nR: { type: retry, iterationTarget: W, parameters: { numberOfRetries: '\${n-1}' } }\nW: { type: work }`
    const found = (projectVariables?: readonly string[], ofPipeline = 'n') =>
      validateProject(
        [
          file(
            'p.orch.yaml',
            components,
            `  variables:\n    ${ofPipeline}: { metadata: { type: NUMBER } }\n`,
          ),
        ],
        catalog,
        {
          projectVariables:
            projectVariables &&
            new Map(projectVariables.map((name) => [name, { type: 'NUMBER', columns: [] }])),
        },
      ).map(({ rule }) => rule)
    expect(found(['n'])).toEqual(['unreadable-flow-parameter'])
    expect(found(['n', 'n-1'])).toEqual([])
    expect(found([], 'n-1')).toEqual(['invalid-variable-name'])
    expect(found()).toEqual([])
  })

  test('a concurrent iterator sets no SHARED variable of the pipeline', () => {
    const each = (concurrency: string, name: string) =>
      rules(
        `${start('L')}\nL: { type: loop-iterator, iterationTarget: W, parameters: { concurrency: ${concurrency}, variableToIterate: ${name} } }\nW: { type: work }`,
        '  variables:\n    s: { metadata: { type: TEXT, scope: SHARED } }\n    c: { metadata: { type: TEXT, scope: COPIED } }\n',
      )
    expect(each('Concurrent', 's')).toEqual(['4 error shared-iteration-variable'])
    expect(each('Sequential', 's')).toEqual([])
    expect(each('Concurrent', 'c')).toEqual([])
  })

  test('a target on any other type is a warning', () => {
    expect(rules(`${start('A')}\nA: { type: work, iterationTarget: B }\nB: { type: work }`)).toEqual([
      '4 warning misplaced-iteration-target',
    ])
  })
})

describe('calls of other pipelines', () => {
  const calls = (path: string, target: string, type = 'orchestration') =>
    file(path, `${start('C')}\nC: { type: run-${type}, parameters: { ${type}Job: "${target}" } }`)
  const idle = file('x/idle.orch.yaml', 'Start: { type: start }')

  test.each(['x/idle', 'x/idle.orch.yaml', './x/idle', '${which}/idle'])(
    '%s is found, or not known yet',
    (target) => {
      const errors = faultsOf(calls('a.orch.yaml', target), idle).filter(
        (fault) => fault.severity === 'error',
      )
      expect(errors).toEqual([])
    },
  )

  test('one that does not exist is an error', () => {
    expect(faultsOf(calls('a.orch.yaml', 'idle'), idle)).toMatchObject([
      { line: 4, rule: 'unknown-pipeline', component: 'C' },
    ])
  })

  test('one that exists but cannot be read is not reported as missing', () => {
    const broken = { path: 'b.orch.yaml', text: '"' }
    expect(faultsOf(calls('a.orch.yaml', 'b'), broken).map((fault) => [fault.file, fault.rule])).toEqual([
      ['b.orch.yaml', 'invalid-yaml'],
    ])
  })

  test('an orchestration run as a transformation is an error', () => {
    expect(faultsOf(calls('a.orch.yaml', 'x/idle', 'transformation'), idle)).toMatchObject([
      { rule: 'wrong-pipeline-kind', hint: 'Use run-orchestration' },
    ])
  })

  test('a pipeline that runs itself is an error that names the ring', () => {
    const [fault, ...more] = faultsOf(calls('a.orch.yaml', 'a'))
    expect(more).toEqual([])
    expect(fault).toMatchObject({
      rule: 'recursive-pipeline',
      message: 'The pipeline runs itself: "a" → "a"',
      line: 4,
    })
  })

  test('so is one that does through others, reported once', () => {
    const found = faultsOf(
      calls('c.orch.yaml', 'a'),
      calls('b.orch.yaml', 'c.orch.yaml'),
      calls('a.orch.yaml', 'b'),
    )
    expect(found.map((fault) => [fault.file, fault.rule, fault.message])).toEqual([
      ['a.orch.yaml', 'recursive-pipeline', 'The pipeline runs itself: "a" → "b" → "c" → "a"'],
    ])
  })

  test('two files of one name are an error', () => {
    const flow = file('x/idle.tran.yaml', 'I: { type: in }')
    expect(faultsOf(idle, flow)).toMatchObject([
      { file: 'x/idle.tran.yaml', rule: 'duplicate-pipeline-name' },
    ])
  })
})

describe('variables', () => {
  test('plain uses of what is not declared are warnings, once a component and name', () => {
    const uses = `${start('A')}
      A: { type: work, parameters: { q: 'x \${a} \${a}', deep: [[{ k: '\${b}' }]], n: 1 } }`
    const found = faultsOf(file('p.orch.yaml', uses, '  variables: { a: { metadata: { type: TEXT } } }\n'))
    expect(found).toMatchObject([{ severity: 'warning', rule: 'undefined-variable', line: 4 }])
    expect(found[0]!.message).toContain('"b"')
  })

  test('post-processing counts: names it sets and names it reads', () => {
    const uses = `${start('A', 'B')}
      A: { type: work, postProcessing: { updateScalarVariables: [[a, '\${b}']] } }
      B: { type: work, postProcessing: { updateOutputMessage: '\${c}' } }`
    const named = faultsOf(file('p.orch.yaml', uses)).map(
      (fault) => fault.message.match(/variable "(\w)"/)?.[1],
    )
    expect(named.sort()).toEqual(['a', 'b', 'c'])
  })

  test('expressions, system variables and the text of scripts are left alone', () => {
    const uses = `${start('A')}
      A: { type: work, parameters: { q: '\${a + b} \${sysvar.project.id}', script: 'echo \${HOME}' } }`
    expect(rules(uses)).toEqual([])
  })
})

test('faults come in the order of files and lines, whatever the order of the files given', () => {
  const b = file('b.orch.yaml', `${start('A', 'Gone')}\nA: { type: teleport }\nB: { type: work }`)
  const a = file('a.orch.yaml', "A: { type: work, parameters: { q: '${x}' } }")
  const notes = { path: 'README.md', text: '# [' }
  const places = faultsOf(b, notes, a).map((fault) => `${fault.file} ${fault.line}`)
  expect(places).toEqual([
    'a.orch.yaml 1',
    'a.orch.yaml 3',
    'b.orch.yaml 3',
    'b.orch.yaml 4',
    'b.orch.yaml 5',
  ])
  expect(faultsOf(a, b)).toEqual(faultsOf(b, a))
})

test('a large project is checked in time that grows with its size', () => {
  const chain = Array.from(
    { length: 5_000 },
    (_, n) => `C${n}: { type: work, transitions: { success: [C${n + 1}] } }`,
  )
  const found = faultsOf(file('p.orch.yaml', [start('C0'), ...chain, 'C5000: { type: work }'].join('\n')))
  expect(found).toEqual([])
}, 20_000)
