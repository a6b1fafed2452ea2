import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { aChain, aDesignedProject, draftOf, openDraft, takeShots } from '../support/designer.ts'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()

test('components are grouped by key, named, chosen by the name of their frame, dragged, copied and ungrouped', async () => {
  const text = aChain('Load', 'Join', 'Report')
  const page = await openDraft(web, await aDesignedProject(web), 'Groups.orch.yaml', text)
  const canvas = page.getByRole('application', { name: /^Canvas of / })
  const card = (name: string) => canvas.getByRole('button', { name: new RegExp(`^${name} `) })
  const frame = (name: string) => canvas.getByRole('group', { name: `Group: ${name}`, exact: true })
  const panel = page.getByRole('region', { name: 'Properties' })
  const groupsOf = async () => parse(await draftOf(page)).design?.groups

  await page.getByRole('button', { name: 'Fit to view' }).click()
  await card('Load').click()
  await card('Join').click({ modifiers: ['Control'] })
  await panel.getByRole('heading', { name: '2 chosen' }).waitFor()
  await page.keyboard.press('Control+g')
  await frame('Group').waitFor()
  await panel.getByRole('textbox', { name: 'Group' }).fill('Loading')
  await page.keyboard.press('Enter')
  await frame('Loading').waitFor()
  await expectAccessible(page)
  await takeShots(page, 'designer-groups')
  await expect.poll(groupsOf).toEqual({ Loading: { components: ['Load', 'Join'] } })

  await panel.getByRole('button', { name: 'Pipeline', exact: true }).click()
  const before = (await frame('Loading').boundingBox())!
  const join = (await card('Join').boundingBox())!
  await page.mouse.move(join.x + 60, join.y + 20)
  await page.mouse.down()
  await page.mouse.move(join.x + 70, join.y + 60, { steps: 3 })
  await page.mouse.move(join.x + 70, join.y + 100, { steps: 3 })
  const during = (await frame('Loading').boundingBox())!
  expect(during.height).toBeGreaterThan(before.height + 40)
  await page.mouse.up()
  await expect.poll(async () => (await frame('Loading').boundingBox())!.height).toBeCloseTo(during.height, 0)

  await panel.getByRole('button', { name: 'Pipeline', exact: true }).click()
  await canvas.getByRole('button', { name: 'Loading', exact: true }).click()
  await panel.getByRole('heading', { name: '2 chosen' }).waitFor()
  await panel.getByRole('button', { name: 'Duplicate' }).click()
  await frame('Loading 2').waitFor()
  await panel.getByRole('button', { name: 'Ungroup' }).click()
  await frame('Loading 2').waitFor({ state: 'detached' })
  await card('Load 2').waitFor()
  await panel.getByRole('button', { name: 'Pipeline', exact: true }).click()
  await panel.getByRole('region', { name: 'Groups' }).getByRole('button', { name: 'Loading' }).press('Enter')
  await panel.getByRole('textbox', { name: 'Group' }).waitFor()
  await page.keyboard.press('Delete')
  await frame('Loading').waitFor({ state: 'detached' })
  await expect.poll(groupsOf).toBeUndefined()
})
