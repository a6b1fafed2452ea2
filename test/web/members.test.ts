import { expect, test } from 'vitest'
import { orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const scim = '/v1/directory-integration/scim/v2'

/** A user in a group that has a role in a project, and access to its environment. */
async function aProjectWithAGroup() {
  const { projectId } = await aPublishedProject(web.client, {
    'Daily.orch.yaml': orchestration({ Start: start() }),
  })
  const userName = `ada${Math.random()}@example.com`
  const user = await web.client.call<{ id: string }>('POST', `${scim}/Users`, {
    json: { meta: {}, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, userName },
  })
  const group = `Operations ${Math.random()}`
  const { id: groupId } = await web.client.call<{ id: string }>('POST', `${scim}/Groups`, {
    json: { displayName: group, members: [{ value: user.id }] },
  })
  const members = `/v1/projects/${projectId}/members`
  await web.client.call('PUT', `${members}/${groupId}`, { json: { role: 'CONTRIBUTOR' } })
  await web.client.call('PUT', `/v1/projects/${projectId}/environments/Development/members/${groupId}`, {
    json: { access: 'RUNNER' },
  })
  return { projectId, userName, userId: user.id, group, groupId, members }
}

test('members through a group are shown once with the group, and a direct grant is changed there', async () => {
  const { projectId, userName, userId, group, members } = await aProjectWithAGroup()
  const page = await web.visit(`/projects/${projectId}/members`)
  const row = page.getByRole('row', { name: userName })
  await row.getByText('Contributor').waitFor()
  await row.getByText(`Through group ${group}`).waitFor()
  await page
    .getByRole('row', { name: /User Administrator Account administrator/ })
    .first()
    .waitFor()
  await expectAccessible(page)

  await web.client.call('PUT', `${members}/${userId}`, { json: { role: 'READ_ONLY' } })
  await page.reload()
  await row.getByText('(overruled)').waitFor()
  await page.getByLabel(`Role of ${userName}`).selectOption('Administrator')
  await row.getByText(`: Contributor (overruled)`).waitFor()
  expect(await row.count()).toBe(1)
  await row.getByRole('button', { name: `Remove ${userName}` }).click()
  await page.getByRole('button', { name: 'Remove role' }).click()
  await page.getByLabel(`Role of ${userName}`).waitFor({ state: 'detached' })
  await row.getByText('Contributor').waitFor()

  await page.getByLabel('Search by name').fill('no such name')
  await page.getByText('No members match').waitFor()
  await page.getByLabel('Search by name').fill(userName.toUpperCase())
  await row.waitFor()
  await expect.poll(() => page.getByRole('table', { name: 'Members' }).getByRole('row').count()).toBe(2)
  await page.getByText('Direct grants', { exact: true }).click()
  await page.getByLabel(`Role of ${group}`).waitFor()
  expect(await row.count()).toBe(0)
  await expectAccessible(page)

  await page.getByText('Everyone', { exact: true }).click()
  await row.getByRole('link', { name: group }).click()
  const dialog = page.getByRole('dialog', { name: `Members of ${group}` })
  await dialog.getByText(userName).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('the access page of an environment says who may run there, and through what', async () => {
  const { projectId, userName, group } = await aProjectWithAGroup()
  const address = `/projects/${projectId}/environments?environment=Development&tab=access`
  const page = await web.visit(address, { width: 390 })
  const row = page.getByRole('row', { name: userName })
  await row.getByRole('cell', { name: 'Run', exact: true }).waitFor()
  await row.getByText(`Through group ${group}`).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('row', { name: /User Administer Account administrator/ })
    .first()
    .waitFor()
})

test('who administers an environment alone grants access to it; the members of the project are only shown', async () => {
  const { projectId } = await aProjectWithAGroup()
  const aUser = (own: object) =>
    web.client.call<{ id: string }>('POST', `${scim}/Users`, {
      json: { meta: {}, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, ...own },
    })
  const person = { userName: `keeper${Math.random()}@example.com`, password: 'a long enough password' }
  const { id } = await aUser(person)
  const added = `added${Math.random()}@example.com`
  await aUser({ userName: added })
  await web.client.call('PUT', `/v1/projects/${projectId}/members/${id}`, { json: { role: 'READ_ONLY' } })
  const environment = `/v1/projects/${projectId}/environments/Development`
  await web.client.call('PUT', `${environment}/members/${id}`, { json: { access: 'ADMIN' } })

  const page = await web.visit(`/projects/${projectId}/environments?environment=Development&tab=access`, {
    as: person,
  })
  await page.getByRole('combobox', { name: 'User, group or credential' }).fill(added)
  await page.getByRole('option', { name: added }).click()
  await page.getByRole('combobox', { name: 'Access', exact: true }).selectOption('Run')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Direct grants', { exact: true }).click()
  await expect.poll(() => page.getByLabel(`Access of ${added}`).inputValue()).toBe('RUNNER')

  await page.goto(`/projects/${projectId}/members`)
  await page.getByRole('row', { name: person.userName }).waitFor()
  expect(await page.getByRole('combobox', { name: 'User, group or credential' }).count()).toBe(0)
})

test('who may not open a group sees its name, and no control', async () => {
  const { projectId, userName, group, groupId } = await aProjectWithAGroup()
  const person = { userName: `reader${Math.random()}@example.com`, password: 'a long enough password' }
  const { id } = await web.client.call<{ id: string }>('POST', `${scim}/Users`, {
    json: { meta: {}, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, ...person },
  })
  await web.client.call('PUT', `/v1/projects/${projectId}/members/${id}`, { json: { role: 'READ_ONLY' } })
  const page = await web.visit(`/projects/${projectId}/members`, { as: person })
  const row = page.getByRole('row', { name: userName })
  await row.getByText(`Through group ${group}`).waitFor()
  expect(await row.getByRole('link').count()).toBe(0)
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Add|Remove)/ })
      .count(),
  ).toBe(0)
  await web.client.call('DELETE', `${scim}/Groups/${groupId}`)
})
