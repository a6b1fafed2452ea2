import { type FormValidateInput, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/client.ts'
import { showAtFields } from '../../ui/problem-fields.ts'

interface CreateFormOptions<V extends Record<string, unknown>, A> {
  readonly initialValues: V
  /**
   * Controlled only where fields depend on each other; the others need not draw the whole form at every key.
   */
  readonly mode?: 'controlled' | 'uncontrolled'
  readonly validate?: FormValidateInput<V>
  /** Sends what was filled in, e.g. `({ name }) => client.POST('/v1/projects', { body: { name } })`. */
  readonly create: (values: V) => Promise<{ readonly data?: A; readonly error?: unknown }>
  /** The path whose queries are stale afterwards. */
  readonly path: string
  /** The form's name of a field that the API names otherwise, e.g. `{ expiresAt: 'days' }`. */
  readonly fields?: Readonly<Record<string, string>>
  /** What comes next: closing the dialog, a notification, another page. The form is emptied after it. */
  readonly onCreated: (created: A, values: V) => unknown
}

/**
 * The state of a form that creates something: its values, its one request, and violations at the fields they
 * name.
 */
export function useCreateForm<V extends Record<string, unknown>, A>(options: CreateFormOptions<V, A>) {
  const { initialValues, mode = 'uncontrolled', validate, create, path, fields, onCreated } = options
  const [fieldMessages, setFieldMessages] = useState<readonly string[]>([])
  const form = useForm<V>({ mode, initialValues, ...(validate !== undefined && { validate }) })
  const { mutate, error, isPending, ...mutation } = useMutation({
    mutationFn: async (values: V) => {
      const { data, error } = await create(values)
      if (data === undefined) throw error
      return data
    },
    onSuccess: async (created, values) => {
      // First: somebody may fill it in again while the lists are read.
      form.reset()
      await Promise.all([invalidate(path), onCreated(created, values)])
    },
    onError: (problem) => setFieldMessages(showAtFields(form, problem, fields)),
  })
  function reset(): void {
    form.reset()
    mutation.reset()
  }
  return { form, submit: form.onSubmit((values) => mutate(values)), error, fieldMessages, isPending, reset }
}

export type CreateForm<V extends Record<string, unknown>> = ReturnType<typeof useCreateForm<V, unknown>>
