import { type Document, parseDocument, type Scalar, type Tags, visit } from 'yaml'
import { scalarOf } from '../parse-yaml.ts'

/**
 * A YAML document for edits. It says what the reader of pipelines reads: keys are texts, and so are numbers
 * whose text would change (`007`). What is wrong with the text is in `errors`.
 */
export function parsedDocument(text: string): Document.Parsed {
  const document = parseDocument(text, { logLevel: 'error', stringKeys: true, customTags })
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key') node.value = scalarOf(node)
    },
  })
  return document
}

/** What a YAML text says, read so. Throws what is wrong with it. */
export function parsedValue(text: string): unknown {
  const document = parsedDocument(text)
  const [error] = document.errors
  if (error !== undefined) throw error
  return document.toJS()
}

/** The library puts words in quotes that it takes for numbers; those that nothing changed stay without. */
const customTags = (tags: Tags): Tags =>
  tags.map((tag) => {
    if (typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:str' || tag.collection) return tag
    return {
      ...tag,
      stringify: (item, ...rest) => unchangedWord(item) ?? tag.stringify!(item, ...rest),
    }
  })

function unchangedWord({ type, value, source = '' }: Scalar): string | undefined {
  return type === 'PLAIN' && value === source && /^[\w.+~-]+$/.test(source) ? source : undefined
}
