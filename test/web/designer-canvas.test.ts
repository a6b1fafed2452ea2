import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { aChain, aDesignedProject, draftOf, openDraft, takeShots } from '../support/designer.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

const canvas = (page: Page) => page.getByRole('application', { name: /^Canvas of / })
const card = (page: Page, name: string) => canvas(page).getByRole('button', { name: new RegExp(`^${name} `) })
const panel = (page: Page) => page.getByRole('region', { name: 'Properties' })
const placeOf = async (page: Page, name: string) => (await card(page, name).boundingBox())!
/** The draft once it is saved, as the data that it is. */
async function saved(page: Page) {
  await page.getByText('Saved as your draft').waitFor()
  return parse(await draftOf(page))
}
const commit = (projectId: string, path: string, content: string) =>
  web.client.call('PUT', `/v1/projects/${projectId}/repositories/files`, {
    json: { branch: 'main', path, content },
  })

/** Two steps that do nothing, below the start and aside of each other. */
const scattered = JSON.stringify({
  ...JSON.parse(aChain('Load', 'Join')),
  design: {
    components: {
      Start: { position: { x: 0, y: 0 } },
      Load: { position: { x: 40, y: 150 } },
      Join: { position: { x: 300, y: 330 } },
    },
  },
})

test('a component and a pipeline are dragged from the list to where they are let go, with no link', async () => {
  const projectId = await aDesignedProject(web)
  await commit(projectId, 'Child.orch.yaml', aChain('Only'))
  const page = await web.visit(`/projects/${projectId}/designer?file=Dragged.orch.yaml`)
  await card(page, 'Start').waitFor()
  const list = page.getByRole('region', { name: 'Components to add' })
  const drag = async (search: string, entry: string, x: number, y: number) => {
    await page.getByLabel('Find a component to add').fill(search)
    const from = list.getByRole('button', { name: entry, exact: true })
    await from.dragTo(canvas(page), { targetPosition: { x, y } })
  }
  const frame = (await canvas(page).boundingBox())!
  await drag('print', 'Print Variables', 300, 120)
  const print = await placeOf(page, 'Print Variables')
  expect(Math.abs(print.x - frame.x - 300)).toBeLessThan(3)
  expect(Math.abs(print.y - frame.y - 120)).toBeLessThan(3)
  await drag('child', 'Child', 120, 320)
  await card(page, 'Child').waitFor()
  await panel(page).getByRole('heading', { name: 'Child', exact: true }).waitFor()
  const { pipeline } = await saved(page)
  expect(Object.keys(pipeline.components)).toEqual(['Start', 'Print Variables', 'Child'])
  expect(pipeline.components.Child).toMatchObject({
    type: 'run-orchestration',
    parameters: { orchestrationJob: 'Child' },
  })
  expect(pipeline.components.Start.transitions).toBeUndefined()
})

test('what is copied in one pipeline is YAML, and is pasted into another by key and by button', async () => {
  const projectId = await aDesignedProject(web)
  const page = await openDraft(web, projectId, 'From.orch.yaml', scattered)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const toPaste = () => page.evaluate<string>('navigator.clipboard.readText()')
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await card(page, 'Load').click()
  await card(page, 'Join').click({ modifiers: ['Control'] })
  await page.keyboard.press('Control+c')
  await expect.poll(toPaste).toContain('Load')
  const copied = parse(await toPaste())
  expect(Object.keys(copied.pipeline.components)).toEqual(['Load', 'Join'])

  await page.goto(`/projects/${projectId}/designer?file=To.orch.yaml`)
  await card(page, 'Start').click()
  await page.keyboard.press('Control+v')
  await card(page, 'Join').waitFor()
  await page.getByRole('button', { name: 'Paste (Ctrl+V)' }).click()
  await card(page, 'Join 2').waitFor() // it came into view
  await panel(page).getByRole('heading', { name: '2 chosen' }).waitFor()
  const { components } = (await saved(page)).pipeline
  expect(Object.keys(components)).toEqual(['Start', 'Load', 'Join', 'Load 2', 'Join 2'])
  expect(components['Load 2'].transitions).toEqual({ unconditional: ['Join 2'] })

  await page.evaluate('navigator.clipboard.writeText("a shopping list")')
  await page.getByRole('button', { name: 'Paste (Ctrl+V)' }).click()
  await page.getByText(/^The clipboard holds no components/).waitFor()
  await page.context().clearPermissions()
  await page.getByRole('button', { name: 'Paste (Ctrl+V)' }).click()
  await page.getByText(/does not let this button read the clipboard/).waitFor()
  await page.mouse.move(2, 2) // a tooltip belongs to no landmark
  await expectAccessible(page)
})

test('what was undone is done again, by both keys and by button, until something else is done', async () => {
  const page = await openDraft(web, await aDesignedProject(web), 'Redo.orch.yaml', aChain('Load'))
  const redo = page.getByRole('button', { name: 'Redo (Ctrl+Shift+Z)' })
  await card(page, 'Load').click()
  await page.keyboard.press('Delete')
  await card(page, 'Load').waitFor({ state: 'detached' })
  expect(await redo.isDisabled()).toBe(true)
  const redone = [
    () => page.keyboard.press('Control+Shift+z'),
    () => page.keyboard.press('Control+y'),
    () => redo.click(),
  ]
  for (const again of redone) {
    await page.keyboard.press('Control+z')
    await card(page, 'Load').waitFor()
    await expect.poll(() => redo.isDisabled()).toBe(false)
    await again()
    await card(page, 'Load').waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+z')
  await card(page, 'Load').waitFor()
  await card(page, 'Start').click()
  await page.keyboard.press('Control+d')
  await card(page, 'Start 2').waitFor()
  expect(await redo.isDisabled()).toBe(true)
})

test('chosen components are put in line, and the file keeps it', async () => {
  const page = await openDraft(web, await aDesignedProject(web), 'Line.orch.yaml', scattered)
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await page.keyboard.press('Control+a')
  await panel(page).getByRole('heading', { name: '3 chosen' }).waitFor()
  const along = async (axis: 'x' | 'y') => {
    const { components } = (await saved(page)).design
    return ['Start', 'Load', 'Join'].map((name) => components[name].position[axis])
  }
  const align = (how: string) => panel(page).getByRole('button', { name: how, exact: true }).click()
  await align('Left edges')
  await expect.poll(() => along('x')).toEqual([0, 0, 0])
  await page.keyboard.press('Control+z')
  await expect.poll(() => along('x')).toEqual([0, 40, 300])
  await align('Top edges')
  await expect.poll(() => along('y')).toEqual([0, 0, 0])
  await align('In a column')
  await expect.poll(() => along('x')).toEqual([0, 0, 0])
  const ys = await along('y')
  expect(ys[1] - ys[0]).toBe(ys[2] - ys[1])
  await align('In a row')
  await expect.poll(() => along('y')).toEqual([0, 0, 0])
  await expectAccessible(page)
})

test('a note is added, written, coloured, moved, resized, found and deleted by keys', async () => {
  const page = await openDraft(web, await aDesignedProject(web), 'Noted.orch.yaml', scattered)
  const note = canvas(page).getByRole('button', { name: 'Every morning Loads all orders' })
  const written = async () => (await saved(page)).design.notes?.[1]
  await page.getByRole('button', { name: 'Add a note' }).click()
  await panel(page).getByLabel('Text').fill('# Every morning\nLoads **all** orders')
  await note.locator('strong').getByText('all').waitFor()
  await panel(page).getByRole('combobox', { name: 'Colour' }).click()
  await page.getByRole('option', { name: 'Green' }).click()
  await expect.poll(written).toMatchObject({
    content: '# Every morning\nLoads **all** orders',
    theme: 'light-green',
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Fit to view' }).click()
  const before = await written()
  const box = (await note.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + 15)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 15, { steps: 3 })
  await page.mouse.move(box.x + 140, box.y + 15, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => (await written()).position.x).toBeGreaterThan(before.position.x + 40)
  expect((await written()).position.y).toBe(before.position.y)
  await takeShots(page, 'note')

  const grip = (await note.locator('.react-flow__resize-control').boundingBox())!
  const large = (await note.boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(grip.x + 50, grip.y + 30, { steps: 3 })
  await page.mouse.move(grip.x + 90, grip.y + 50, { steps: 3 })
  await expect.poll(async () => (await note.boundingBox())!.width).toBeGreaterThan(large.width + 60)
  await page.mouse.up()
  await expect.poll(async () => (await written()).size.width).toBeGreaterThan(before.size.width + 40)
  expect((await written()).size.height).toBeGreaterThan(before.size.height)
  await panel(page).getByLabel('Width').fill('400')
  await expect.poll(async () => (await written()).size.width).toBe(400)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await written()).size.width).not.toBe(400)

  await panel(page).getByRole('button', { name: 'Pipeline', exact: true }).click()
  const list = panel(page).getByRole('region', { name: 'Notes' })
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await list.getByRole('button', { name: 'Every morning' }).press('Enter')
  await panel(page).getByRole('button', { name: 'Delete note' }).press('Enter')
  await note.waitFor({ state: 'detached' })
  await expect.poll(written).toBeUndefined()
})

test('the Designer fills the screen with everything that it offers, and Escape leaves it', async () => {
  const page = await openDraft(web, await aDesignedProject(web), 'Full.orch.yaml', scattered)
  const height = page.viewportSize()!.height
  const frame = () => canvas(page).boundingBox()
  expect((await frame())!.height).toBeLessThan(height - 100)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(async () => (await frame())!.height).toBeGreaterThan(height - 100)
  await card(page, 'Load').click()
  await page.getByLabel('Find a component to add').fill('and')
  await page.keyboard.press('Enter')
  await card(page, 'And').waitFor()
  await saved(page)
  await expectAccessible(page)
  await takeShots(page, 'designer-full')
  await page.getByRole('button', { name: 'Commit…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Changes on / })
  await dialog.getByText(/Added: /).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Leave full screen' }).waitFor()
  await card(page, 'And').click()
  await page.keyboard.press('Escape') // deselects
  await panel(page).getByRole('heading', { name: 'Pipeline', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
  expect((await frame())!.height).toBeLessThan(height - 100)
})

test('a link is drawn from one component to another, its condition is chosen, and it is removed', async () => {
  const text = orchestration({ Start: start('Try'), Try: bash('true'), Mend: bash('true') })
  const design = {
    components: { Try: { position: { x: 0, y: 150 } }, Mend: { position: { x: 60, y: 320 } } },
  }
  const file = JSON.stringify({ ...JSON.parse(text), design })
  const page = await openDraft(web, await aDesignedProject(web), 'Linked.orch.yaml', file)
  const transitions = async () => (await saved(page)).pipeline.components.Try.transitions
  await page.getByRole('button', { name: 'Fit to view' }).click()
  const from = await card(page, 'Try').locator('.react-flow__handle.source').boundingBox()
  const to = await card(page, 'Mend').locator('.react-flow__handle.target').boundingBox()
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2)
  await page.mouse.down()
  await page.mouse.move(to!.x, to!.y - 20, { steps: 4 })
  await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(transitions).toEqual({ success: ['Mend'] })
  const condition = panel(page).getByRole('combobox', { name: 'Condition of the link to Mend' })
  await condition.click()
  await page.getByRole('option', { name: 'After failure' }).click()
  await expect.poll(transitions).toEqual({ failure: ['Mend'] })
  await canvas(page).getByText('failure', { exact: true }).waitFor()
  await expectAccessible(page)
  await card(page, 'Try').click()
  await panel(page).getByRole('button', { name: 'Remove the link to Mend' }).click()
  await expect.poll(transitions).toBeUndefined()
})

test('a Python script completes the variables, which are its globals', async () => {
  const variables = { order_count: { type: 'NUMBER', defaultValue: '0' } } as const
  const text = orchestration(
    {
      Start: start('Count'),
      Count: { type: 'python-script', parameters: { script: '', interpreter: 'Python 3' } },
    },
    variables,
  )
  const page = await openDraft(web, await aDesignedProject(web), 'Python.orch.yaml', text)
  await panel(page).getByRole('button', { name: 'Count', exact: true }).click()
  const script = page.getByRole('textbox', { name: /^Script/ })
  await script.pressSequentially('print(ord')
  await page.getByRole('option', { name: /^order_count/ }).click()
  await expect.poll(() => script.innerText()).toBe('print(order_count)')
  await expect
    .poll(async () => (await saved(page)).pipeline.components.Count.parameters.script)
    .toBe('print(order_count)')
})
