import type { FormEvent } from 'react'

/**
 * After a form was sent: puts the focus on its first field at fault, which may be out of view. One that opens
 * its list with the focus is only brought into view: the list would cover what is said of it.
 */
export function focusFirstFault({ currentTarget: form }: FormEvent<HTMLFormElement>): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid=true]')
    if (field?.getAttribute('aria-haspopup') === 'listbox') field.scrollIntoView({ block: 'nearest' })
    else field?.focus()
  })
}
