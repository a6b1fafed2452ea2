import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { siteSources } from '../../scripts/build-docs.ts'
import { type SiteFile, siteFiles } from '../../scripts/docs/site.ts'
import { helpPages } from '../../web/components/shell/help.ts'
import { trackedFiles } from '../support/tracked-files.ts'

let files: Map<string, SiteFile>
const textOf = (path: string): string => String(files.get(path)?.content)
const pages = () => [...files.values()].filter(({ path }) => path.endsWith('.html'))

beforeAll(async () => {
  const made = await siteFiles(await siteSources())
  files = new Map(made.map((file) => [file.path, file]))
})

test('every document of the repository has a page, and every operation of the API is on one', async () => {
  const documents = trackedFiles('docs/**/*.md').map((path) => path.replace(/^docs\//, ''))
  const expected = documents.map((path) =>
    path === 'README.md' ? 'index.html' : path.replace(/(\/README)?\.md$/, '.html').toLowerCase(),
  )
  expect(expected.filter((path) => !files.has(path))).toEqual([])
  const { paths } = JSON.parse(await readFile('openapi/public-v1.json', 'utf8'))
  const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  const reference = pages()
    .map(({ content }) => String(content))
    .join('\n')
  expect(operations.length).toBeGreaterThan(200)
  expect(operations.filter((id) => !reference.includes(`<h2 id="${id}">`))).toEqual([])
})

test('no page loads anything from elsewhere or has a script or a style of its own', () => {
  for (const { path, content } of pages()) {
    const html = String(content)
    expect({ path, found: html.match(/<(script|link|img)\b[^>]* (src|href)="(?!\/docs\/)[^"]*"/g) }).toEqual({
      path,
      found: null,
    })
    expect({ path, found: html.match(/<style|\sstyle="|\son[a-z]+="|<script>/g) }).toEqual({
      path,
      found: null,
    })
  }
})

test('every picture that a page shows is there', () => {
  const shown = pages().flatMap(({ content }) =>
    [...String(content).matchAll(/<img src="\/docs\/([^"]+)"/g)].map((match) => match[1]!),
  )
  expect(new Set(shown).size).toBeGreaterThan(0)
  expect(shown.filter((path) => !files.has(path))).toEqual([])
})

test('the search has a text for each heading, and llms.txt a link to each document', () => {
  const entries = JSON.parse(textOf('search.json')) as { url: string; text: string }[]
  expect(new Set(entries.map(({ url }) => url)).size).toBe(entries.length)
  expect(entries.find(({ url }) => url === '/docs/guides/schedules')?.text).not.toBe('')
  const links = [...textOf('llms.txt').matchAll(/\]\(\/docs\/([^)]+\.md)\)/g)].map((match) => match[1]!)
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter((path) => !files.has(path))).toEqual([])
})

test('every page of the interface has help that exists', () => {
  const addresses = helpPages.map(([, address]) => address.replace('/docs/', ''))
  expect(addresses.filter((address) => !files.has(`${address}.html`))).toEqual([])
})

test('a link that leads nowhere fails the build, which names it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'headrace-docs-'))
  const root = folder.path
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await write('docs/README.md', '# Home\n\n[gone](gone.md) [part](#no-such-part) [here](#home)\n')
  await write('openapi/public-v1.json', '{ "paths": {}, "components": {} }')
  await write('web/ui/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const failed = await siteFiles({ root, documents: ['docs/README.md'], images: [] }).catch(String)
  expect(failed).toContain('/docs: /docs/gone\n')
  expect(failed).toContain('/docs: #no-such-part')
  expect(failed).not.toContain('/docs: #home')
})
