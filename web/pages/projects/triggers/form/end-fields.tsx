import { Autocomplete, Checkbox, Group, Select, SimpleGrid } from '@mantine/core'
import { nameOf, useEnvironments, usePublishedNames } from '../../../../components/choices.ts'
import { useProjects } from '../../../../components/projects.ts'
import { endStates } from '../shapes.ts'
import type { TriggerForm } from './values.ts'

/** The pipeline whose end is waited for: of this project, or of another one that the user sees. */
export function EndFields({ projectId, form }: { readonly projectId: string; readonly form: TriggerForm }) {
  const { environmentName, afterEnvironment, afterProject, waitsForHidden } = form.values
  const where = afterEnvironment || environmentName
  const itsProject = afterProject || projectId
  const { data: projects = [] } = useProjects()
  const { data: environments = [] } = useEnvironments(itsProject)
  const pipelines = usePublishedNames(itsProject, where)
  const others = projects.filter(({ id }) => id !== projectId)
  const isKnown = afterProject === '' || others.some(({ id }) => id === afterProject)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="xs">
        <Select
          label="Its project"
          searchable
          allowDeselect={false}
          data={[
            { value: '', label: 'This project' },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
            ...(isKnown ? [] : [{ value: afterProject, label: afterProject }]),
          ]}
          value={afterProject}
          onChange={(chosen) => form.setFieldValue('afterProject', chosen ?? '')}
          error={form.errors['afterProject']}
        />
        <Autocomplete
          label="Its environment"
          placeholder="The same"
          data={environments.map(nameOf)}
          {...form.getInputProps('afterEnvironment')}
        />
        <Autocomplete
          label="Pipeline to wait for"
          required={!waitsForHidden}
          {...(waitsForHidden && { placeholder: 'A pipeline that you cannot see' })}
          data={[...pipelines]}
          {...form.getInputProps('afterPipeline')}
        />
      </SimpleGrid>
      <Checkbox.Group label="Required result" {...form.getInputProps('states')}>
        <Group gap="md" mt={4}>
          {endStates.map((state) => (
            <Checkbox key={state} value={state} label={state} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  )
}
