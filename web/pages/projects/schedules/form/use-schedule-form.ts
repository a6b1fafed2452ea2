import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormValues, variableRules } from './values.ts'

export type ScheduleForm = UseFormReturnType<FormValues>

/** The form of a schedule. The preview and the builder follow every key, hence it is a controlled one. */
export const useScheduleForm = (initialValues: FormValues): ScheduleForm =>
  useForm<FormValues>({
    mode: 'controlled',
    initialValues,
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      environmentName: (name) => (name === '' ? 'Choose an environment' : null),
      pipelineName: (name) => (name.trim() === '' ? 'Enter the pipeline to run' : null),
      ...variableRules,
    },
  })
