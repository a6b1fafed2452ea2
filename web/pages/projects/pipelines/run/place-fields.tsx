import { Select } from '@mantine/core'
import { useRunners } from '../../../../components/choices.ts'
import { withChosen } from '../source/source.ts'

interface FieldProps {
  readonly value: string | undefined
  readonly error?: string | undefined
  readonly onChoose: (value: string | undefined) => void
}

/**
 * Where it runs: chosen by the user, or the environment whose version the page shows; never production by
 * itself.
 */
export function EnvironmentField(props: FieldProps & { readonly choices: readonly string[] }) {
  const { value, error, onChoose, choices } = props
  return (
    <Select
      label="Environment"
      required
      data-autofocus
      openOnFocus={false}
      searchable
      allowDeselect={false}
      placeholder="Choose an environment"
      error={error}
      data={withChosen(choices, value)}
      value={value ?? null}
      onChange={(name) => onChoose(name ?? undefined)}
    />
  )
}

/** Which runner; the one of the environment unless one is chosen. */
export function RunnerField({ value, error, onChoose }: FieldProps) {
  const { data: runners = [] } = useRunners()
  const choices = runners.map(({ agentId, name, connected }) => ({
    value: agentId,
    label: connected ? name : `${name} (not connected)`,
  }))
  return (
    <Select
      label="Runner"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': "Use the environment's runner" }}
      placeholder="The environment's runner"
      error={error}
      data={choices}
      value={value ?? null}
      onChange={(id) => onChoose(id ?? undefined)}
    />
  )
}
