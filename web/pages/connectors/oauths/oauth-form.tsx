import {
  Button,
  Group,
  Loader,
  PasswordInput,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { client, invalidate } from '../../../api/client.ts'
import { type Edited, ifUnchanged, useEdited } from '../../../api/edited.ts'
import { type Owned, OwnerSelect, useOwner } from '../../../components/ownership/owner.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../ui/problem-fields.ts'
import { type OAuth, oauthsPath } from '../wire.ts'
import { bodyOf, type OAuthValues, valuesOf } from './form-values.ts'
import { ParameterRows } from './parameter-rows.tsx'
import { RedirectUri } from './redirect-uri.tsx'

const onePath = '/v1/oauths/{oauthId}'

interface OAuthDialogProps {
  /** The entry to change, `new`, or nothing while the dialog is closed. */
  readonly wanted: OAuth | 'new' | undefined
  readonly onClose: () => void
  readonly onSaved: (oauth: OAuth, isNew: boolean) => void
}

/**
 * Creates or changes an OAuth entry; a change is refused when somebody else has changed it since the dialog
 * opened.
 */
export function OAuthDialog({ wanted, onClose, onSaved }: OAuthDialogProps) {
  const title = wanted === 'new' ? 'Add OAuth' : `Change ${wanted?.name}`
  return (
    <FormModal isOpen={wanted !== undefined} onClose={onClose} title={title} size="lg">
      {wanted === 'new' && <OAuthForm onClose={onClose} onSaved={onSaved} />}
      {wanted !== undefined && wanted !== 'new' && (
        <EditOAuth oauthId={wanted.oauthId} onClose={onClose} onSaved={onSaved} />
      )}
    </FormModal>
  )
}

interface OAuthFormProps extends Omit<OAuthDialogProps, 'wanted'> {
  readonly stored?: Edited<OAuth>
}

interface EditOAuthProps extends Omit<OAuthFormProps, 'stored'> {
  readonly oauthId: string
}

function EditOAuth({ oauthId, ...form }: EditOAuthProps) {
  const { data, error } = useEdited(['OAuth entry', oauthId], () =>
    client.GET(onePath, { params: { path: { oauthId } } }),
  )
  if (data !== undefined) return <OAuthForm {...form} stored={data} />
  return error === null ? <Loader aria-label="Loading the entry" /> : <ProblemAlert error={error} />
}

function OAuthForm({ stored, onClose, onSaved }: OAuthFormProps) {
  const oauth = stored?.value
  const form = useForm<OAuthValues>({ mode: 'uncontrolled', initialValues: valuesOf(oauth) })
  const [error, setError] = useState<unknown>()
  const [atFields, setAtFields] = useState<readonly string[]>([])
  const [isPending, setPending] = useState(false)
  const { owner, choose, wanted } = useOwner()

  async function submit(values: OAuthValues): Promise<void> {
    setPending(true)
    const { data, error: problem } = await save(stored, values, wanted).finally(() => setPending(false))
    setError(problem)
    if (problem !== undefined) return setAtFields(showAtFields(form, problem))
    await invalidate(oauthsPath)
    onSaved(data, oauth === undefined)
  }
  return (
    <form onSubmit={form.onSubmit((values) => void submit(values).catch(setError))}>
      <Stack gap="sm">
        <ProblemAlert error={error} fieldMessages={atFields} />
        <Fields form={form} oauth={oauth} />
        {oauth === undefined && <OwnerSelect value={owner} onChange={choose} />}
        {oauth?.status === 'AUTHORIZED' && (
          <Text size="sm" c="dimmed">
            Changing anything but the name makes the entry pending setup again.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The owner of an entry that exists is changed where it is shared. */
function save(stored: Edited<OAuth> | undefined, values: OAuthValues, wanted: Owned) {
  const body = bodyOf(values)
  if (stored === undefined) return client.POST(oauthsPath, { body: { ...body, ...wanted } })
  const params = { path: { oauthId: stored.value.oauthId } }
  return client.PUT(onePath, { params, headers: ifUnchanged(stored), body })
}

interface FieldsProps {
  readonly form: UseFormReturnType<OAuthValues>
  readonly oauth: OAuth | undefined
}

const grantTypes = [
  { value: 'CLIENT_CREDENTIALS', label: 'Client Credentials' },
  { value: 'AUTHORIZATION_CODE', label: 'Authorization Code' },
]
const places = [
  { value: 'HEADER', label: 'Header' },
  { value: 'BODY', label: 'Body' },
]

function Fields({ form, oauth }: FieldsProps) {
  const [grantType, setGrantType] = useState(form.getValues().grantType)
  form.watch('grantType', ({ value }) => setGrantType(value))
  const input = (name: keyof OAuthValues) => ({ key: form.key(name), ...form.getInputProps(name) })
  const { key: grantKey, ...grant } = input('grantType')
  const { key: nameKey, ...name } = input('name')
  return (
    <>
      <TextInput key={nameKey} {...name} label="Name" required data-autofocus />
      <Select key={grantKey} {...grant} label="Grant Type" data={grantTypes} allowDeselect={false} />
      <Client form={form} oauth={oauth} />
      <Addresses form={form} isCode={grantType === 'AUTHORIZATION_CODE'} />
      <ParameterRows
        form={form}
        field="tokenParameters"
        legend="Token Parameters"
        hint="Sent with every request for a token, for example scope or audience."
      />
      {grantType === 'AUTHORIZATION_CODE' && (
        <>
          <ParameterRows
            form={form}
            field="authParameters"
            legend="Auth Parameters"
            hint="Added to the authorization URL, for example scope or access_type."
          />
          <RedirectUri address={oauth?.redirectUri} />
        </>
      )}
      <AllowedHosts form={form} />
    </>
  )
}

function AllowedHosts({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <TagsInput
      key={form.key('allowedHosts')}
      {...form.getInputProps('allowedHosts')}
      label="Allowed Hosts"
      description="Hosts that the token may be sent to; if empty, the host of the token URL. A new host requires the secret again."
      splitChars={[',', ' ']}
    />
  )
}

function Client({ form, oauth }: FieldsProps) {
  const hasSecret = oauth?.hasClientSecret === true
  return (
    <>
      <TextInput
        key={form.key('clientId')}
        {...form.getInputProps('clientId')}
        label="Client ID"
        autoComplete="off"
        required
      />
      <PasswordInput
        key={form.key('clientSecret')}
        {...form.getInputProps('clientSecret')}
        label="Client Secret"
        description={
          hasSecret ? 'Leave empty to keep the stored secret.' : 'Stored encrypted and never shown.'
        }
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the client secret' }}
      />
      <Select
        key={form.key('credentialsIn')}
        {...form.getInputProps('credentialsIn')}
        label="Send credentials in"
        data={places}
        allowDeselect={false}
      />
    </>
  )
}

function Addresses({ form, isCode }: Pick<FieldsProps, 'form'> & { readonly isCode: boolean }) {
  return (
    <>
      <TextInput
        key={form.key('accessTokenUrl')}
        {...form.getInputProps('accessTokenUrl')}
        label="Access Token URL"
        placeholder="https://"
        required
      />
      {isCode && (
        <TextInput
          key={form.key('authorizeUrl')}
          {...form.getInputProps('authorizeUrl')}
          label="Authorize URL"
          placeholder="https://"
          required
        />
      )}
    </>
  )
}
