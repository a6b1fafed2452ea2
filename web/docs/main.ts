import './docs.css'
import { showBasePath } from './base-path.ts'
import { addCopyButtons } from './copy.ts'
import { createSearch } from './search.ts'
import { createTabs } from './tabs.ts'
import { createTries } from './try-it.ts'

/** What the pages of the documentation do beyond showing text. Everything on them can be read without it. */
const scheme = localStorage.getItem('mantine-color-scheme-value')
if (scheme === 'dark' || scheme === 'light') document.documentElement.dataset['scheme'] = scheme
const menu = document.querySelector<HTMLDetailsElement>('#menu')
if (menu !== null && matchMedia('(max-width: 60rem)').matches) menu.open = false
document.querySelector('nav.menu [aria-current]')?.scrollIntoView({ block: 'nearest' })

createSearch(document.querySelector<HTMLElement>('#search')!)
createTabs()
addCopyButtons()
const basePath = await showBasePath()
await createTries(basePath)
