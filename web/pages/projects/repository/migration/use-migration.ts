import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import {
  emptyPlace,
  faultsOf,
  type PlaceValues,
  placeFields,
  placeOf,
  tokenOf,
} from '../connect/providers.ts'
import { type DryRun, migrationPath, type NewMigration, repositoryPath, tokenHeaders } from '../shapes.ts'

/** The form of a migration, its dry run and its start. The token leaves the page as soon as it is used up. */
export function useMigration(projectId: string, onStarted: (migrationId: string) => void) {
  const [dryRun, setDryRun] = useState<DryRun>()
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm<PlaceValues>({
    mode: 'uncontrolled',
    initialValues: { ...emptyPlace('gitlab'), mode: 'MIRROR_PUSH' },
    validate: faultsOf,
    onValuesChange: () => setDryRun(undefined),
  })
  const send = async (values: PlaceValues, isDryRun: boolean) => {
    const { data, error } = await client.POST(migrationPath, {
      params: { path: { projectId }, query: { dryRun: isDryRun } },
      headers: tokenHeaders(tokenOf(values)),
      body: { ...placeOf(values), mode: values['mode'] as NewMigration['mode'] },
    })
    if (error) throw error
    return data
  }
  const checking = useMutation({
    mutationFn: (values: PlaceValues) => send(values, true),
    onSuccess: (answer, checked) => {
      // What was typed meanwhile has not been checked, and no other values may be started with.
      if ('checks' in answer && checked === form.getValues()) setDryRun(answer)
    },
    onError: (error) => {
      setDryRun(undefined)
      setShown(showAtFields(form, error, placeFields))
    },
  })
  const starting = useMutation({
    mutationFn: (values: PlaceValues) => send(values, false),
    onSuccess: async (answer) => {
      if (!('migrationId' in answer)) return
      form.setFieldValue('token', '')
      onStarted(answer.migrationId)
      await invalidate(migrationPath, repositoryPath)
    },
  })
  function forget(): void {
    setDryRun(undefined)
    checking.reset()
    starting.reset()
  }
  return { form, shown, dryRun, checking, starting, forget }
}
