import { expect, test } from 'vitest'
import { splitStatements } from './split.ts'

const sqlOf = (script: string) => splitStatements(script).map(({ sql }) => sql)

test('a semicolon in a text, a name or a comment ends no statement', () => {
  expect(
    sqlOf(`select 'a;\\'b''c;', "d;\\"e", \`f;\`; -- g;\n select $x$ h; $x$ /* i; */; #! j;\n select 2`),
  ).toEqual([`select 'a;\\'b''c;', "d;\\"e", \`f;\``, 'select $x$ h; $x$', 'select 2'])
})

test('a comment behind the values of an INSERT is left out', () => {
  expect(sqlOf('insert into t values (1) /* x */ -- y\n;')).toEqual(['insert into t values (1)'])
})

test('the words of a statement are in small letters, without comments before them', () => {
  expect(splitStatements('/* x */ DELETE FROM t WHERE a')).toMatchObject([
    { words: ['delete', 'from', 't', 'where'] },
  ])
})
