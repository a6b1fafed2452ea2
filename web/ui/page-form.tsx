import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useState } from 'react'
import { focusFirstFault } from './focus-first-fault.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface PageFormProps<V extends Record<string, unknown>> {
  readonly form: UseFormReturnType<V>
  /** What has not been saved, e.g. `The project`. */
  readonly what: string
  /** What is saved: shown until something is typed, because others may save too. */
  readonly saved?: V
  /** Saves; what was submitted counts as saved when it resolves. A rejection is shown by whoever saves. */
  readonly onSubmit: (values: V) => Promise<unknown>
  /** Called once what was submitted counts as saved, e.g. to empty the fields. */
  readonly onSaved?: () => void
  readonly children: ReactNode
}

/**
 * A form in a page. It asks before what was filled in is left unsaved; forms in dialogs do so by `FormModal`.
 */
export function PageForm<V extends Record<string, unknown>>(props: PageFormProps<V>) {
  const { form, what, saved, onSubmit, onSaved, children } = props
  const [saves, setSaves] = useState(0)
  useSaved(form, saved, saves)
  const submit = form.onSubmit((values) =>
    onSubmit(values).then(
      () => {
        form.resetDirty(values)
        setSaves((before) => before + 1)
        onSaved?.()
      },
      () => undefined,
    ),
  )
  return (
    <form onSubmitCapture={focusFirstFault} onSubmit={(event) => void submit(event)} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty()} what={what} />
      {children}
    </form>
  )
}

/**
 * Shows what is saved, again after each save; what was typed stays, with the values that it was typed over.
 */
function useSaved<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  saved: V | undefined,
  saves: number,
): void {
  const text = JSON.stringify(saved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object each time it is drawn
  useEffect(() => {
    if (saved === undefined || form.isDirty() || text === JSON.stringify(form.getInitialValues())) return
    form.setInitialValues(saved)
    form.reset()
  }, [text, saves])
}
