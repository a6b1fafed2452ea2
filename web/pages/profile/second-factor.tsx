import { Button, Group, Loader, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, client, invalidate } from '../../api/client.ts'
import { EnrolApp } from '../../components/second-factor/enrol-app.tsx'
import { RecoveryCodes } from '../../components/second-factor/recovery-codes.tsx'
import { confirmLoss, showDone } from '../../ui/confirm.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { exactTime } from '../../ui/time.tsx'

const path = '/v1/second-factor'
const enrolmentPath = '/v1/second-factor/enrolment'

/**
 * The authenticator app of the signed-in user, and the recovery codes. Every change asks for the password.
 */
export function SecondFactor() {
  const { data: factor, error } = api.useQuery('get', path)
  const [codes, setCodes] = useState<readonly string[]>()
  const begin = api.useMutation('post', enrolmentPath)
  const confirm = api.useMutation('put', enrolmentPath, {
    onSuccess: async ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      begin.reset()
      await invalidate(path)
    },
  })
  if (factor === undefined)
    return error ? <ProblemAlert error={error} /> : <Loader aria-label="Loading the second factor" />
  return (
    <Stack maw={480}>
      <Text size="sm">
        {factor.enrolled
          ? `Sign-in has required a code from your authenticator app since ${exactTime(factor.enrolledAt!)}. Recovery codes left: ${factor.recoveryCodesLeft}.`
          : 'With a second factor, signing in requires a code from an app on your phone as well as your password.'}
      </Text>
      {codes !== undefined && <RecoveryCodes codes={codes} />}
      {begin.data === undefined ? (
        <PasswordFirst
          isEnrolled={factor.enrolled}
          isRequired={factor.required}
          begin={{
            error: begin.error,
            isPending: begin.isPending,
            start: (currentPassword) => begin.mutate({ body: { currentPassword } }),
            forget: begin.reset,
          }}
          onCodes={setCodes}
        />
      ) : (
        <EnrolApp
          enrolment={begin.data}
          action="Confirm"
          onCode={(code) => confirm.mutate({ body: { code } })}
          error={confirm.error}
          isPending={confirm.isPending}
        />
      )}
    </Stack>
  )
}

interface PasswordFirstProps {
  readonly isEnrolled: boolean
  readonly isRequired: boolean
  readonly begin: {
    readonly error: unknown
    readonly isPending: boolean
    readonly start: (currentPassword: string) => void
    /** Takes away what was wrong with it before. */
    readonly forget: () => void
  }
  /** Undefined: those that were shown are no longer valid. */
  readonly onCodes: (codes: readonly string[] | undefined) => void
}

/** The password, and what it allows. */
function PasswordFirst({ isEnrolled, isRequired, begin, onCodes }: PasswordFirstProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { currentPassword: '' } })
  const renew = api.useMutation('post', `${path}/recovery-codes`, {
    onSuccess: async ({ recoveryCodes }) => {
      form.reset()
      onCodes(recoveryCodes)
      await invalidate(path)
    },
  })
  function forget(): void {
    begin.forget()
    renew.reset()
  }
  async function remove(currentPassword: string): Promise<void> {
    forget()
    const { error } = await client.POST(`${path}/removal`, { body: { currentPassword } })
    if (error) throw error
    form.reset()
    onCodes(undefined)
    await invalidate(path)
    showDone('Removed the second factor')
  }
  const askToRemove = form.onSubmit(({ currentPassword }) =>
    confirmLoss({
      title: 'Remove the second factor?',
      message: 'Your password will be enough to sign in. The recovery codes stop working.',
      action: 'Remove',
      onConfirm: () => remove(currentPassword),
    }),
  )
  return (
    <form
      onSubmit={form.onSubmit(({ currentPassword }) => {
        forget()
        begin.start(currentPassword)
      })}
    >
      <Stack>
        <ProblemAlert error={begin.error ?? renew.error} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
        />
        <Group>
          <Button type="submit" loading={begin.isPending}>
            {isEnrolled ? 'Enrol another app' : 'Enrol an app'}
          </Button>
          {isEnrolled && (
            <Button
              variant="default"
              loading={renew.isPending}
              onClick={() =>
                form.onSubmit((body) => {
                  forget()
                  renew.mutate({ body })
                })()
              }
            >
              New recovery codes
            </Button>
          )}
          {isEnrolled && !isRequired && (
            <Button variant="default" onClick={() => askToRemove()}>
              Remove
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
