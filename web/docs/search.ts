import MiniSearch from 'minisearch'
import { element } from './element.ts'

interface Entry {
  readonly url: string
  readonly page: string
  readonly title: string
  readonly text: string
}

const MAX_RESULTS = 12
const EXCERPT_CHARACTERS = 140

/**
 * The field at the top of every page: `/` goes to it, arrows choose, Enter opens. It is indexed at first use.
 */
export function createSearch(place: HTMLElement): void {
  const input = element('input', {
    type: 'search',
    placeholder: 'Search the documentation (/)',
    'aria-label': 'Search the documentation',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'search-results',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const list = element('ul', { id: 'search-results', role: 'listbox', 'aria-label': 'Results' })
  const status = element('p', { class: 'status', role: 'status' })
  list.hidden = true
  place.append(input, list, status)
  let loading: Promise<MiniSearch<Entry>> | undefined
  let chosen = -1

  async function look(): Promise<void> {
    const words = input.value.trim()
    if (words === '') return show([], words)
    loading ??= loadIndex().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    try {
      const index = await loading
      // Another key may have been pressed while it loaded.
      if (input.value.trim() === words)
        show(index.search(words).slice(0, MAX_RESULTS) as unknown as Entry[], words)
    } catch {
      status.textContent = 'The search could not be loaded. Check the connection and try again.'
    }
  }

  function show(entries: readonly Entry[], words: string): void {
    chosen = -1
    list.replaceChildren(...entries.map((entry, i) => option(entry, i, words)))
    list.hidden = entries.length === 0
    input.setAttribute('aria-expanded', String(entries.length > 0))
    input.removeAttribute('aria-activedescendant')
    status.textContent =
      words === '' ? '' : entries.length === 0 ? 'Nothing found' : `${entries.length} found`
  }

  function choose(step: number): void {
    const options = [...list.children]
    if (options.length === 0) return
    chosen = (chosen + step + options.length) % options.length
    options.forEach((one, i) => {
      one.setAttribute('aria-selected', String(i === chosen))
    })
    options[chosen]!.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', options[chosen]!.id)
  }

  input.addEventListener('input', () => void look())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(1)
    else if (event.key === 'ArrowUp') choose(-1)
    else if (event.key === 'Enter') list.children[Math.max(chosen, 0)]?.querySelector('a')?.click()
    else if (event.key === 'Escape') {
      input.value = ''
      show([], '')
    } else return
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    input.focus()
    event.preventDefault()
  })
  document.addEventListener('click', (event) => {
    if (!place.contains(event.target as Node)) show([], '')
  })
}

async function loadIndex(): Promise<MiniSearch<Entry>> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`The search index answered ${response.status}`)
  const entries = (await response.json()) as Entry[]
  const index = new MiniSearch<Entry>({
    idField: 'url',
    fields: ['title', 'page', 'text'],
    storeFields: ['url', 'page', 'title', 'text'],
    searchOptions: {
      boost: {
        title: 4,
        page: 2,
      },
      // Readers want a word explained first, and then the operations that have it in their names.
      boostDocument: (url: string) => (url.startsWith('/docs/api') ? 0.5 : 1),
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  })
  index.addAll(entries)
  return index
}

function option({ url, page, title, text }: Entry, at: number, words: string): HTMLElement {
  const where = title === page ? '' : ` · ${page}`
  const link = element('a', { href: url, tabindex: '-1' })
  link.append(
    element('strong', {}, title),
    element('span', {}, where),
    element('small', {}, excerpt(text, words)),
  )
  return element('li', { id: `result-${at}`, role: 'option', 'aria-selected': 'false' }, link)
}

/** The text around the first word that was looked for. */
function excerpt(text: string, words: string): string {
  const [first = ''] = words.toLowerCase().split(/\s+/)
  const at = Math.max(text.toLowerCase().indexOf(first), 0)
  const from = Math.max(at - EXCERPT_CHARACTERS / 3, 0)
  const part = text.slice(from, from + EXCERPT_CHARACTERS)
  return `${from > 0 ? '…' : ''}${part}${from + EXCERPT_CHARACTERS < text.length ? '…' : ''}`
}
