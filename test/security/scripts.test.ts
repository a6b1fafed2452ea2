import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { canActAsOthers } from '../support/other-users.ts'
import { type Answer, type Asked, aDataDirOf, ask, isRoot, USER } from './support/ask.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** What a stranger would like to know; nothing of it may be in what a script says. */
const secret = 'the-secret-of-somebody-else'

const attacks = {
  parent: { language: 'bash', script: 'tr "\\0" "\\n" </proc/$PPID/environ; cat /proc/*/environ; env' },
  identity: {
    language: 'bash',
    script: 'id -u; grep -E "Cap(Prm|Eff|Inh|Amb)|NoNewPrivs" /proc/self/status',
  },
  descriptors: { language: 'bash', script: 'for fd in /proc/$$/fd/*; do readlink "$fd"; done' },
  processes: { language: 'bash', script: 'ps ax -o pid= | wc -l; kill -9 $VICTIM' },
  data: {
    language: 'bash',
    script: 'cat $DATA/admin-credentials.json $DATA/*/*; ls -a $DATA; find / -name theirs.csv',
  },
  others: { language: 'bash', script: 'cat $DATA/files/theirs/prod/theirs.csv; ls $DATA/files' },
  system: {
    language: 'bash',
    script: 'echo x >/usr/lib/x; echo x >/etc/x; echo x >/x; cat /etc/shadow; ls /etc | wc -l',
  },
  mine: {
    language: 'bash',
    script: 'echo kept >$HEADRACE_FILES/kept.csv; echo t >/tmp/t; cat $HEADRACE_FILES/*.csv /tmp/t',
  },
  keys: {
    language: 'python',
    script: [
      'import ctypes, errno, os',
      'call = ctypes.CDLL(None, use_errno=True).syscall',
      'first = 248 if os.uname().machine == "x86_64" else 217',
      'for at in range(3): print(errno.errorcode[ctypes.get_errno()] if call(first + at, 0, -3, 0, 0, 0) < 0 else "done")',
    ].join('\n'),
  },
  spared: {
    language: 'bash',
    script: '[ -e /proc/$$ ] || echo 800; echo 0 >/proc/$$/oom_score_adj; cat /proc/$$/oom_score_adj',
  },
  memory: { language: 'python', script: 'x = bytearray(3 << 30)' },
  temporary: {
    language: 'bash',
    script: 'for i in 1 2 3; do head -c 20M /dev/zero >/dev/shm/$i || exit 1; done',
  },
  bomb: {
    language: 'python',
    script: 'import subprocess\nfor _ in range(500): subprocess.Popen(["sleep", "5"])',
  },
  cpu: { language: 'bash', script: 'while :; do :; done' },
  leftover: {
    language: 'bash',
    script: 'setsid sleep 8642.1 & (setsid sh -c "sleep 8642.2 &" &); echo started',
  },
  link: {
    language: 'python',
    script: [
      'import os, glob',
      'path = glob.glob(os.path.join(os.path.dirname(__file__), "updates*"))[0]',
      'os.remove(path)',
      'os.symlink(os.environ["HOME"] + "/../../admin-credentials.json", path)',
    ].join('\n'),
  },
  ways: {
    language: 'python',
    script: [
      'import ctypes, fcntl, os, socket',
      'files, home = os.environ["HEADRACE_FILES"], os.environ["HOME"]',
      'os.makedirs(files + "/deep/folder")',
      'os.symlink("/", home + "/link")',
      'def said(what, action):',
      '  try: print(what, action() or "done")',
      '  except OSError as error: print(what, error.strerror)',
      'said("link", lambda: os.symlink("/", files + "/link"))',
      'said("moved link", lambda: os.rename(home + "/link", files + "/link"))',
      'said("second name", lambda: os.link(home + "/link", files + "/link", follow_symlinks=False))',
      'said("moved folder", lambda: os.rename(files + "/deep/folder", files + "/folder"))',
      'said("renamed folder", lambda: os.rename(files + "/deep/folder", files + "/deep/other"))',
      'said("pipe", lambda: os.mkfifo(files + "/pipe"))',
      'said("moved pipe", lambda: (os.mkfifo(home + "/pipe"), os.rename(home + "/pipe", files + "/pipe")))',
      'said("socket", lambda: socket.socket(socket.AF_UNIX).bind(files + "/socket"))',
      'said("lease", lambda: fcntl.fcntl(open(files + "/leased", "w"), fcntl.F_SETLEASE, fcntl.F_WRLCK))',
      'said("flag", lambda: fcntl.fcntl(open(files + "/leased", "w"), fcntl.F_SETFD, 1))',
      'libc = ctypes.CDLL(None)',
      'libc.unshare(0x10020000)',
      'said("mount", lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None))',
      'said("overlay", lambda: libc.syscall(430, b"overlay", 0))',
    ].join('\n'),
  },
  stubborn: {
    language: 'python',
    script: [
      'import os',
      'for folder in [os.getcwd(), "/tmp"]:',
      '  os.makedirs(folder + "/closed/inside")',
      '  os.chmod(folder + "/closed", 0)',
    ].join('\n'),
  },
  // The two run one after another in one interpreter.
  first: {
    language: 'python',
    script: [
      'import builtins, os, subprocess, sys',
      'for name in os.listdir("/proc/self/fd"):',
      '  try: print("fd", os.readlink("/proc/self/fd/" + name))',
      '  except OSError: pass',
      'subprocess.Popen(["sh", "-c", "sleep 8642.3; echo late"], start_new_session=True)',
      'open("/tmp/left", "w").close()',
      'os.environ["LEFT"] = builtins.left = "left"',
      'own = os.getcwd()',
      'try: os.rename(own, own + "-"), os.rename(own + "-", own)',
      'except OSError as error: print("own folder", error.strerror)',
      'sys.stdout.write("no end of line")',
    ].join('\n'),
  },
  second: {
    language: 'python',
    script: [
      'import builtins, os, subprocess',
      'print(os.path.exists("/tmp/left"), os.environ.get("LEFT"), hasattr(builtins, "left"))',
      'print(os.getcwd() == os.path.dirname(__file__) == os.environ["HOME"] == os.environ["TMPDIR"])',
      'print("8642.3" in subprocess.run(["ps", "ax"], capture_output=True, text=True).stdout)',
      'print(os.path.basename(os.path.dirname(os.path.dirname(__file__)))[:7])',
      'raise SystemExit(3)',
    ].join('\n'),
  },
  values: {
    language: 'bash',
    script: 'printf "%s|" "$odd" "$UID" "$table"',
    variables: { odd: "a'b\nö$x`", UID: 7, table: 't' },
  },
} as const satisfies Record<string, Asked['scripts'][number]>

type Attack = keyof typeof attacks
const names = Object.keys(attacks) as Attack[]

const means = ['bubblewrap', 'unshare'] as const
const users = (await canActAsOthers()) ? (['self', 'user'] as const) : (['self'] as const)
const cases = means.flatMap((mode) => users.map((as) => ({ mode, as })))
const isLinux = process.platform === 'linux'

/** A machine may lack one of the means; the other must be there, or there is nothing to trust. */
test.runIf(isLinux)('this machine can contain scripts', () => {
  const dataDir = aDataDirOf('self')
  try {
    expect(ask({ mode: 'contained', dataDir, scripts: [] }, 'self')).toMatchObject({ holds: true })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test.runIf(isLinux && isRoot)('where nothing contains scripts, they fail and say what to do', () => {
  const dataDir = aDataDirOf('self')
  const scripts = [{ language: 'bash' as const, script: 'echo ran' }]
  const say = (mode: Asked['mode']) => ask({ mode, dataDir, scripts }, 'powerless-root').said[0]!
  try {
    const refused = say('contained')
    expect(refused).toMatchObject({ result: 'FAILED', lines: [] })
    expect(refused.message).toContain('apt-get install bubblewrap')
    expect(refused.message).toContain('HEADRACE_SCRIPTS=shared')
    expect(say('off')).toMatchObject({ result: 'FAILED', lines: [] })
    expect(say('shared')).toMatchObject({ result: 'SUCCESS', lines: ['ran'] })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

describe.runIf(isLinux).each(cases)('scripts contained by $mode, runner as $as', ({ mode, as }) => {
  const dataDir = aDataDirOf(as)
  let answer: Answer
  let victim: ChildProcess
  const said = (name: Attack) => answer.said[names.indexOf(name)]!
  /** A kernel without Landlock leaves the files of an environment read-only. */
  const writesFiles = () => answer.holds && !answer.summary.includes('read-only for them')
  const text = (name: Attack) =>
    `${said(name).lines.join('\n')} ${said(name).message} ${JSON.stringify(said(name).updates)}`

  beforeAll(() => {
    mkdirSync(join(dataDir, 'files/theirs/prod'), { recursive: true })
    for (const name of ['admin-credentials.json', 'master-key', 'files/theirs/prod/theirs.csv'])
      writeFileSync(join(dataDir, name), JSON.stringify({ variable: 'odd', value: secret }), { mode: 0o644 })
    if (as === 'user') for (const name of ['files', 'files/theirs']) chmodSync(join(dataDir, name), 0o777)
    // Never a script that ends whatever it can: with the containment broken that would be the whole machine.
    victim = spawn('sleep', ['600'], { stdio: 'ignore', ...(as === 'user' && isRoot ? { uid: USER } : {}) })
    const env = { DATA: dataDir, VICTIM: String(victim.pid) }
    const scripts = names.map((name) => {
      const own = attacks[name]
      const script = own.script.replaceAll('$DATA', env.DATA).replaceAll('$VICTIM', env.VICTIM)
      return { ...own, script }
    })
    answer = ask({ mode, dataDir, scripts }, as, {
      HEADRACE_SECRET_OTHER: secret,
      HEADRACE_MASTER_KEY: secret,
    })
  })
  afterAll(() => {
    victim.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('the means is here', ({ skip }) => {
    if (mode === 'bubblewrap' && !isInstalled('bwrap')) skip()
    expect(answer.summary).toContain(`contained by ${mode}`)
    expect(answer.holds).toBe(true)
  })

  test('no script says what it was not given', ({ skip }) => {
    if (!answer.holds) skip()
    for (const name of names) expect([name, text(name).includes(secret)]).toEqual([name, false])
    expect(text('others')).not.toContain('theirs.csv\n')
    expect(text('others')).not.toMatch(/^theirs$/m)
  })

  test('it is nobody: no rights, no descriptors, no other processes', ({ skip }) => {
    if (!answer.holds) skip()
    const [id, ...rights] = said('identity').lines
    expect(id).not.toBe('0')
    expect(rights.map((line) => line.split(/\s+/)[1])).toEqual([...Array(4).fill('0'.repeat(16)), '1'])
    expect(
      said('descriptors').lines.filter(
        (line) => !/^(\/dev\/null|socket:.*|.*script\.sh|pipe:.*)$/.test(line),
      ),
    ).toEqual([])
    expect(Number(said('processes').lines[0])).toBeLessThan(8)
    expect([victim.exitCode, victim.signalCode]).toEqual([null, null])
  })

  test('it reaches none of the keys that the kernel keeps for the session of the runner', ({ skip }) => {
    if (!writesFiles()) skip()
    expect(said('keys').lines).toEqual(['EPERM', 'EPERM', 'EPERM'])
  })

  test('it cannot have the kernel spare it when memory runs out', ({ skip }) => {
    if (!answer.holds || (mode === 'unshare' && (as === 'user' || !isRoot))) skip()
    expect(said('spared').lines.at(-1)).toBe('800')
  })

  test('it reads the system and writes what is its own', ({ skip }) => {
    if (!writesFiles()) skip()
    expect(said('mine')).toMatchObject({ result: 'SUCCESS', lines: ['kept', 't'] })
    expect(text('system')).not.toContain('root:')
    expect(() => accessSync('/usr/lib/x')).toThrow()
    expect(Number(said('system').lines.at(-1))).toBeLessThan(40)
  })

  test('a limit that it reaches is named with its setting', ({ skip }) => {
    if (!answer.holds) skip()
    expect(said('memory')).toMatchObject({
      result: 'FAILED',
      message: expect.stringContaining('256 MiB of memory (HEADRACE_SCRIPT_MEMORY_MIB)'),
    })
    expect(said('temporary').message).toContain('HEADRACE_SCRIPT_FILE_MIB')
    expect(said('bomb').message).toContain('64 processes (HEADRACE_SCRIPT_PROCESSES)')
    expect(said('cpu').message).toContain('2 s of CPU time (HEADRACE_SCRIPT_CPU_SECONDS)')
  })

  test('it makes no link among its files, and moves no folder to another, which would lead SQL out of them', ({
    skip,
  }) => {
    if (!writesFiles()) skip()
    expect(said('ways').lines).toEqual([
      'link Permission denied',
      'moved link Invalid cross-device link',
      'second name Invalid cross-device link',
      'moved folder Invalid cross-device link',
      'renamed folder done',
      'pipe Permission denied',
      'moved pipe Invalid cross-device link',
      'socket Permission denied',
      'lease Operation not permitted',
      'flag done',
      'mount -1',
      'overlay -1',
    ])
  })

  test('a link in the place of its updates is not followed', ({ skip }) => {
    if (!answer.holds) skip()
    expect(said('link')).toMatchObject({ result: 'FAILED', message: expect.stringContaining('updates') })
    expect(said('link').updates).toBeUndefined()
  })

  test('a script that closes its folders does no harm to its own step', ({ skip }) => {
    if (!answer.holds) skip()
    expect(said('stubborn')).toMatchObject({ result: 'SUCCESS' })
  })

  test('a script leaves nothing to the next one in its interpreter', ({ skip }) => {
    if (!answer.holds) skip()
    const lines = said('first').lines
    expect(
      lines.filter(
        (line) =>
          line.startsWith('fd') &&
          !/ (\/dev\/null|socket:.*|pipe:.*|\/proc\/\d+\/fd|.*updates\.jsonl)$/.test(line),
      ),
    ).toEqual([])
    // A runner that is not root has the same account, which may.
    if (isRoot && as === 'self') expect(lines).toContain('own folder Permission denied')
    expect(lines.at(-1)).toBe('no end of line')
    expect(said('first').result).toBe('SUCCESS')
    expect(said('second')).toMatchObject({
      result: 'FAILED',
      message: 'The script ended with exit code 3',
      lines: ['False None False', 'True', 'False', 'server-'],
    })
  })

  test('values arrive as they are', ({ skip }) => {
    if (!answer.holds) skip()
    expect(said('values').lines).toEqual(["a'b", expect.stringMatching(/^ö\$x`\|\d+\|t\|$/)])
  })
})

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
