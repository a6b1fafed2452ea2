import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { establishContainment } from '../../src/components/common/contained/containment.ts'
import {
  createScriptServers,
  type ScriptServers,
} from '../../src/components/common/contained/script-servers.ts'
import type { Scripts } from '../../src/components/common/contained/scripts.ts'
import { run as runPython } from '../../src/components/orchestration/python-script/run.ts'
import { stepContext, type TestContext } from '../../src/components/testing/step-context.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const left = 'import os\nleft = os.environ["HEADRACE_FILES"] + "/left"\n'
const releases = 'class Left:\n  def __del__(self): print("released by", os.path.basename(left))\n'

/** What a script leaves open, each of which writes `whole` into the file. */
const leftOpen = [
  ['an open file', 'file = open(left, "w")\nfile.write("whole")'],
  ['a file that a module holds', 'import json\njson.kept = open(left, "w")\njson.kept.write("whole")'],
  [
    'a file that a function of the end writes',
    'import atexit\natexit.register(lambda: open(left, "w").write("whole"))',
  ],
  [
    'a thread that still writes',
    'import threading, time\ndef late():\n  time.sleep(0.2)\n  open(left, "w").write("whole")\nthreading.Thread(target=late).start()',
  ],
  [
    'what a module of its own keeps',
    'import sys\nopen(os.path.dirname(__file__) + "/own.py", "w").write("kept = []")\nimport own\n' +
      'class Left:\n  write = open\n  def __del__(self): self.file.write("whole")\nown.kept.append(Left())\nown.kept[0].file = open(left, "w")',
  ],
]

const exits = [
  ['sys.exit(True)', 'exit code 1'],
  ['sys.exit(300)', 'exit code 44'],
  ['sys.exit("nothing to do")', 'nothing to do'],
  ['print("half", end="")\nsys.exit(3)', 'exit code 3'],
  ['sys.stdout.close()\nsys.exit(5)', 'exit code 5'],
]

const saysLanguage = 'import os\nprint(len(os.environ["LANG"]))'
const leavesMuch = 'import os\nfor i in range(5000): open("/tmp/left-%d" % i, "w").close()'
const findsLeft = 'import os\nprint([one for one in os.listdir("/tmp") if "left" in one])'

const whoServes = 'import os\nprint(os.path.dirname(os.path.dirname(__file__)))'

interface More {
  readonly begun?: () => Promise<void>
  readonly signal?: AbortSignal
  readonly timeout?: string
  readonly onLine?: (line: string) => void
}

/** An interpreter that stays for the scripts of one execution, in a container as runners have it. */
// Over 60 lines: the tests share one container.
describe.runIf(process.platform === 'linux')('scripts in an interpreter that stays', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'headrace-served-'))
  const scratchRoot = join(dataDir, 'scratch')
  const filesFolder = join(dataDir, 'files', 'mine', 'prod')
  let scripts: Scripts
  let servers: ScriptServers

  beforeAll(async () => {
    const containment = await establishContainment({
      mode: 'contained',
      limits: { memoryMib: 256, processes: 64, fileMib: 8, cpuSeconds: 0 },
      scratchRoot,
      readable: [],
      hidden: [dataDir],
      path: process.env['PATH'] ?? '',
      python: 'python3',
    })
    expect(containment).toMatchObject({ holds: true })
    scripts = containment.scriptsFor({ project: 'mine', environment: 'prod', filesFolder })
    servers = createScriptServers(scripts, scratchRoot)
  })
  afterEach(() => servers.close())
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  async function say(script: string, { begun, signal, timeout, onLine }: More = {}) {
    const own: TestContext = stepContext({ scripts, scriptServers: servers, filesFolder })
    const context = {
      ...own,
      ...(signal !== undefined && { signal }),
      ...(begun !== undefined && { begun }),
      log: (line: string) => {
        own.log(line)
        onLine?.(line)
      },
      lines: own.lines,
    }
    try {
      const outcome = await runPython.run(context, { script, ...(timeout !== undefined && { timeout }) })
      return { ...outcome, lines: own.lines }
    } finally {
      own.dispose()
    }
  }

  const serversOnDisk = () => readdirSync(scratchRoot).filter((name) => name.startsWith('server-'))

  test('one interpreter runs one after another, two at once need two, and none is left', async () => {
    const [first, second] = [await say(whoServes), await say(whoServes)]
    expect(first.result).toBe('SUCCESS')
    expect(second.lines).toEqual(first.lines)
    const both = await Promise.all([say(whoServes), say(whoServes)])
    expect(new Set(both.flatMap(({ lines }) => lines)).size).toBe(2)
    expect(serversOnDisk()).toHaveLength(2)
    await servers.close()
    expect(serversOnDisk()).toEqual([])
  })

  test('a script waits, ready to run, until its step has begun on disk, and does not run when that is cancelled', async () => {
    const [onDisk, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const touch = 'import os\nopen(os.environ["HEADRACE_FILES"] + "/ran", "w").close()'
    const ran = () => existsSync(join(filesFolder, 'ran'))
    const begun = () => {
      ready.resolve()
      return onDisk.promise
    }
    const waiting = say(touch, { begun })
    await ready.promise
    // Whatever had started before would be over when two others have run one after another.
    for (const _ of [1, 2]) expect(await say('print("ran")')).toMatchObject({ lines: ['ran'] })
    expect(ran()).toBe(false)
    await expect(say(touch, { begun: () => Promise.reject(new Error('cancelled')) })).rejects.toThrow(
      'cancelled',
    )
    expect(ran()).toBe(false)
    onDisk.resolve()
    expect(await waiting).toMatchObject({ result: 'SUCCESS' })
    expect(ran()).toBe(true)
  })

  test('a script is read as Python reads a file, whatever ends its lines', async () => {
    const script = 'print(repr("""a\r\nb\rc"""))\r\nprint("é", __file__.endswith("script.py"))\rprint("end")'
    const said = ["'a\\nb\\nc'", 'é True', 'end']
    expect(await say(script)).toMatchObject({ result: 'SUCCESS', lines: said })
  })

  test('a script has the environment that it is given, and nothing of the one before', async () => {
    vi.stubEnv('LANG', 'first')
    const [first] = (await say('import os\nprint(sorted(os.environ.items()))\nos.environ["MINE"] = "left"'))
      .lines
    vi.stubEnv('LANG', 'second')
    const [second] = (await say('import os\nprint(sorted(os.environ.items()))')).lines
    vi.unstubAllEnvs()
    const folder = /step-\w+/g
    expect(first).toContain("('LANG', 'first')")
    expect(second!.replaceAll(folder, '')).toBe(first!.replaceAll(folder, '').replace("'first'", "'second'"))
  })

  test('where the interpreter does not come up, each script is started for itself, and it is tried once', async () => {
    let tries = 0
    const broken: Scripts = {
      ...scripts,
      prepareServer: async (program) => {
        tries += 1
        return scripts.prepareServer!({ ...program, args: ['-c', 'pass'] })
      },
    }
    servers = createScriptServers(broken, scratchRoot)
    try {
      for (const _ of [1, 2])
        expect(await say('print("ran")')).toMatchObject({ result: 'SUCCESS', lines: ['ran'] })
    } finally {
      servers = createScriptServers(scripts, scratchRoot)
    }
    expect(tries).toBe(1)
    expect(serversOnDisk()).toEqual([])
  })

  test('a script whose request is larger than a pipe holds runs', async () => {
    vi.stubEnv('LANG', 'x'.repeat(120_000))
    const both = [await say(saysLanguage), await say(saysLanguage)]
    vi.unstubAllEnvs()
    expect(both.map(({ lines }) => lines)).toEqual([['120000'], ['120000']])
  })

  test.each([1, 2])('the next script waits until what the last one left is gone (%s)', async () => {
    expect((await say(leavesMuch)).result).toBe('SUCCESS')
    expect((await say(findsLeft)).lines).toEqual(['[]'])
  })

  test('a line is in the log while its script still runs', async () => {
    const script = [
      'import os, time',
      'print("begun")',
      'deadline = time.monotonic() + 50',
      'while not os.path.exists(os.environ["HEADRACE_FILES"] + "/go"):',
      '  assert time.monotonic() < deadline',
      '  time.sleep(0.01)',
    ].join('\n')
    let told = () => {}
    const begun = new Promise<void>((resolve) => {
      told = resolve
    })
    const outcome = say(script, { onLine: told })
    await begun
    await say('import os\nopen(os.environ["HEADRACE_FILES"] + "/go", "w").close()')
    expect((await outcome).result).toBe('SUCCESS')
  })

  const waiting = [
    'import signal, sys, time',
    'signal.signal(signal.SIGTERM, lambda *_: (print("asked to end"), sys.exit(0)))',
    'print("begun")',
    'time.sleep(600)',
  ].join('\n')

  test('after its time a script is asked to end, and its interpreter serves no other', async () => {
    const before = await say(whoServes)
    expect(await say(waiting, { timeout: '1' })).toMatchObject({
      result: 'FAILED',
      message: expect.stringContaining('did not end within 1 s'),
      lines: ['begun', 'asked to end'],
    })
    expect((await say(whoServes)).lines).not.toEqual(before.lines)
  })

  test('a cancelled script ends', async () => {
    const cancel = new AbortController()
    const outcome = say(waiting, { signal: cancel.signal, onLine: () => cancel.abort() })
    await expect(outcome).rejects.toThrow()
    expect(serversOnDisk()).toEqual([])
  })

  test.each([
    [
      'ends its interpreter',
      [
        'import os, signal, sys, time',
        'parent = os.getppid()',
        'os.kill(parent, signal.SIGKILL)',
        '# The kernel keeps the first process of a namespace from what is inside: without Bubblewrap that is the interpreter.',
        'if parent == 1: sys.exit(1)',
        'time.sleep(600)',
      ].join('\n'),
    ],
    ['ends by a signal', 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)'],
    ['ends at once', 'import os\nos._exit(7)'],
  ])('a script that %s fails, and the next one runs', async (_, script) => {
    expect((await say(script)).result).toBe('FAILED')
    expect((await say('print("next")')).lines).toEqual(['next'])
  })

  test.each(leftOpen)('%s is whole when the script has ended', async (_, script) => {
    expect((await say(left + script)).result).toBe('SUCCESS')
    expect((await say(`${left}print(open(left).read())\nos.remove(left)`)).lines).toEqual(['whole'])
  })

  test('objects of a script are released at its end, while its names are there', async () => {
    expect((await say(`${left}${releases}kept = Left()`)).lines).toEqual(['released by left'])
  })

  test.each(exits)('%s decides as in a process of its own', async (script, message) => {
    expect(await say(`import sys\n${script}`)).toMatchObject({
      result: 'FAILED',
      message: expect.stringContaining(message),
    })
  })
})
