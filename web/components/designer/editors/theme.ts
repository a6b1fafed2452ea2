import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/**
 * Colours of the interface that can be read in both schemes: they change with it, without the editor's doing.
 */
const colour = (name: string) => `var(--mantine-color-${name}-light-color)`

const look = EditorView.theme({
  '&': {
    fontSize: 'var(--mantine-font-size-sm)',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '6px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    color: 'var(--mantine-color-dimmed)',
    backgroundColor: 'transparent',
    borderRight: '1px solid var(--mantine-color-default-border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--mantine-color-text)' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--mantine-primary-color-light-hover)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--mantine-primary-color-light-hover)',
  },
  '.cm-panels, .cm-tooltip': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    borderColor: 'var(--mantine-color-default-border)',
  },
  '.cm-tooltip': { border: '1px solid var(--mantine-color-default-border)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-primary-color-light-hover)',
  },
  '.cm-completionDetail': { color: 'var(--mantine-color-dimmed)', fontStyle: 'normal' },
  '.cm-textfield, .cm-button': {
    color: 'inherit',
    backgroundColor: 'var(--mantine-color-body)',
    backgroundImage: 'none',
    border: '1px solid var(--mantine-color-default-border)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--mantine-primary-color-light)' },
  '.cm-searchMatch': { backgroundColor: 'var(--mantine-color-yellow-light)' },
})

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: colour('violet') },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: colour('green') },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: colour('orange') },
  { tag: [tags.comment, tags.meta], color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className, tags.standard(tags.name)], color: colour('cyan') },
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.attributeName], color: colour('blue') },
  { tag: [tags.function(tags.variableName), tags.definition(tags.variableName)], color: colour('blue') },
  { tag: tags.invalid, color: 'var(--mantine-color-error)' },
])

/** How every editor looks, in both colour schemes. */
export const editorTheme: Extension = [look, syntaxHighlighting(highlight)]
