import { Type } from 'typebox'
import type { Client } from '../client/client.ts'
import { Failure } from '../client/failure.ts'
import { findProject } from '../client/lookup.ts'
import { variablesOfProject } from '../client/project-variables.ts'
import type { Fault } from '../pipeline/model.ts'
import { pipelineNameOf } from '../pipeline/names.ts'
import type { SourceFile } from '../pipeline/validate.ts'
import { type Call, defineTool, inputOf, optionalRef, projectInput, type Tool } from './tool.ts'

const MAX_GIVEN_FILES = 50
export const MAX_GIVEN_CHARACTERS = 1_000_000
const MAX_SHOWN_FAULTS = 100
/** Pipelines of the repository that are read because the given files name them. */
const MAX_READ_FILES = 200
const READS_AT_ONCE = 8

const validateFiles = defineTool({
  name: 'validate_files',
  title: 'Validate files',
  description:
    'Validates pipeline files that are not saved as if they were on a branch: the pipelines that they call are read from there, and project variables ' +
    'are known. Nothing is written. Files end in .orch.yaml or .tran.yaml.',
  effect: 'reads',
  input: inputOf({
    project: projectInput,
    ref: optionalRef,
    files: Type.Array(
      inputOf({
        path: Type.String({ minLength: 1, maxLength: 1000, description: 'Path in the repository' }),
        content: Type.String({ maxLength: MAX_GIVEN_CHARACTERS }),
      }),
      { minItems: 1, maxItems: MAX_GIVEN_FILES },
    ),
  }),
  run: async ({ project, ref, files }, call) => {
    const given = files.map(({ path, content }) => ({ path, text: content }))
    const none = given.filter(({ path }) => pipelineNameOf(path) === undefined)
    if (none.length > 0)
      throw new Failure(`${none.map(({ path }) => path).join(', ')}: not the name of a pipeline file.`, {
        hint: 'Pipeline files end in .orch.yaml or .tran.yaml.',
      })
    const { id: projectId, warehouse } = await findProject(call.client, project)
    const variables = await variablesOfProject(call.client, projectId)
    const { called, isWhole } = await calledFiles(call, projectId, ref, given)
    const faults = await faultsOf([...given, ...called], {
      warehouse,
      projectVariables: new Map(variables.map((one) => [one.name, one])),
    })
    const paths = new Set(given.map(({ path }) => path))
    const own = faults.filter(({ file }) => paths.has(file))
    return {
      valid: own.every(({ severity }) => severity !== 'error'),
      faults: own.slice(0, MAX_SHOWN_FAULTS),
      ...(own.length > MAX_SHOWN_FAULTS && { moreFaults: own.length - MAX_SHOWN_FAULTS }),
      ...(!isWhole && { note: `Of the pipelines that they name, only ${MAX_READ_FILES} were read.` }),
    }
  },
})

async function faultsOf(
  sources: readonly SourceFile[],
  facts: Parameters<typeof import('../pipeline/validate.ts').validateProject>[2],
): Promise<readonly Fault[]> {
  const { validateProject } = await import('../pipeline/validate.ts')
  const { componentCatalog } = await import('../components/catalog.ts')
  return validateProject(sources, componentCatalog, facts)
}

/**
 * The pipelines of a ref that the given files may call, and those that these call: their names are in the
 * texts.
 */
async function calledFiles(
  call: Call,
  projectId: string,
  ref: string | undefined,
  given: readonly SourceFile[],
): Promise<{ called: SourceFile[]; isWhole: boolean }> {
  const paths = new Set(given.map(({ path }) => path))
  let others = (await pipelinePaths(call, projectId, ref)).filter((path) => !paths.has(path))
  const called: SourceFile[] = []
  let texts = given.map(({ text }) => text)
  while (texts.length > 0 && others.length > 0) {
    const named = others.filter((path) => texts.some((text) => text.includes(lastName(path))))
    const wanted = named.slice(0, MAX_READ_FILES - called.length)
    if (wanted.length < named.length) return { called, isWhole: false }
    const read = await readAll(call, projectId, ref, wanted)
    called.push(...read)
    others = others.filter((path) => !wanted.includes(path))
    texts = read.map(({ text }) => text)
  }
  return { called, isWhole: true }
}

/** What every way to write the name of a pipeline ends in. */
const lastName = (path: string): string => pipelineNameOf(path)!.name.split('/').at(-1)!

async function pipelinePaths({ client }: Call, projectId: string, ref: string | undefined) {
  const files = await filesOf(client, projectId, ref)
  return files.map(({ path }) => path).filter((path) => pipelineNameOf(path) !== undefined)
}

/** A project without a repository has no other files. */
async function filesOf(client: Client, projectId: string, ref: string | undefined) {
  try {
    const path = { projectId }
    return await client.all('/v1/projects/{projectId}/repositories/files', { path, query: { ref } })
  } catch (error) {
    if (error instanceof Failure && error.status === 404 && ref === undefined) return []
    throw error
  }
}

async function readAll(
  { client }: Call,
  projectId: string,
  ref: string | undefined,
  paths: readonly string[],
): Promise<SourceFile[]> {
  const read: SourceFile[] = []
  for (let at = 0; at < paths.length; at += READS_AT_ONCE) {
    const some = paths.slice(at, at + READS_AT_ONCE).map(async (path) => {
      const { content } = await client.get('/v1/projects/{projectId}/repositories/files/content', {
        path: { projectId },
        query: { path, ref },
      })
      return { path, text: content }
    })
    read.push(...(await Promise.all(some)))
  }
  return read
}

export const validationTools: readonly Tool[] = [validateFiles]
