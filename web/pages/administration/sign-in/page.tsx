import { Loader, Radio, Stack } from '@mantine/core'
import { api, invalidate } from '../../../api/client.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { Administration } from '../frame.tsx'

const path = '/v1/sign-in/settings'

const choices = [
  { value: 'OPTIONAL', label: 'Nobody', description: 'Users may enrol one in their profile' },
  {
    value: 'ADMINISTRATORS',
    label: 'Administrators',
    description: 'Users with the account role SUPER_ADMIN',
  },
  { value: 'EVERYBODY', label: 'Everybody', description: 'All users who sign in with a password' },
] as const

/** Who must have a second factor. */
export function SignInSettingsPage() {
  const { data, error } = api.useQuery('get', path)
  const change = api.useMutation('patch', path, {
    onSuccess: async () => {
      await invalidate(path)
      showDone('Saved who must use a second factor')
    },
  })
  return (
    <Administration
      page="signInSettings"
      lead="Users without a second factor enrol one at their next sign-in. Identity providers ask for their own."
    >
      <ProblemAlert error={change.error ?? error} />
      {data === undefined && !error && <Loader aria-label="Loading the settings" />}
      {data !== undefined && (
        <Radio.Group
          label="Who needs a second factor to sign in with a password"
          value={data.secondFactor}
          onChange={(value) =>
            change.mutate({ body: { secondFactor: value as (typeof choices)[number]['value'] } })
          }
        >
          <Stack mt="xs">
            {choices.map((choice) => (
              <Radio key={choice.value} {...choice} disabled={change.isPending} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Administration>
  )
}
