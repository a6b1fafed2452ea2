import { sqlTokens } from './sql-tokens.ts'

const transactionStatement =
  /^(begin( work)?$|(begin|start) transaction( |$)|(commit|rollback)( transaction| work)?$)/

/**
 * Whether a script has a statement that begins or ends a transaction, in any dialect: a block of BEGIN … END
 * is none. Where dialects disagree on what a backslash in a text means, both have to find one.
 */
export const beginsOrEndsTransaction = (sql: string): boolean =>
  [true, false].every((escapesTexts) => hasOne(sql, escapesTexts))

function hasOne(sql: string, escapesTexts: boolean): boolean {
  let words: string[] = []
  const isOne = () => transactionStatement.test(words.join(' '))
  for (const { text } of sqlTokens(sql, escapesTexts)) {
    if (text !== ';') words.push(text.toLowerCase())
    else if (isOne()) return true
    else words = []
  }
  return isOne()
}
