import { EditorView } from '@codemirror/view'

/**
 * Replaces what is selected by what is typed. The browser's own way keeps the style of what was there as an inline style,
 * which the content security policy refuses and reports.
 */
export const replaceSelected = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main
    const { data: text } = event
    if (
      event.inputType !== 'insertText' ||
      text === null ||
      empty ||
      event.isComposing ||
      view.state.readOnly
    )
      return false
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
    // Others may want to do something else with it, as closing brackets around it.
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, text, insert))
    if (!isHandled) view.dispatch(insert())
    event.preventDefault()
    return true
  },
})
