import type { NewRepository, ProviderName } from '../shapes.ts'

export interface ProviderInput {
  /** The key in `providerParameters`; only `repositoryName` is a member of the body itself. */
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  readonly isRequired: boolean
}

interface ProviderForm {
  readonly label: string
  readonly inputs: readonly ProviderInput[]
  readonly token: 'required' | 'optional' | 'never'
  /** What must be the case before, in a sentence. */
  readonly hint: string
}

/** The inputs of each provider, as the API takes them (decisions.md §11). */
export const providers: Readonly<Record<ProviderName, ProviderForm>> = {
  hosted: { label: 'Hosted by Headrace', inputs: [], token: 'never', hint: '' },
  github: {
    label: 'GitHub',
    inputs: [
      { name: 'ownerName', label: 'Owner', description: 'User or organization', isRequired: true },
      {
        name: 'repositoryName',
        label: 'Repository',
        description: 'Name of the repository',
        isRequired: true,
      },
    ],
    token: 'optional',
    hint: 'The token needs write access to contents. Without a token, the GitHub App of this installation is used.',
  },
  gitlab: {
    label: 'GitLab',
    inputs: [
      {
        name: 'repositoryId',
        label: 'Project',
        description: 'Numeric ID or path',
        placeholder: 'group/project',
        isRequired: true,
      },
      {
        name: 'baseUrl',
        label: 'Server URL',
        description: 'For self-managed servers only',
        placeholder: 'https://gitlab.com',
        isRequired: false,
      },
    ],
    token: 'required',
    hint: 'Token of a service account with the Maintainer role and the api scope. Headrace rotates it immediately.',
  },
  'azure-devops': {
    label: 'Azure DevOps',
    inputs: [
      { name: 'organization', label: 'Organization', isRequired: true },
      { name: 'repositoryId', label: 'Repository ID', isRequired: true },
      { name: 'tenantId', label: 'Tenant ID', isRequired: true },
    ],
    token: 'never',
    hint: 'The application of this installation must be installed in the tenant, with the permissions Read and Force push.',
  },
  git: {
    label: 'Any Git server',
    inputs: [
      {
        name: 'url',
        label: 'Address',
        description: 'http(s) or ssh: Gitea, Forgejo, Bitbucket and the like',
        placeholder: 'https://git.example.com/team/pipelines.git',
        isRequired: true,
      },
      {
        name: 'username',
        label: 'User name',
        description: 'User name that belongs to the token',
        isRequired: false,
      },
    ],
    token: 'optional',
    hint: 'The token is sent as the password.',
  },
}

export type PlaceValues = Record<string, string> & { readonly provider: ProviderName; readonly token: string }

/**
 * All inputs there are, empty: what was written for one provider is still there when another was looked at.
 */
export const emptyPlace = (provider: ProviderName): PlaceValues => ({
  ...Object.fromEntries(
    Object.values(providers).flatMap(({ inputs }) => inputs.map(({ name }) => [name, ''])),
  ),
  provider,
  token: '',
})

/** What a form names, as the API takes it: only what belongs to the provider, and only what was written. */
export function placeOf(values: PlaceValues): NewRepository {
  const { provider } = values
  const written = providers[provider].inputs
    .map(({ name }) => [name, values[name]?.trim() ?? ''] as const)
    .filter(([, text]) => text !== '')
  const providerParameters = Object.fromEntries(written.filter(([name]) => name !== 'repositoryName'))
  const named = written.find(([name]) => name === 'repositoryName')
  return { provider, providerParameters, ...(named !== undefined && { repositoryName: named[1] }) }
}

/** The token that goes with a place; none where the provider takes none. */
export const tokenOf = ({ provider, token }: PlaceValues): string =>
  providers[provider].token === 'never' ? '' : token

/** What is missing, by field, before anything is sent. */
export function faultsOf(values: PlaceValues): Record<string, string> {
  const { inputs, token } = providers[values.provider]
  const missing = inputs.filter(({ name, isRequired }) => isRequired && (values[name] ?? '').trim() === '')
  return {
    ...Object.fromEntries(missing.map(({ name, label }) => [name, `${label} is required`])),
    ...(token === 'required' && values.token.trim() === '' && { token: 'Paste an access token' }),
  }
}

/** Maps violations to form fields: parameters have their own names, and the token is a header. */
export const placeFields: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(providers).flatMap(({ inputs }) =>
    inputs.map(({ name }) => [`providerParameters.${name}`, name] as const),
  ),
)
