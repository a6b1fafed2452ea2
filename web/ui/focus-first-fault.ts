import type { FormEvent } from 'react'

/** After a form was sent: puts the focus on its first field at fault, which may be out of view. */
export function focusFirstFault({ currentTarget: form }: FormEvent<HTMLFormElement>): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
