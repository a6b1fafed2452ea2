import type { UseFormReturnType } from '@mantine/form'
import { violationsByField } from '../api/problem.ts'

/**
 * Puts the violations of a problem at the fields of a form that carry the same names (or those that `names`
 * maps theirs to). Answers the sentences that found a field; the rest belongs into a `ProblemAlert`.
 */
export function showAtFields<T extends Record<string, unknown>>(
  form: UseFormReturnType<T>,
  error: unknown,
  names: Readonly<Record<string, string>> = {},
): string[] {
  const found = Object.entries(violationsByField(error)).flatMap(([path, sentence]) => {
    const field = names[path] ?? path
    return field.split('.')[0]! in form.getValues() ? [[field, sentence] as const] : []
  })
  form.setErrors(Object.fromEntries(found))
  return found.map(([, sentence]) => sentence)
}
