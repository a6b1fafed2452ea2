import { Type } from 'typebox'
import { findProject } from '../client/lookup.ts'
import {
  defineTool,
  executionInput,
  inputOf,
  optionalRef,
  pageInput,
  pageOf,
  projectInput,
  refInput,
  shortened,
  sizeInput,
  type Tool,
  windowOf,
} from './tool.ts'

const MAX_FILE_CHARACTERS = 40_000
const DIFF_FILES = 20
const MAX_DIFF_CHARACTERS = 2_500

const MAX_SHOWN_FAULTS = 50
const offsetInput = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Character to begin at; 0 by default' }),
)

const listBranches = defineTool({
  name: 'list_branches',
  title: 'List branches',
  description: 'Lists the branches of the repository of a project, by name.',
  effect: 'reads',
  input: inputOf({ project: projectInput, page: pageInput, size: sizeInput }),
  run: async ({ project, ...query }, { client }) => {
    const path = { projectId: (await findProject(client, project)).id }
    const answer = await client.get('/v1/projects/{projectId}/repositories/branches', { path, query })
    return pageOf(answer, (branch) => branch)
  },
})

const listPipelines = defineTool({
  name: 'list_pipelines',
  title: 'List pipelines',
  description:
    'Lists the pipelines of a branch, tag or commit with their files and how many errors and warnings each has. Pass an environment ' +
    'instead of a ref for those of its newest published version.',
  effect: 'reads',
  input: inputOf({
    project: projectInput,
    ref: optionalRef,
    environment: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    page: pageInput,
    size: sizeInput,
  }),
  run: async ({ project, environment: environmentName, ...query }, { client }) => {
    const path = { projectId: (await findProject(client, project)).id }
    const answer = await client.get('/v1/projects/{projectId}/pipelines', {
      path,
      query: { ...query, environmentName },
    })
    return pageOf(answer, (pipeline) => pipeline)
  },
})

const listFiles = defineTool({
  name: 'list_files',
  title: 'List files',
  description: 'Lists the files of a branch, tag or commit, by path.',
  effect: 'reads',
  input: inputOf({ project: projectInput, ref: optionalRef, page: pageInput, size: sizeInput }),
  run: async ({ project, ...query }, { client }) => {
    const path = { projectId: (await findProject(client, project)).id }
    const answer = await client.get('/v1/projects/{projectId}/repositories/files', { path, query })
    return pageOf(answer, (file) => file)
  },
})

const readFile = defineTool({
  name: 'read_file',
  title: 'Read a file',
  description:
    `Reads a file of a branch, tag or commit, ${MAX_FILE_CHARACTERS} characters at a time: continue at nextOffset. ` +
    'Its commitHash is the baseCommit of a later commit_files.',
  effect: 'reads',
  input: inputOf({
    project: projectInput,
    path: Type.String({ minLength: 1, maxLength: 1000, description: 'Path in the repository' }),
    ref: optionalRef,
    offset: offsetInput,
  }),
  run: async ({ project, path: file, ref, offset = 0 }, { client }) => {
    const found = await client.get('/v1/projects/{projectId}/repositories/files/content', {
      path: { projectId: (await findProject(client, project)).id },
      query: { path: file, ref },
    })
    const { path, commitHash, bytes, encoding, content } = found
    if (encoding !== 'utf-8') return { path, commitHash, bytes, content: 'The file is not text.' }
    return { path, commitHash, ...windowOf(content, offset, MAX_FILE_CHARACTERS) }
  },
})

const readPipeline = defineTool({
  name: 'read_pipeline',
  title: 'Read a pipeline',
  description:
    'Reads the file of a pipeline and its validation results: of a branch, tag or commit (the default branch by default), as it is ' +
    'published in an environment, or as an execution ran it.',
  effect: 'reads',
  input: inputOf({
    project: projectInput,
    name: Type.String({ minLength: 1, maxLength: 1000, description: 'As list_pipelines names it' }),
    ref: optionalRef,
    environment: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    execution: Type.Optional(executionInput),
    offset: offsetInput,
  }),
  run: async ({ project, name, ref, environment, execution, offset = 0 }, { client }) => {
    const found = await client.get('/v1/projects/{projectId}/pipelines/details', {
      path: { projectId: (await findProject(client, project)).id },
      query: { name, ref, environmentName: environment, pipelineExecutionId: execution },
    })
    const { path, commitHash, versionName, text } = found
    const faults = found.faults.slice(0, MAX_SHOWN_FAULTS)
    return { path, commitHash, versionName, faults, ...windowOf(text, offset, MAX_FILE_CHARACTERS) }
  },
})

const showDiff = defineTool({
  name: 'show_diff',
  title: 'Show a diff',
  description:
    'Shows the files that differ between two branches, tags, commits or drafts: unified diffs, and of pipelines the components that were added, ' +
    `changed and removed. ${DIFF_FILES} files a page.`,
  effect: 'reads',
  input: inputOf({
    project: projectInput,
    from: Type.Optional(refInput('Branch, tag or commit before')),
    fromDraft: Type.Optional(refInput('Instead of from: branch of your own draft')),
    to: Type.Optional(refInput('Branch, tag or commit after')),
    toDraft: Type.Optional(refInput('Instead of to: branch of your own draft')),
    page: pageInput,
  }),
  run: async ({ project, ...query }, { client }) => {
    const answer = await client.get('/v1/projects/{projectId}/repositories/diff', {
      path: { projectId: (await findProject(client, project)).id },
      query: { ...query, size: DIFF_FILES },
    })
    const { fromCommit, toCommit } = answer
    const files = pageOf(answer, ({ path, change, diff, components }) => ({
      path,
      change,
      components,
      diff: diff && shortened(diff, MAX_DIFF_CHARACTERS),
    }))
    return { fromCommit, toCommit, ...files }
  },
})

export const repositoryTools: readonly Tool[] = [
  listBranches,
  listPipelines,
  listFiles,
  readFile,
  readPipeline,
  showDiff,
]
