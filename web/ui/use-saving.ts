import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { showAtFields } from './problem-fields.ts'

/**
 * How a form saves whose page is left once it is saved: once at a time, with what the API refuses at its
 * fields. `names` maps the names of the API to those of the fields; `onSave` leads away.
 */
export function useSaving<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  names: Readonly<Record<string, string>>,
  onSave: (values: V) => Promise<void>,
) {
  const [error, setError] = useState<unknown>(null)
  const [shown, setShown] = useState<readonly string[]>([])
  const [isPending, setPending] = useState(false)
  const isSaved = useRef(false)
  async function save(values: V): Promise<void> {
    setPending(true)
    setError(null)
    isSaved.current = true // the guard must not ask when `onSave` leads away
    try {
      await onSave(values)
    } catch (failure) {
      isSaved.current = false
      setShown(showAtFields(form, failure, names))
      setError(failure)
    } finally {
      setPending(false)
    }
  }
  const isUnsaved = () => !isSaved.current && form.isDirty()
  return { error, shown, isPending, isUnsaved, save }
}
