import { integer, text, urlFault } from './setting-kinds.ts'

const usedBy = ['start', 'api'] as const

/** Settings of Git repositories and their providers. */
export const gitDeclarations = {
  gitDir: text({
    env: 'HEADRACE_GIT_DIR',
    flag: 'git-dir',
    usedBy: ['start', 'api', 'backup', 'restore'],
    summary:
      'Folder of hosted repositories, shared by all API processes; `git` in the data folder by default',
  }),
  maxRepositoryMib: integer(
    {
      env: 'HEADRACE_MAX_REPOSITORY_MIB',
      flag: 'max-repository-mib',
      usedBy,
      summary: 'Maximum size of a repository in MiB',
    },
    '10240',
    1,
    1_048_576,
  ),
  githubApiUrl: text(
    {
      env: 'HEADRACE_GITHUB_API_URL',
      flag: 'github-api-url',
      usedBy,
      summary: 'API URL of GitHub or GitHub Enterprise',
    },
    'https://api.github.com',
    urlFault,
  ),
  githubUrl: text(
    {
      env: 'HEADRACE_GITHUB_URL',
      flag: 'github-url',
      usedBy,
      summary: 'URL that serves repositories of GitHub',
    },
    'https://github.com',
    urlFault,
  ),
  githubAppId: text({
    env: 'HEADRACE_GITHUB_APP_ID',
    flag: 'github-app-id',
    usedBy,
    summary: 'Id of a GitHub App that reads repositories without an access token',
  }),
  githubAppKeyFile: text({
    env: 'HEADRACE_GITHUB_APP_KEY_FILE',
    flag: 'github-app-key-file',
    usedBy,
    summary: 'File with the private key of the GitHub App (PEM)',
  }),
  gitlabUrl: text(
    {
      env: 'HEADRACE_GITLAB_URL',
      flag: 'gitlab-url',
      usedBy,
      summary: 'URL of GitLab, unless a repository names another server',
    },
    'https://gitlab.com',
    urlFault,
  ),
  azureUrl: text(
    { env: 'HEADRACE_AZURE_URL', flag: 'azure-url', usedBy, summary: 'URL of Azure DevOps' },
    'https://dev.azure.com',
    urlFault,
  ),
  azureLoginUrl: text(
    {
      env: 'HEADRACE_AZURE_LOGIN_URL',
      flag: 'azure-login-url',
      usedBy,
      summary: 'URL that issues Azure tokens',
    },
    'https://login.microsoftonline.com',
    urlFault,
  ),
  azureClientId: text({
    env: 'HEADRACE_AZURE_CLIENT_ID',
    flag: 'azure-client-id',
    usedBy,
    summary: 'Client id of an application that reads repositories of Azure DevOps',
  }),
  azureClientSecret: text({
    env: 'HEADRACE_AZURE_CLIENT_SECRET',
    flag: 'azure-client-secret',
    usedBy,
    summary: 'Client secret of the Azure application',
    secret: 'whole',
  }),
} as const
