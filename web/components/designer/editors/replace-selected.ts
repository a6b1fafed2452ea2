import { EditorView } from '@codemirror/view'

/**
 * Replaces what is selected by what is typed. The browser's own way keeps the style of what was there as an
 * inline style, which the content security policy refuses and reports.
 */
export const replaceSelected = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to } = selectedIn(view)
    const { data: text } = event
    if (
      event.inputType !== 'insertText' ||
      text === null ||
      from === to ||
      event.isComposing ||
      view.state.readOnly
    )
      return false
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      })
    // Others may want to do something else with it, as closing brackets around it.
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, insert))
    if (!isHandled) view.dispatch(insert())
    event.preventDefault()
    return true
  },
})

/** What the browser is about to replace: the editor hears of a selection only some time after it was made. */
function selectedIn(view: EditorView): { readonly from: number; readonly to: number } {
  const selection = view.contentDOM.ownerDocument.getSelection()
  const range = selection?.rangeCount === 1 ? selection.getRangeAt(0) : undefined
  if (range === undefined || !view.contentDOM.contains(range.commonAncestorContainer))
    return view.state.selection.main
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  }
}
