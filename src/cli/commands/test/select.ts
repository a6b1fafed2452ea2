import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../client/failure.ts'
import type { PipelineTest } from '../../../pipeline/tests/model.ts'
import { brokenTest, type TestResult } from '../../../pipeline/tests/result.ts'
import { readProjectFiles } from '../publish/source-files.ts'
import { exitCodes } from '../validate/sources.ts'

/** The tests of a folder, those that cannot be read, and the text files that all of them may use. */
export interface Selection {
  readonly tests: readonly PipelineTest[]
  /** A test with an error is a failed one. */
  readonly broken: readonly TestResult[]
  readonly files: readonly { readonly path: string; readonly content: string }[]
}

/**
 * The tests below `folder`, or those whose names match one of `filters`. Throws Failure when no test is
 * found.
 */
export async function selectTests(
  folder: string,
  dir: string,
  filters: readonly string[],
): Promise<Selection> {
  // Loaded when it is needed: the other commands start faster without the pipeline language.
  const { validateAll } = await import('../../../pipeline/validate.ts')
  const { readTests } = await import('../../../pipeline/tests/validate.ts')
  const { testNameOf } = await import('../../../pipeline/names.ts')
  const { componentCatalog } = await import('../../../components/catalog.ts')
  const files = readProjectFiles(folder).files.map(({ path, bytes }) => ({
    path,
    text: bytes.toString('utf8'),
  }))
  const isMeant = matcher(filters)
  const wanted = files.filter(({ path }) => isMeant(testNameOf(path)))
  if (wanted.length === 0) throw nothingToTest(dir, filters)
  const { files: pipelines } = validateAll(files, componentCatalog, {})
  const { tests, faults } = readTests(wanted, {
    pipelines,
    catalog: componentCatalog,
    hasFile: (path) => existsSync(join(folder, path)),
  })
  const errors = Map.groupBy(
    faults.filter(({ severity }) => severity === 'error'),
    ({ file }) => file,
  )
  const broken = [...errors].map(([file, found]) => brokenTest(file, found))
  return {
    tests: tests.filter(({ file }) => !errors.has(file)),
    broken,
    files: files.map(({ path, text }) => ({ path, content: text })),
  }
}

function nothingToTest(dir: string, filters: readonly string[]): Failure {
  const exitCode = exitCodes.notChecked
  if (filters.length > 0)
    return new Failure(`No test in ${dir} matches ${filters.join(' or ')}.`, {
      hint: 'headrace test --list shows the names.',
      exitCode,
    })
  return new Failure(`No tests in ${dir}.`, { hint: 'Tests are files that end in .test.yaml.', exitCode })
}

/** A part of the name, or with `*` a pattern for all of it, in any case. */
function matcher(filters: readonly string[]): (name: string | undefined) => boolean {
  const patterns = filters.map((filter) => {
    const parts = filter.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(parts.length > 1 ? `^${parts.join('.*')}$` : parts[0]!, 'i')
  })
  return (name) => name !== undefined && (patterns.length === 0 || patterns.some((one) => one.test(name)))
}
