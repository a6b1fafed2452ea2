import { integer, text } from './setting-kinds.ts'

const originFault = (given: string): string | undefined =>
  /^https?:$/.test(URL.parse(given)?.protocol ?? '') && !/\/$/.test(given)
    ? undefined
    : 'must be an http(s) address without a slash at the end'

/** Settings of Git repositories and their providers. */
export const gitDeclarations = {
  gitDir: text({
    env: 'HEADRACE_GIT_DIR',
    flag: 'git-dir',
    summary: 'Folder for hosted repositories, shared by all API servers; git in the data folder by default',
  }),
  maxRepositoryMib: integer(
    {
      env: 'HEADRACE_MAX_REPOSITORY_MIB',
      flag: 'max-repository-mib',
      summary: 'Largest repository that is taken in, in MiB',
    },
    '10240',
    1,
    1_048_576,
  ),
  githubApiUrl: text(
    { env: 'HEADRACE_GITHUB_API_URL', flag: 'github-api-url', summary: 'API of GitHub or GitHub Enterprise' },
    'https://api.github.com',
    originFault,
  ),
  githubUrl: text(
    { env: 'HEADRACE_GITHUB_URL', flag: 'github-url', summary: 'Where GitHub serves repositories' },
    'https://github.com',
    originFault,
  ),
  githubAppId: text({
    env: 'HEADRACE_GITHUB_APP_ID',
    flag: 'github-app-id',
    summary: 'GitHub App that opens repositories without a token',
  }),
  githubAppKeyFile: text({
    env: 'HEADRACE_GITHUB_APP_KEY_FILE',
    flag: 'github-app-key-file',
    summary: 'File with its private key (PEM)',
  }),
  gitlabUrl: text(
    {
      env: 'HEADRACE_GITLAB_URL',
      flag: 'gitlab-url',
      summary: 'GitLab server, unless a repository names another',
    },
    'https://gitlab.com',
    originFault,
  ),
  azureUrl: text(
    { env: 'HEADRACE_AZURE_URL', flag: 'azure-url', summary: 'Azure DevOps' },
    'https://dev.azure.com',
    originFault,
  ),
  azureLoginUrl: text(
    { env: 'HEADRACE_AZURE_LOGIN_URL', flag: 'azure-login-url', summary: 'Where Azure gives out tokens' },
    'https://login.microsoftonline.com',
    originFault,
  ),
  azureClientId: text({
    env: 'HEADRACE_AZURE_CLIENT_ID',
    flag: 'azure-client-id',
    summary: 'Azure application that opens repositories of Azure DevOps',
  }),
  azureClientSecret: text({
    env: 'HEADRACE_AZURE_CLIENT_SECRET',
    flag: 'azure-client-secret',
    summary: 'Its secret',
    secret: true,
  }),
} as const

/** What a server reads of these. */
export const gitSettingNames = Object.keys(gitDeclarations) as (keyof typeof gitDeclarations)[]
