import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { nonce } from '../../../api/base.ts'
import { type CodeLanguage, loadLanguage } from './languages.ts'
import { expressionNames, type Names, openExpression } from './names.ts'
import { replaceSelected } from './replace-selected.ts'
import { editorTheme } from './theme.ts'

export interface EditorOptions {
  readonly text: string
  readonly language: CodeLanguage
  /** The project's, for the dialect of SQL. */
  readonly warehouse: string | undefined
  readonly isReadOnly: boolean
  readonly attributes: () => Readonly<Record<string, string>>
  /** Read with every completion: names arrive and change while the editor is open. */
  readonly names: () => Names
  readonly onChange: (text: string) => void
}

/** What is wrong with a line of the text. */
export interface CodeFault {
  /** From 1. */
  readonly line: number
  readonly message: string
  readonly severity: 'error' | 'warning'
}

export interface EditorHandle {
  /** Takes a text that came from elsewhere; what is the same stays, and so do the cursor and the history. */
  readonly write: (text: string) => void
  readonly mark: (faults: readonly CodeFault[]) => void
  /** Puts the cursor on a line, from 1, brings it into view and focuses the editor. */
  readonly reveal: (line: number) => void
  /** Reads `attributes` again. */
  readonly refresh: () => void
  readonly close: () => void
}

/** Marks a change that did not come from the user: nobody is told of it. */
const fromElsewhere = Annotation.define<boolean>()

/**
 * An editor inside `parent`. Its lines end with a line feed, whatever those of the text end with; what it
 * tells of ends its lines as the text did. It follows the content security policy: its styles carry the
 * page's nonce.
 */
export function createEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  const { text, language, warehouse, names } = options
  let lineEnd = lineEndOf(text)
  const onChange = (changed: string) => options.onChange(changed.replaceAll('\n', lineEnd))
  const grammar = new Compartment()
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [extensionsOf({ ...options, onChange }), grammar.of([])],
  })
  let isClosed = false
  loadLanguage({ language, warehouse, names }).then(
    (loaded) => isClosed || view.dispatch({ effects: grammar.reconfigure(loaded) }),
    () => undefined, // the text can be edited without its grammar
  )
  return {
    write: (wanted) => {
      lineEnd = lineEndOf(wanted)
      const changes = difference(view.state.doc.toString(), withLineFeeds(wanted))
      if (changes !== undefined) view.dispatch({ changes, annotations: fromElsewhere.of(true) })
    },
    mark: (faults) => view.dispatch(setDiagnostics(view.state, faults.flatMap(diagnosticIn(view.state)))),
    reveal: (line) => {
      const { doc } = view.state
      const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines))
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      })
      view.focus()
    },
    refresh: () => view.dispatch({}),
    close: () => {
      isClosed = true
      view.destroy()
    },
  }
}

const extensionsOf = ({ isReadOnly, attributes, language, names, onChange }: EditorOptions): Extension => [
  EditorView.cspNonce.of(nonce),
  editorTheme,
  lineNumbers(),
  foldGutter(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  highlightSelectionMatches(),
  history(),
  drawSelection(),
  rectangularSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  completion(completeNames(language, names)),
  EditorState.readOnly.of(isReadOnly),
  EditorState.tabSize.of(4),
  EditorView.lineWrapping,
  replaceSelected,
  // A function, so that it is read again with every update.
  EditorView.contentAttributes.of(() => attributes()),
  EditorView.updateListener.of((update) => {
    if (!update.docChanged || update.transactions.some((one) => one.annotation(fromElsewhere))) return
    onChange(update.state.doc.toString())
  }),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab, // Escape, then Tab leaves the editor
  ]),
]

/** The source must be the same each time, or what it finds is thrown away as another's. */
function completion(source: CompletionSource): Extension {
  const data = [{ autocomplete: source }]
  return EditorState.languageData.of(() => data)
}

/** Names inside `${…}`; in Python, where variables are globals, also without. */
const completeNames = (language: CodeLanguage, names: () => Names) => (context: CompletionContext) => {
  const line = context.state.doc.lineAt(context.pos)
  const typed = openExpression(line.text.slice(0, context.pos - line.from))
  if (typed !== undefined) {
    const closes = context.state.sliceDoc(context.pos, context.pos + 1) === '}' ? '' : '}'
    const options = expressionNames(names()).map(
      ({ text, detail }): Completion => ({ label: text, detail, apply: text + closes }),
    )
    return { from: context.pos - typed.length, options, filter: true }
  }
  const word = language === 'python' ? context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*$/u) : null
  if (word === null) return null
  const options = names().variables.map(({ name, type }): Completion => ({ label: name, detail: type }))
  return { from: word.from, options }
}

const lineEndOf = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n')

const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

/** The one stretch that differs. */
function difference(before: string, after: string) {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}

const diagnosticIn =
  ({ doc }: EditorState) =>
  ({ line, message, severity }: CodeFault) => {
    if (line < 1 || line > doc.lines) return []
    const { from, to, text } = doc.line(line)
    return [{ from: from + (text.length - text.trimStart().length), to, message, severity }]
  }
