import type { Answer, TestApi } from './api.ts'

/** Publishes files as a version of a set of shared pipelines. */
export async function publishShared(
  api: TestApi,
  files: Readonly<Record<string, string>>,
  version: { prefix: string; name: string; projectId?: string; token?: string },
): Promise<Answer> {
  const form = new FormData()
  for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
  const headers = {
    sharedPipelineIdPrefix: version.prefix,
    versionName: version.name,
    ...(version.projectId !== undefined && { projectId: version.projectId }),
  }
  const { token } = version
  return api.call('POST', '/v1/shared-pipelines/artifacts', {
    body: form,
    headers,
    ...(token !== undefined && { token }),
  })
}
