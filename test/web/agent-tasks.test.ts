import { expect, test } from 'vitest'
import { orchestration, start } from '../support/pipelines.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

/** Agent tasks with the recorded model of the platform. */
const web = useWeb()

type Page = Awaited<ReturnType<typeof web.visit>>

async function aProject(): Promise<string> {
  const json = { name: `Agents ${Math.random()}` }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const environment = {
    name: 'Development',
    defaultAgentId: agents.find(({ name }) => name === 'local')!.agentId,
  }
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, { json: environment })
  const changes = [{ path: 'Load.orch.yaml', content: orchestration({ Start: start() }) }]
  const commit = { branch: 'main', message: 'Add Load', changes }
  await web.client.call('POST', `/v1/projects/${projectId}/repositories/commits`, { json: commit })
  return projectId
}

async function executionsOf(projectId: string): Promise<object[]> {
  const address = `/v1/pipeline-executions?projectId=${projectId}`
  return (await web.client.call<{ results: object[] }>('GET', address)).results
}

async function create(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'New task' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Say what the agent should do').waitFor()
  await dialog.getByText('Choose an environment', { exact: true }).last().waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Task' }).fill(message)
  await dialog.getByRole('combobox', { name: 'Environment' }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: message, level: 1 }).waitFor()
}

test('an agent is given a task, asks before it runs, and what it says is shown as text', async () => {
  const projectId = await aProject()
  const page = await web.visit(`/projects/${projectId}/agent-tasks`)
  await page.getByText('No agent task yet').waitFor()
  await create(page, 'Run Load, please.')

  const decisions = page.getByRole('region', { name: 'Decisions' })
  await decisions.getByText('"pipeline": "Load"').waitFor()
  await page.getByText('Waits for your decision').waitFor()
  await expectAccessible(page)
  await decisions.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('<b>Told</b>: Result of run_pipeline').waitFor()
  await page.getByText('STOPPED', { exact: true }).waitFor()
  expect(await executionsOf(projectId)).toMatchObject([{ status: 'SUCCESS', pipelineName: 'Load' }])

  await page.getByRole('textbox', { name: 'Message' }).fill('Once more?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('<b>Told</b>: Once more?').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete task' }).click()
  await page.getByText('No agent task yet').waitFor()
})

/** Shows another call before the one that waits, until `meanwhile` says that it was answered. */
async function answeringAnother(page: Page, meanwhile: (answered: () => void) => Promise<void>) {
  const task = '**/v1/ai/agents/tasks/*'
  let isAnswered = false
  await page.route(task, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const another = body.pendingDecisions.map((one: object) => ({ ...one, toolId: 'another' }))
    const pendingDecisions = isAnswered ? body.pendingDecisions : [...another, ...body.pendingDecisions]
    await route.fulfill({ response, json: { ...body, pendingDecisions } })
  })
  await meanwhile(() => (isAnswered = true))
  await page.unroute(task)
}

test('a rejected call is not made, and the agent is told why; on a phone, in the dark', async () => {
  const projectId = await aProject()
  const page = await web.visit(`/projects/${projectId}/agent-tasks`, { scheme: 'dark', width: 390 })
  await create(page, 'Run Load, or not.')
  const decisions = page.getByRole('region', { name: 'Decisions' })
  const reason = decisions.getByRole('textbox', { name: 'Reason' })
  await answeringAnother(page, async (answered) => {
    await reason.nth(1).fill('Not before noon')
    answered()
    await expect.poll(() => reason.count()).toBe(1)
    expect(await reason.inputValue()).toBe('Not before noon')
  })
  await expectNoSidewaysScroll(page)
  await decisions.getByRole('button', { name: 'Reject' }).click()
  await page.getByText(/<b>Told<\/b>: Error of run_pipeline.*Not before noon/s).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(await executionsOf(projectId)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Agent tasks' }).click()
  await page.getByRole('row', { name: /STOPPED.*Run Load, or not\./ }).waitFor()
  await expectNoSidewaysScroll(page)
})

test('an agent asks, is answered with options and words, and is told in the words of its user', async () => {
  const projectId = await aProject()
  const page = await web.visit(`/projects/${projectId}/agent-tasks`)
  await create(page, 'Ask me about the orders.')
  const decisions = page.getByRole('region', { name: 'Decisions' })
  await decisions.getByRole('checkbox', { name: 'Norway' }).check()
  await decisions.getByRole('checkbox', { name: 'Denmark' }).check()
  await decisions.getByRole('radio', { name: 'Sunday' }).check()
  await expectAccessible(page)
  expect(await decisions.getByRole('button', { name: 'Answer', exact: true }).isDisabled()).toBe(true)
  await decisions.getByRole('textbox', { name: 'Why?' }).fill('Sales asked')
  await decisions.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByText(/<b>Told<\/b>: The user answered:.*Norway.*Denmark.*Sunday.*Sales asked/s).waitFor()
  await page.getByText('STOPPED', { exact: true }).waitFor()
})

test('an administrator sees the task of somebody else, and neither decides nor writes to it', async () => {
  const projectId = await aProject()
  const agentConfig = {
    name: 'data_engineer_agent',
    mode: 'ACT',
    projectId,
    environmentName: 'Development',
    sourceBranchName: 'main',
    generateBranch: true,
  }
  const json = { agentConfig, message: 'Run Load for somebody.' }
  const { taskId } = await web.client.call<{ taskId: string }>('POST', '/v1/ai/agents/tasks', { json })
  const page = await web.visit(`/projects/${projectId}/agent-tasks/${taskId}`)
  const decisions = page.getByRole('region', { name: 'Decisions' })
  await decisions.getByText('Its creator decides').waitFor()
  await page.getByText('Waits for a decision of its creator').waitFor()
  expect(await decisions.getByRole('button').count()).toBe(0)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('STOPPED', { exact: true }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0)
})
