import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '..')
const client = join(root, 'clients/typescript')

/**
 * Writes the package of the TypeScript client into `target`, as `npm publish` takes it: JavaScript with its
 * types, among them those of the API, and the page of the documentation as its README.
 */
export async function buildTypescriptClient(target: string): Promise<void> {
  const staging = join(root, 'node_modules/.cache/typescript-client')
  for (const folder of [staging, target]) await rm(folder, { recursive: true, force: true })
  await cp(join(client, 'src'), join(staging, 'src'), { recursive: true })
  await mkdir(join(staging, 'openapi'))
  const types = join(staging, 'openapi/types.generated.ts')
  await cp(join(root, 'openapi/types.generated.ts'), types)
  const names = await readdir(join(staging, 'src'))
  const paths = names.map((name) => join(staging, 'src', name))
  // In the package the types of the API are beside the sources, not in another part of a repository.
  await Promise.all(paths.map((path) => replaceIn(path, "'../../../openapi/", "'../openapi/")))
  compile(staging, target, [...paths, types])
  const written = await readdir(target, { recursive: true })
  const declarations = written.filter((name) => name.endsWith('.d.ts')).map((name) => join(target, name))
  await Promise.all(declarations.map((path) => replaceIn(path, ".ts'", ".js'")))
  await cp(join(client, 'package.json'), join(target, 'package.json'))
  await cp(join(root, 'LICENSE'), join(target, 'LICENSE'))
  await cp(join(root, 'docs/guides/typescript-client.md'), join(target, 'README.md'))
}

/**
 * Writes the package of the Python client into `target`, as `pip install` and `pip wheel` take it, with the
 * page of the documentation as its README.
 */
export function buildPythonClient(target: string): Promise<void> {
  return buildPythonPackage('clients/python', 'docs/guides/python-client.md', target)
}

/**
 * Writes the package with which Airflow, Dagster and Prefect run pipelines into `target`; it needs the
 * client's.
 */
export function buildPythonOrchestrators(target: string): Promise<void> {
  return buildPythonPackage('clients/python-orchestrators', 'docs/guides/orchestrators.md', target)
}

async function buildPythonPackage(folder: string, page: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true })
  const isSource = (path: string) => !path.includes('__pycache__') && !path.endsWith('.egg-info')
  const source = join(root, folder)
  await cp(join(source, 'src'), join(target, 'src'), { recursive: true, filter: isSource })
  await cp(join(source, 'pyproject.toml'), join(target, 'pyproject.toml'))
  await cp(join(root, 'LICENSE'), join(target, 'LICENSE'))
  await cp(join(root, page), join(target, 'README.md'))
}

async function replaceIn(path: string, old: string, by: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(old, by))
}

function compile(rootDir: string, outDir: string, paths: readonly string[]): void {
  const program = ts.createProgram(paths, {
    rootDir,
    outDir,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  })
  const { diagnostics } = program.emit()
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (faults.length === 0) return
  const host = { getCurrentDirectory: () => root, getCanonicalFileName: String, getNewLine: () => '\n' }
  throw new Error(ts.formatDiagnostics(faults, host))
}

/** `npm run build:clients`: into `dist-clients`. */
if (import.meta.main) {
  await buildTypescriptClient(join(root, 'dist-clients/typescript'))
  await buildPythonClient(join(root, 'dist-clients/python'))
  await buildPythonOrchestrators(join(root, 'dist-clients/python-orchestrators'))
}
