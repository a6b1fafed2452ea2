import { execFile, execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPythonClient } from '../../scripts/build-clients.ts'

const run = promisify(execFile)
const MIN_SETUPTOOLS = 77
/** Where the license of a package is one word and the wheel needs no other package. */
const canPack = `import re, setuptools, pip, sys
sys.exit(0 if int(setuptools.__version__.split(".")[0]) >= ${MIN_SETUPTOOLS} else 1)`

/** Why the Python client is not tried on this machine; undefined when it is. Prints the reason. */
export function whyNoPython(): string | undefined {
  try {
    const check = 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else 1)'
    execFileSync('python3', ['-c', check], { stdio: 'ignore' })
    return undefined
  } catch {
    const reason = 'Python 3.10 or newer is not installed: the Python client is not tried'
    console.warn(reason)
    return reason
  }
}

/**
 * The package of the Python client as a program has it: its wheel where that can be made here, else its
 * sources.
 */
export async function installedPythonClient(folder: string) {
  const built = join(folder, 'built')
  await buildPythonClient(built)
  const path = (await wheelOf(built, join(folder, 'wheel'))) ?? join(built, 'src')
  const place = { PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1', PATH: process.env['PATH'] }

  /** What a script prints; warnings are errors. */
  async function runScript(script: string, env: Readonly<Record<string, string>>): Promise<string> {
    const args = ['-W', 'error', '-c', script]
    const { stdout } = await run('python3', args, { cwd: folder, env: { ...place, ...env } })
    return stdout
  }
  return { run: runScript }
}

async function wheelOf(built: string, target: string): Promise<string | undefined> {
  const isPackable = await run('python3', ['-c', canPack]).then(
    () => true,
    () => false,
  )
  if (!isPackable) return undefined
  const flags = ['--no-deps', '--no-build-isolation', '--no-index', '--disable-pip-version-check']
  await run('python3', ['-m', 'pip', 'wheel', ...flags, '--wheel-dir', target, built])
  const [wheel] = await readdir(target)
  return join(target, wheel!)
}

/**
 * What the page does not show: pages, a log that is being written, a break of waiting, conditional changes,
 * retries.
 */
export const pythonChecks = `
import os, threading
from headrace_client import ApiError, Headrace

headrace = Headrace.from_environment()
project = os.environ["PROJECT"]

def create(first):
    for i in range(first, first + 30):
        headrace.create_project_variable(project, {"name": f"v{i}", "type": "TEXT", "behaviour": "COPIED"})

threads = [threading.Thread(target=create, args=(first,)) for first in range(0, 120, 30)]
for thread in threads: thread.start()
for thread in threads: thread.join()
names = [variable["name"] for variable in headrace.iter_project_variables(project)]
print(len(names), len(set(names)))

started = headrace.create_pipeline_execution(project, {"pipelineName": "slow", "environmentName": "Development"})
id = started["pipelineExecutionId"]
lines = [line["text"] for line in headrace.follow_logs(id)]
print(*[line for line in lines if line in ("first", "last")])
print([e["pipelineExecutionId"] for e in headrace.iter_pipeline_executions(project_id=project, pipeline_name="slow")] == [id])

try:
    headrace.run_and_wait(project, {"pipelineName": "slow", "environmentName": "Development"}, timeout_s=0)
except TimeoutError as error:
    print("still running")

etag = headrace.open("GET", "/v1/projects/{projectId}", {"projectId": project}).headers["etag"]
changed = headrace.update_project(project, {"description": "Sales"}, if_match=etag)
try:
    headrace.update_project(project, {"description": "Other"}, if_match=etag)
except ApiError as error:
    print(changed["description"] == "Sales", error.status == 412)

print(Headrace(os.environ["STUMBLING"], token="a token").create_project({"name": "Sales"})["name"])
`
