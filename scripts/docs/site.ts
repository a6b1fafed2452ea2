import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { ApiDocument } from './api-document.ts'
import { apiPages } from './api-reference.ts'
import { addressOf, chaptersOf } from './contents.ts'
import { framed, type MenuChapter, pathOf } from './frame.ts'
import { renderMarkdown } from './markdown.ts'
import type { Page } from './page.ts'

/** A file of the site; its path is below `/docs/`. */
export interface SiteFile {
  readonly path: string
  readonly type: string
  readonly content: string | Buffer
}

const HTML = 'text/html; charset=utf-8'
const PROGRAM_DOCUMENT = 'openapi/public-v1.json'

/** What the site is made of, found in the repository at `root`: `documents` and `images` are paths in it. */
export interface Sources {
  readonly root: string
  readonly documents: readonly string[]
  readonly images: readonly string[]
}

/** All files of the site. Throws with every link that leads nowhere. */
export async function siteFiles(sources: Sources): Promise<SiteFile[]> {
  const chapters = chaptersOf(sources.documents)
  const known = new Map(chapters.flatMap(({ documents }) => documents.map((path) => [path, addressOf(path)])))
  const rendered = new Map<string, Page>()
  for (const document of known.keys()) {
    const markdown = await readFile(join(sources.root, document), 'utf8')
    const resolve = (link: string) => resolveLink(link, document, known, sources)
    rendered.set(document, renderMarkdown(known.get(document)!, markdown, resolve))
  }
  const api = apiPages(
    JSON.parse(await readFile(join(sources.root, PROGRAM_DOCUMENT), 'utf8')) as ApiDocument,
  )
  const menu: MenuChapter[] = chapters.flatMap(({ title, documents }) => {
    const chapter = { title, pages: documents.map((path) => rendered.get(path)!) }
    return title === 'Reference' ? [{ title: 'API', pages: api }, chapter] : [chapter]
  })
  const pages = menu.flatMap((chapter) => chapter.pages as readonly Page[])
  refuseBrokenLinks(pages)
  return [
    ...pages.map((page) => ({
      path: page.address === '' ? 'index.html' : `${page.address}.html`,
      type: HTML,
      content: framed(page, menu),
    })),
    { path: 'not-found.html', type: HTML, content: framed(notFound, menu) },
    ...pages.flatMap(({ address, markdown }) =>
      markdown === undefined
        ? []
        : [
            {
              path: `${address === '' ? 'index' : address}.md`,
              type: 'text/markdown; charset=utf-8',
              content: markdown,
            },
          ],
    ),
    { path: 'search.json', type: 'application/json', content: searchTexts(pages) },
    {
      path: 'favicon.svg',
      type: 'image/svg+xml',
      content: await readFile(join(sources.root, 'web/ui/favicon.svg')),
    },
    { path: 'llms.txt', type: 'text/plain; charset=utf-8', content: programGuide(menu) },
    ...(await Promise.all(
      sources.images.map(async (image) => ({
        path: image.replace(/^docs\//, ''),
        type: 'image/png',
        content: await readFile(join(sources.root, image)),
      })),
    )),
  ]
}

const notFound: Page = {
  address: 'not-found',
  title: 'Page not found',
  html: '<h1>Page not found</h1><p>There is no such page in the documentation of this version. Search for it above, or begin at <a href="/docs">the first page</a>.</p>',
  sections: [],
}

/**
 * Links between documents become links between pages; one to a file that the site does not have becomes text.
 */
function resolveLink(
  link: string,
  document: string,
  known: ReadonlyMap<string, string>,
  { images }: Sources,
): string | undefined {
  if (/^(https?:|mailto:|#)/.test(link)) return link
  const [path = '', anchor] = link.split('#')
  const target = normalize(join(dirname(document), decodeURI(path))).replace(/\/$/, '')
  if (images.includes(target)) return `/docs/${target.replace(/^docs\//, '')}`
  if (target === PROGRAM_DOCUMENT) return '/docs/api'
  const firstBelow = [...known].find(([path]) => path.startsWith(`${target}/`))?.[1]
  const page = known.get(target) ?? known.get(`${target}/README.md`) ?? firstBelow
  // Below `docs/` everything is on the site: what is not there is found as a broken link.
  if (page === undefined) return target.startsWith('docs/') ? pathOf(addressOf(target)) : undefined
  return `${pathOf(page)}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Every link within the site has to lead to a page and, where it names one, to a heading of it. */
function refuseBrokenLinks(pages: readonly Page[]): void {
  const anchors = new Map(
    pages.map(({ address, html }) => [
      pathOf(address),
      new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!)),
    ]),
  )
  const broken = pages.flatMap(({ address, html }) =>
    [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
      .map((match) => match[1]!)
      .filter((link) => /^(#|\/docs)/.test(link) && !/^\/docs\/images\//.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const there = anchors.get(path === '' ? pathOf(address) : path)
        return there === undefined || (anchor !== undefined && !there.has(decodeURIComponent(anchor)))
      })
      .map((link) => `${pathOf(address)}: ${link}`),
  )
  if (broken.length > 0)
    throw new Error(`Links of the documentation that lead nowhere:\n${broken.join('\n')}`)
}

/** The text of every section, which the search of the page indexes when it is first used. */
function searchTexts(pages: readonly Page[]): string {
  const entries = pages.flatMap((page) =>
    page.sections.map(({ level, title, anchor, text }) => ({
      url: level === 1 ? pathOf(page.address) : `${pathOf(page.address)}#${anchor}`,
      page: page.title,
      title,
      text,
    })),
  )
  return JSON.stringify(entries)
}

/**
 * `llms.txt`: what the documentation holds, for programs that read it, with links to the sources of the
 * pages.
 */
function programGuide(menu: readonly MenuChapter[]): string {
  const chapters = menu.map(({ title, pages }) => {
    const links = (pages as readonly Page[]).map(({ address, title: name, markdown }) => {
      const source = address === '' ? '/docs/index.md' : `/docs/${address}.md`
      return `- [${name}](${markdown === undefined ? pathOf(address) : source})`
    })
    return `## ${title}\n\n${links.join('\n')}\n`
  })
  return `# Headrace

> A self-hosted data-pipeline platform: a REST API, a scheduler, runners that execute pipelines kept as files in Git, a web
> interface and a command line. The OpenAPI document is at /api/v1/openapi.json; JSON Schemas of pipeline files are beside it.

${chapters.join('\n')}`
}
