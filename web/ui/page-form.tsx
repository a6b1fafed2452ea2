import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface PageFormProps<V extends Record<string, unknown>> {
  readonly form: UseFormReturnType<V>
  /** What has not been saved, e.g. `The project`. */
  readonly what: string
  /** Saves; what was submitted counts as saved when it resolves. A rejection is shown by whoever saves. */
  readonly onSubmit: (values: V) => Promise<unknown>
  /** Called once what was submitted counts as saved, e.g. to empty the fields. */
  readonly onSaved?: () => void
  readonly children: ReactNode
}

/** A form in a page. It asks before what was filled in is left unsaved; forms in dialogs do so by `FormModal`. */
export function PageForm<V extends Record<string, unknown>>(props: PageFormProps<V>) {
  const { form, what, onSubmit, onSaved, children } = props
  const submit = form.onSubmit((values) =>
    onSubmit(values).then(
      () => {
        form.resetDirty(values)
        onSaved?.()
      },
      () => undefined,
    ),
  )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty()} what={what} />
      {children}
    </form>
  )
}
