import { element } from './element.ts'

const KEPT_AS = 'headrace-docs-language'

/**
 * Shows one language of the examples at a time, the same on every page. Without this all of them are shown.
 */
export function createTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')]
  const choices = groups.map((group, at) => new Tabs(group, at, choose))
  choose(localStorage.getItem(KEPT_AS) ?? 'curl')

  function choose(language: string): void {
    localStorage.setItem(KEPT_AS, language)
    for (const one of choices) one.show(language)
  }
}

class Tabs {
  readonly #panels: readonly HTMLElement[]
  readonly #buttons: readonly HTMLButtonElement[]

  constructor(group: HTMLElement, at: number, choose: (language: string) => void) {
    this.#panels = [...group.querySelectorAll<HTMLElement>('[data-tab]')]
    this.#buttons = this.#panels.map((panel) => {
      const language = panel.dataset['tab']!
      const id = `example-${at}-${language}`
      panel.id = id
      panel.setAttribute('role', 'tabpanel')
      panel.setAttribute('aria-label', language)
      const attributes = { type: 'button', role: 'tab', 'aria-controls': id }
      const button = element('button', attributes, language)
      button.addEventListener('click', () => choose(language))
      return button
    })
    const list = element('div', { role: 'tablist', 'aria-label': 'Language of the example' })
    list.append(...this.#buttons)
    list.addEventListener('keydown', (event) => this.#move(event, choose))
    group.prepend(list)
    group.classList.add('ready')
  }

  show(language: string): void {
    const isKnown = this.#panels.some((panel) => panel.dataset['tab'] === language)
    const shown = isKnown ? language : this.#panels[0]?.dataset['tab']
    this.#panels.forEach((panel, i) => {
      const isShown = panel.dataset['tab'] === shown
      panel.hidden = !isShown
      this.#buttons[i]!.setAttribute('aria-selected', String(isShown))
      this.#buttons[i]!.tabIndex = isShown ? 0 : -1
    })
  }

  #move(event: KeyboardEvent, choose: (language: string) => void): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const here = this.#buttons.findIndex((button) => button.tabIndex === 0)
    const next = (here + step + this.#buttons.length) % this.#buttons.length
    choose(this.#panels[next]!.dataset['tab']!)
    this.#buttons[next]!.focus()
    event.preventDefault()
  }
}
