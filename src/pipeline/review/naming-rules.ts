import type { Component } from '../model.ts'
import type { Found, Options, ReviewRule } from './rule.ts'
import { quoted } from './texts.ts'

const patternOf = (options: Options): RegExp => new RegExp(`^(?:${options['pattern']})$`, 'u')
const pattern = (value: string) => ({
  pattern: {
    default: value,
    description: 'A regular expression of JavaScript that the whole name must match',
  },
})

const pipelineName: ReviewRule = {
  id: 'pipeline-name',
  title: 'Pipelines have names that can be typed',
  description:
    'The last part of the path, without its ending: letters, digits, `_`, `-`, parentheses and single spaces. Other ' +
    'characters have to be escaped in addresses, shells and schedules.',
  advice: 'Rename the file, and what refers to it',
  severity: 'warning',
  options: pattern('^[\\w()-]+( [\\w()-]+)*$'),
  examples: {
    bad: '# Orders & more!.orch.yaml\ncomponents: {}\n',
    good: '# Load orders.orch.yaml\ncomponents: {}\n',
  },
  *check({ pipeline }, options) {
    const name = pipeline.name.split('/').at(-1)!
    if (patternOf(options).test(name)) return
    yield {
      line: 1,
      message: `The name of the pipeline, ${quoted(name)}, does not match ${options['pattern']}`,
    }
  },
}

/** Their kind says all there is to say. */
const nameless: ReadonlySet<string> = new Set(['start', 'and', 'or', 'end-success', 'end-failure'])

const componentName: ReviewRule = {
  id: 'component-name',
  title: 'Components say what they do',
  description:
    'A name such as "SQL Script 3" or "Table Input" only repeats the type of the component, which is visible anyway. Logs, messages ' +
    'and alerts show nothing but the name. Start, and, or, and the ends need no other name.',
  advice: 'Name it after what it does, for instance "Load orders"',
  severity: 'warning',
  options: pattern('^.+$'),
  examples: {
    bad: 'components:\n  SQL Script 1: { type: sql-script, parameters: { sqlScript: "drop table t" } }\n',
    good: 'components:\n  Drop orders: { type: sql-script, parameters: { sqlScript: "drop table t" } }\n',
  },
  *check({ pipeline, catalog }, options) {
    const wanted = patternOf(options)
    for (const component of pipeline.components.values()) {
      const { name, type, line } = component
      if (nameless.has(type)) continue
      if (isKind(component, catalog.title?.(type)))
        yield found(component, `The name ${quoted(name)} only repeats the type of the component`)
      else if (!wanted.test(name))
        yield {
          line,
          component: name,
          message: `The name ${quoted(name)} does not match ${options['pattern']}`,
        }
    }
  },
}

const found = ({ name, line }: Component, message: string): Found => ({ line, component: name, message })

/** Whether a name is the title or the type of the component, with or without a number. */
function isKind({ name, type }: Component, title: string | undefined): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const given = plain(name.replace(/\s*\(?\d+\)?\s*$/, ''))
  return given !== '' && (given === plain(type) || given === plain(title ?? type))
}

const variableName: ReviewRule = {
  id: 'variable-name',
  title: 'Variables have names that expressions can use',
  description:
    'In a longer expression `order-count` is a subtraction. Letters, digits and `_` work everywhere: in expressions, in scripts and in SQL.',
  advice: 'Rename it, with every use of it',
  severity: 'warning',
  options: pattern('^[A-Za-z_][A-Za-z0-9_]*$'),
  examples: {
    bad: 'variables:\n  order-count: { metadata: { type: NUMBER }, defaultValue: "0" }\n',
    good: 'variables:\n  order_count: { metadata: { type: NUMBER }, defaultValue: "0" }\n',
  },
  *check({ pipeline }, options) {
    const wanted = patternOf(options)
    for (const { name } of pipeline.variables.values()) {
      if (wanted.test(name)) continue
      const message = `The name of the variable ${quoted(name)} does not match ${options['pattern']}`
      yield { line: pipeline.variableLines?.[name] ?? 1, message }
    }
  },
}

export const namingRules: readonly ReviewRule[] = [pipelineName, componentName, variableName]
