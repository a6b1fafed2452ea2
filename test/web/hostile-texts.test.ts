import { beforeAll, expect, test } from 'vitest'
import { orchestration, type Piece, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { allRead, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

/**
 * Texts of users, scripts and errors are shown as the texts that they are, whatever markup, links and
 * directions are in them.
 */
const web = useWeb()
const markup = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`
const link = "[click](javascript:document.title='run') javascript:document.title='run'"
const rightToLeft = '\u202Egnp.exe\u202C \u05D0\u05D1\u05D2'
const hostile = `${markup} ${link} ${rightToLeft} ${'w'.repeat(300)}`
const short = `<b onclick=alert(1)>${rightToLeft}`
/** What the texts would be if a page took them for markup. */
const markupMade =
  'img[src="x"], [onerror], [onclick], [onload], a[href^="javascript:" i], body script:not([src])'
let projectId: string
let executionId: string

const print = (success: string): Piece => ({
  type: 'bash-script',
  parameters: {
    script: `cat <<'END'\n${hostile}\n</script><svg onload=alert(1)>\nEND\nexit 3`,
    timeout: '60',
  },
  links: { failure: [success] },
})

beforeAll(async () => {
  const name = `${markup.slice(0, 70)} `
  const project = await aPublishedProject(web.client, {
    'P.orch.yaml': orchestration(
      {
        Start: start(name),
        [name]: print('Fail'),
        Fail: { type: 'end-failure', parameters: {} },
      },
      {
        shown: { type: 'TEXT', description: hostile, defaultValue: hostile },
        rows: {
          type: 'GRID',
          description: hostile,
          columns: { [short]: { columnType: 'TEXT' } },
          defaultValue: [[hostile]],
        },
      },
    ),
  })
  projectId = project.projectId
  const path = `/v1/projects/${projectId}`
  await web.client.call('PATCH', path, { json: { name: `${short} ${Math.random()}`, description: hostile } })
  const call = <T>(below: string, json: object) => web.client.call<T>('POST', `${path}${below}`, { json })
  await call('/variables', {
    name: 'shown',
    type: 'TEXT',
    behaviour: 'SHARED',
    description: hostile.slice(0, 250),
    value: hostile,
  })
  executionId = await project.run('P')
  await project.finished(executionId)
}, 120_000)

test('markup, links and directions in texts of users, logs and errors are shown as text on every page', async () => {
  const project = `/projects/${projectId}`
  const pipeline = `${project}/pipelines?environment=Development&pipeline=P.orch.yaml`
  const places = [
    '/',
    '/executions',
    ...['graph', 'components', 'variables', 'text', 'calls', 'versions', 'runs'].map(
      (tab) => `${pipeline}&tab=${tab}`,
    ),
    ...['executions', 'variables', 'settings', 'statistics', 'quality'].map((page) => `${project}/${page}`),
    ...['', '?view=log', '?view=variables'].map((view) => `/executions/${executionId}${view}`),
    '/administration/audit',
  ]
  const showing: string[] = []
  for (const place of places) {
    const page = await web.visit(place)
    await allRead(page)
    const made = await page.locator(markupMade).count()
    expect([place, made, await page.title()]).toEqual([place, 0, expect.not.stringMatching(/^run$/)])
    if ((await page.locator('body').innerText()).includes('javascript:document')) showing.push(place)
    await expectNoSidewaysScroll(page)
    await page.context().close()
  }
  const read = [
    '/',
    `${pipeline}&tab=variables`,
    `${project}/variables`,
    `/executions/${executionId}?view=log`,
  ]
  expect(showing).toEqual(expect.arrayContaining(read))
}, 120_000)
