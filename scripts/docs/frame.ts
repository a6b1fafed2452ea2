import type { Chapter } from './contents.ts'
import { escaped } from './html.ts'
import type { Page } from './page.ts'

/** A chapter of the menu with its pages. */
export interface MenuChapter extends Pick<Chapter, 'title'> {
  readonly pages: readonly Pick<Page, 'address' | 'title'>[]
}

export const pathOf = (address: string): string => (address === '' ? '/docs' : `/docs/${address}`)

/** The whole page: head, bar with the search, menu, content with its table of contents, previous and next. */
export function framed(page: Page, menu: readonly MenuChapter[]): string {
  const operations =
    page.operations === undefined
      ? ''
      : `<script type="application/json" id="operations">${page.operations.replaceAll('<', '\\u003c')}</script>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.address === '' ? page.title : `${page.title} · Headrace documentation`)}</title>
<link rel="icon" href="/docs/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
<script type="module" src="/docs/docs.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="/docs"><img src="/docs/favicon.svg" alt="" width="24" height="24"> Headrace <span>Documentation</span></a>
<div id="search" class="search"></div>
<a class="open" href="/">Open Headrace</a>
</header>
<div class="columns">
<nav class="menu" aria-label="Documentation"><details id="menu" open><summary>Menu</summary>${menuOf(page, menu)}</details></nav>
<main id="content" tabindex="-1">
${page.html}
${neighboursOf(page, menu)}
</main>
${tableOfContents(page)}
</div>
${operations}
</body>
</html>
`
}

function menuOf(page: Page, menu: readonly MenuChapter[]): string {
  const chapters = menu.map(({ title, pages }) => {
    const isHere = pages.some(({ address }) => address === page.address)
    const links = pages.map(({ address, title: name }) => {
      const current = address === page.address ? ' aria-current="page"' : ''
      return `<li><a href="${pathOf(address)}"${current}>${escaped(name)}</a></li>`
    })
    return `<details${isHere ? ' open' : ''}><summary>${escaped(title)}</summary><ul>${links.join('')}</ul></details>`
  })
  return chapters.join('\n')
}

function tableOfContents({ sections, operations }: Page): string {
  const deepest = operations === undefined ? 3 : 2
  const entries = sections.filter(({ level }) => level > 1 && level <= deepest)
  if (entries.length < 2) return ''
  const links = entries.map(
    ({ level, anchor, title }) =>
      `<li class="level-${level}"><a href="#${anchor}">${escaped(title)}</a></li>`,
  )
  return `<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>`
}

function neighboursOf({ address }: Page, menu: readonly MenuChapter[]): string {
  const all = menu.flatMap(({ pages }) => pages)
  const here = all.findIndex((one) => one.address === address)
  if (here < 0) return ''
  const link = (at: number, label: string) => {
    const page = all[at]
    return page === undefined
      ? ''
      : `<a href="${pathOf(page.address)}" rel="${label.toLowerCase()}"><small>${label}</small> ${escaped(page.title)}</a>`
  }
  return `<nav class="neighbours" aria-label="Previous and next page">${link(here - 1, 'Prev')}${link(here + 1, 'Next')}</nav>`
}
