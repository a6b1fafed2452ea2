import type { ReviewRule } from './rule.ts'
import { blankTexts, outsideParentheses, quoted, sqlOf, textsOf } from './texts.ts'

/** What leaves a database or schema to the environment (pipelines.md §1). */
const environmentDefault = '[Environment Default]'

const distinct = String.raw`(?:distinct\s+on\s*\((?:[^()]|\([^()]*\))*\)\s*|distinct\s+|all\s+)?`
const top = String.raw`(?:top\s+\d+\s+|top\s*\(\s*\d+\s*\)\s*)?`
const select = String.raw`\bselect\s+${distinct}${top}`
const star = new RegExp(String.raw`(?:${select}|,\s*)(?:[\w$"]+\.)?\*(?!\s+from\s+\$T\{)`, 'i')
const existsStar = new RegExp(String.raw`\bexists\s*\(\s*${select}\*`, 'gi')

const selectStar: ReviewRule = {
  id: 'select-star',
  title: 'Queries name their columns',
  description:
    '`select *` returns other columns when the table changes: loads fail, or columns end up where they do not belong. ' +
    '`count(*)`, `exists (select * …)` and rows of a `$T{Component}` are fine.',
  advice: 'List the columns',
  severity: 'warning',
  examples: {
    bad: 'components:\n  Read orders: { type: query-to-scalar, parameters: { query: "select * from orders" } }\n',
    good: 'components:\n  Read orders: { type: query-to-scalar, parameters: { query: "select count(*) from orders" } }\n',
  },
  *check({ pipeline }) {
    for (const component of pipeline.components.values())
      for (const { text, line } of sqlOf(component)) {
        if (!star.test(blankTexts(text).replace(existsStar, 'exists ('))) continue
        yield {
          line,
          component: component.name,
          message: `${quoted(component.name)} selects * instead of columns`,
        }
      }
  },
}

const changes = /^\s*(delete\s+from|update)\s+([^\s;(]+)/i

const unfilteredChange: ReviewRule = {
  id: 'unfiltered-change',
  title: 'Updates and deletes have a where clause',
  description:
    'An `update` or `delete` without `where` changes every row. Where that is intended, write `truncate table` or `where true`.',
  advice: 'Add a where, or write where true to change every row',
  severity: 'warning',
  examples: {
    bad: 'components:\n  Remove orders: { type: sql-script, parameters: { sqlScript: "delete from orders" } }\n',
    good: 'components:\n  Remove orders: { type: sql-script, parameters: { sqlScript: "delete from orders where id < 5" } }\n',
  },
  *check({ pipeline }) {
    for (const { name, ...component } of pipeline.components.values())
      for (const { text, line } of sqlOf({ name, ...component }))
        for (const statement of blankTexts(text).split(';')) {
          const [, what = '', table = ''] = changes.exec(statement) ?? []
          if (what === '' || /\bwhere\b/i.test(outsideParentheses(statement))) continue
          const verb = /^update/i.test(what) ? 'updates' : 'deletes'
          yield { line, component: name, message: `${quoted(name)} ${verb} every row of ${quoted(table)}` }
        }
  },
}

const placeKeys = /^(?:target|stage|staging)?(?:database|schema|catalog|dataset|warehouse)2?$/i
const part = '(?:"[^"\\n]+"|[\\w$]+)'
const threeParts = new RegExp(`\\b(?:from|join|into|update|table)\\s+(${part}\\.${part}\\.${part})`, 'gi')

const hardCodedName: ReviewRule = {
  id: 'hard-coded-name',
  title: 'Databases and schemas come from the environment',
  description:
    `A database or schema that is written into a component is the same in every environment: a test then writes into ` +
    `production. Take it from the environment (\`${environmentDefault}\`), or use a variable. The rule checks parameters for databases ` +
    'and schemas, and names of three parts in SQL.',
  advice: `Write "${environmentDefault}", or a variable`,
  severity: 'warning',
  options: {
    allowed: { default: [], description: 'Allowed names, such as `information_schema`' },
  },
  examples: {
    bad: 'components:\n  Drop orders: { type: delete-tables, parameters: { schema: prod, targetTable: [orders] } }\n',
    good:
      'components:\n  Drop orders:\n    type: delete-tables\n' +
      '    parameters: { schema: "[Environment Default]", targetTable: [orders] }\n',
  },
  *check({ pipeline }, options) {
    const allowed = new Set([options['allowed']].flat().map((name) => String(name).toLowerCase()))
    for (const component of pipeline.components.values()) {
      const { name } = component
      for (const { key, text, line } of textsOf(component)) {
        const value = text.trim()
        if (!placeKeys.test(key) || value === '' || value.includes('${')) continue
        if (value.toLowerCase() === environmentDefault.toLowerCase() || allowed.has(value.toLowerCase()))
          continue
        yield { line, component: name, message: `${quoted(name)} names the ${key} ${quoted(value)} itself` }
      }
      for (const { text, line } of sqlOf(component))
        for (const table of new Set(Array.from(blankTexts(text).matchAll(threeParts), ([, one]) => one!))) {
          const parts = table.replaceAll('"', '').toLowerCase().split('.')
          if (parts.slice(0, 2).some((one) => allowed.has(one))) continue
          yield {
            line,
            component: name,
            message: `${quoted(name)} names the database of ${quoted(table)} in SQL`,
          }
        }
    }
  },
}

export const sqlRules: readonly ReviewRule[] = [selectStar, unfilteredChange, hardCodedName]
