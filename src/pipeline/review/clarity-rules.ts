import type { Pipeline } from '../model.ts'
import type { ReviewRule } from './rule.ts'
import { quoted, textsOf } from './texts.ts'

const missingDescription: ReviewRule = {
  id: 'missing-description',
  title: 'Pipelines are described',
  description:
    'A sentence in `metadata.description` tells others what the pipeline is for. Lists and pages show it.',
  advice: 'Describe in metadata.description what the pipeline is for',
  severity: 'warning',
  examples: {
    bad: 'components: {}\n',
    good: 'metadata: { description: Loads the orders of the day }\ncomponents: {}\n',
  },
  *check({ pipeline }) {
    if (pipeline.description.trim() === '') yield { line: 1, message: 'The pipeline has no description' }
  },
}

const undescribedVariable: ReviewRule = {
  id: 'undescribed-variable',
  title: 'Variables that callers set are described',
  description:
    'A PUBLIC variable is part of what a pipeline promises. Its description is what the form for a run shows.',
  advice: 'Describe it, or make it PRIVATE',
  severity: 'warning',
  examples: {
    bad: 'variables:\n  day: { metadata: { type: TEXT, visibility: PUBLIC }, defaultValue: "" }\n',
    good: 'variables:\n  day: { metadata: { type: TEXT, visibility: PUBLIC, description: Day to load }, defaultValue: "" }\n',
  },
  *check({ pipeline }) {
    for (const { name, visibility, description } of pipeline.variables.values()) {
      if (visibility !== 'PUBLIC' || description.trim() !== '') continue
      const line = pipeline.variableLines?.[name] ?? 1
      yield { line, message: `The variable ${quoted(name)} has no description` }
    }
  },
}

const unusedVariable: ReviewRule = {
  id: 'unused-variable',
  title: 'Variables are used',
  description:
    'No component of the pipeline names the variable: not in a parameter, an expression or a script, and not after its run.',
  advice: 'Remove it, or use it',
  severity: 'warning',
  examples: {
    bad: 'variables:\n  day: { metadata: { type: TEXT }, defaultValue: "" }\n',
    good:
      'variables:\n  day: { metadata: { type: TEXT }, defaultValue: "" }\n' +
      'components:\n  Show day: { type: print-variables, parameters: { variablesToPrint: [[day]] } }\n',
  },
  *check({ pipeline }) {
    if (pipeline.variables.size === 0) return
    const text = textOf(pipeline)
    const words = new Set(text.match(/[\p{L}\p{N}_]+/gu))
    for (const { name } of pipeline.variables.values()) {
      if (/^[\p{L}\p{N}_]+$/u.test(name) ? words.has(name) : text.includes(name)) continue
      const line = pipeline.variableLines?.[name] ?? 1
      yield { line, message: `Nothing in the pipeline uses the variable ${quoted(name)}` }
    }
  },
}

/** All that components say, as one text. */
const textOf = ({ components }: Pipeline): string =>
  JSON.stringify(
    [...components.values()].map(({ parameters, postProcessing }) => [parameters, postProcessing]),
  )
    // An escaped line break would become part of the word that follows it.
    .replace(/\\[bfnrt]/g, ' ')

const complexity: ReviewRule = {
  id: 'complexity',
  title: 'Pipelines are easy to grasp',
  description:
    'Many components, or many places where the flow divides (an if, a link on failure, an iterator), are better split into several pipelines ' +
    'that call each other.',
  advice: 'Move a part of it into a separate pipeline',
  severity: 'warning',
  options: {
    maxComponents: { default: 50, description: 'Components of a pipeline' },
    maxDecisions: { default: 20, description: 'Places where the flow divides or repeats' },
  },
  examples: {
    bad: `components:\n${Array.from({ length: 51 }, (_, i) => `  Step ${i}: { type: end-success }\n`).join('')}`,
    good: 'components:\n  Start: { type: start }\n',
  },
  *check({ pipeline }, options) {
    const components = [...pipeline.components.values()]
    const decisions = components.filter(
      ({ type, transitions, iterationTarget }) =>
        type === 'if' || iterationTarget !== undefined || (transitions.failure?.length ?? 0) > 0,
    ).length
    const [maxComponents, maxDecisions] = [Number(options['maxComponents']), Number(options['maxDecisions'])]
    if (components.length > maxComponents)
      yield {
        line: 1,
        message: `The pipeline has ${components.length} components; at most ${maxComponents} are allowed`,
      }
    if (decisions > maxDecisions)
      yield {
        line: 1,
        message: `The flow divides or repeats in ${decisions} places; at most ${maxDecisions} are allowed`,
      }
  },
}

const scriptKeys: ReadonlySet<string> = new Set(['script', 'sqlScript', 'query', 'sqlQuery'])

const longScript: ReviewRule = {
  id: 'long-script',
  title: 'Scripts are short',
  description: 'Long scripts and queries inside a component are hard to review and to test.',
  advice: 'Split it into several components, or move it into a separate file',
  severity: 'warning',
  options: { maxLines: { default: 150, description: 'Lines of one script or query' } },
  examples: {
    bad: `components:\n  Compute: { type: python-script, parameters: { script: "${'pass\\n'.repeat(200)}" } }\n`,
    good: 'components:\n  Compute: { type: python-script, parameters: { script: pass } }\n',
  },
  *check({ pipeline }, options) {
    for (const component of pipeline.components.values())
      for (const { key, text, line } of textsOf(component)) {
        const lines = scriptKeys.has(key) ? text.trimEnd().split('\n').length : 0
        if (lines <= Number(options['maxLines'])) continue
        const { name } = component
        yield {
          line,
          component: name,
          message: `The ${key} of ${quoted(name)} has ${lines} lines; at most ${options['maxLines']} are allowed`,
        }
      }
  },
}

const noTest: ReviewRule = {
  id: 'no-test',
  title: 'Pipelines are tested',
  description:
    'Some [test](../pipelines/tests.md) runs the pipeline, or one that calls it. A project without any test has no findings: the rule ' +
    'is for projects that have begun to test.',
  advice: 'Write a file that ends in .test.yaml and names it in run',
  severity: 'warning',
  beside: {
    path: 'Sales/Load.test.yaml',
    text: 'type: test\ntest: { run: { orchestration: Sales/Load } }\n',
  },
  examples: {
    bad: '# Sales/Export.orch.yaml\ncomponents:\n  Start: { type: start }\n',
    good: '# Sales/Load.orch.yaml\ncomponents:\n  Start: { type: start }\n',
  },
  *check({ pipeline, tested }) {
    if (tested === undefined || tested.has(pipeline.name)) return
    yield { line: 1, message: 'No test runs the pipeline' }
  },
}

export const clarityRules: readonly ReviewRule[] = [
  missingDescription,
  undescribedVariable,
  unusedVariable,
  complexity,
  longScript,
  noTest,
]
