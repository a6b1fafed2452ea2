import { join } from 'node:path'
import { exists, setHead } from '../bare.ts'
import { failed, type Provider, passed, unknownFields } from './provider.ts'

/**
 * Where the hosted repository of a project lies. Project ids are UUIDs, in either case: that was checked
 * before.
 */
export const hostedFolder = (root: string, projectId: string): string =>
  join(root, 'hosted', `${projectId.toLowerCase()}.git`)

/** Repositories inside Headrace: bare folders below `root`. */
export function hostedProvider(root: string): Provider {
  return {
    kind: 'hosted',
    usesToken: 'never',
    reservedRefs: [],
    faults: ({ providerParameters }) => unknownFields(providerParameters, []),
    nameOf: () => 'hosted',
    remote: async ({ projectId }) => ({ kind: 'folder', path: hostedFolder(root, projectId) }),
    async checks({ projectId }) {
      if (await exists(hostedFolder(root, projectId)))
        return [passed('TARGET_EXISTS', 'The repository inside Headrace exists')]
      return [failed('TARGET_EXISTS', 'The repository inside Headrace is missing from the data folder')]
    },
    setDefaultBranch: ({ projectId }, branch) => setHead(hostedFolder(root, projectId), branch),
  }
}
