import { Marked, type Tokens } from 'marked'
import { anchorOf, escaped, textOf } from './html.ts'
import type { Page, Section } from './page.ts'

/**
 * What a link of a document becomes on the site; undefined for a file of the repository that the site does
 * not have.
 */
export type Resolve = (link: string) => string | undefined

/** Renders a document. Links are resolved by `resolve`; one that leads nowhere stays as its text. */
export function renderMarkdown(address: string, markdown: string, resolve: Resolve): Page {
  const headings: Heading[] = []
  const used = new Map<string, number>()
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens)
        const title = textOf(inner)
        const anchor = unused(anchorOf(title), used)
        headings.push({ level: depth, title, anchor })
        if (depth === 1) return `<h1 id="${anchor}">${inner}</h1>\n`
        const link = `<a class="anchor" href="#${anchor}" aria-label="Link to ${escaped(title)}">#</a>`
        return `<h${depth} id="${anchor}">${inner} ${link}</h${depth}>\n`
      },
      link({ href, title, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens)
        const target = resolve(href)
        if (target === undefined) return inner
        const hint = typeof title === 'string' ? ` title="${escaped(title)}"` : ''
        return `<a href="${escaped(target)}"${hint}>${inner}</a>`
      },
      image({ href, text }: Tokens.Image) {
        const target = resolve(href) ?? href
        return `<img src="${escaped(target)}" alt="${escaped(text)}" loading="lazy">`
      },
      code({ text, lang }: Tokens.Code) {
        const language = lang === undefined || lang === '' ? '' : ` class="language-${escaped(lang)}"`
        return `<pre tabindex="0"><code${language}>${escaped(text)}</code></pre>\n`
      },
      table(token: Tokens.Table) {
        const row = (cells: string, tag = 'tr') => `<${tag}>${cells}</${tag}>`
        const cell = (tag: string) => (one: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`
        const isBare = token.header.every(({ text }) => text === '')
        const head = isBare ? '' : `<thead>${row(token.header.map(cell('th')).join(''))}</thead>`
        const body = token.rows.map((cells) => row(cells.map(cell('td')).join(''))).join('\n')
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  return {
    address,
    title: headings[0]?.title ?? address,
    html,
    sections: withTexts(html, headings),
    markdown,
  }
}

type Heading = Omit<Section, 'text'>

/** Cuts the page at its headings: each section is searched by its own text. */
export function withTexts(html: string, headings: readonly Heading[]): Section[] {
  const starts = headings.map(({ anchor }) => html.indexOf(` id="${anchor}"`))
  return headings.map(({ level, title, anchor }, i) => {
    const part = html.slice(starts[i], starts[i + 1])
    const afterHeading = part.slice(part.indexOf('</h') + 1)
    return { level, title, anchor, text: textOf(`<${afterHeading}`) }
  })
}

function unused(anchor: string, used: Map<string, number>): string {
  const times = used.get(anchor) ?? 0
  used.set(anchor, times + 1)
  return times === 0 ? anchor : `${anchor}-${times}`
}
