import type { ProjectFiles } from '../../cli/commands/publish/source-files.ts'
import type { Client } from '../../client/client.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Log } from '../../lib/log.ts'

export const BRANCH = 'main'

/**
 * Commits the demo's files to the project, which has no repository yet: the commit makes a hosted one, in
 * which the Designer edits them. Returns the hash of the commit. Without Git on this machine the demo works
 * without a repository: undefined.
 */
export async function commitFiles(
  client: Client,
  projectId: string,
  { files }: ProjectFiles,
  log: Log,
): Promise<string | undefined> {
  const changes = files.map(({ path, bytes }) => ({ path, content: bytes.toString('utf8') }))
  try {
    const { commitHash } = await client.post('/v1/projects/{projectId}/repositories/commits', {
      path: { projectId },
      json: { branch: BRANCH, message: 'Add the pipelines of the demo', changes },
    })
    return commitHash
  } catch (error) {
    log.warn({ reason: errorText(error) }, 'The demo has no repository: its files could not be committed')
    return undefined
  }
}
