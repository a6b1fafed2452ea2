import { type Caller, createCaller } from './caller.ts'
import { element } from './element.ts'
import { addressOf, type Given, headersOf, type TriedOperation } from './request.ts'
import { showResponse } from './response.ts'

/** Puts a form at every operation of the page, opened by a button. */
export async function createTries(basePath: string): Promise<void> {
  const data = document.querySelector('#operations')
  if (data === null) return
  const operations = JSON.parse(data.textContent) as TriedOperation[]
  const caller = await createCaller(basePath, document.querySelector<HTMLElement>('#caller')!)
  for (const operation of operations) {
    const place = document.querySelector<HTMLElement>(`[data-operation="${operation.id}"]`)!
    if (operation.contentType === 'multipart/form-data') continue
    const button = element('button', { type: 'button', class: 'primary' }, 'Try it')
    button.addEventListener('click', () => {
      button.remove()
      const form = new TryForm(operation, basePath, caller)
      place.append(form.element)
      form.focus()
    })
    place.append(button)
  }
}

class TryForm {
  readonly element: HTMLFormElement
  readonly #operation: TriedOperation
  readonly #basePath: string
  readonly #caller: Caller
  readonly #fields = new Map<string, HTMLInputElement | HTMLSelectElement>()
  readonly #body: HTMLTextAreaElement | undefined
  readonly #result = element('div', { class: 'result', role: 'status' })
  readonly #send = element('button', { type: 'submit', class: 'primary' }, 'Send')
  #running: AbortController | undefined

  constructor(operation: TriedOperation, basePath: string, caller: Caller) {
    this.#operation = operation
    this.#basePath = basePath
    this.#caller = caller
    this.element = element('form', { 'aria-label': `Try ${operation.id}`, novalidate: '' })
    for (const parameter of operation.parameters) this.element.append(this.#field(parameter))
    if (operation.contentType !== undefined) {
      this.#body = element('textarea', { rows: '10', spellcheck: 'false' })
      this.#body.value = operation.body ?? ''
      this.element.append(
        element('label', {}, element('span', {}, `Body (${operation.contentType})`), this.#body),
      )
    }
    const cancel = element('button', { type: 'button' }, 'Cancel')
    cancel.addEventListener('click', () => this.#running?.abort())
    const note = operation.method === 'GET' ? '' : ' This request changes real data.'
    this.element.append(element('p', { class: 'actions' }, this.#send, ' ', cancel, note), this.#result)
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#submit()
    })
  }

  focus(): void {
    this.element.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  }

  #field({ name, in: place, required, values }: TriedOperation['parameters'][number]): HTMLLabelElement {
    const field =
      values === undefined ? element('input', { autocomplete: 'off', spellcheck: 'false' }) : choice(values)
    this.#fields.set(`${place}:${name}`, field)
    const mark = required ? ' (required)' : ''
    return element('label', {}, element('span', {}, `${name}, ${place}${mark}`), field)
  }

  #given(): Given {
    const values = new Map([...this.#fields].map(([key, field]) => [key, field.value.trim()]))
    return { values, body: this.#body?.value }
  }

  async #submit(): Promise<void> {
    this.#running?.abort()
    const given = this.#given()
    const address = addressOf(this.#operation, this.#basePath, given)
    if ('fault' in address) {
      this.#result.replaceChildren(element('p', { class: 'fault' }, address.fault))
      return
    }
    const { method, id } = this.#operation
    if (method === 'DELETE' && !window.confirm(`Send ${method} ${address.url}? What it deletes is gone.`))
      return
    const running = new AbortController()
    this.#running = running
    this.#result.replaceChildren(element('p', {}, `Sending ${id}…`))
    this.#send.disabled = true
    try {
      const response = await fetch(address.url, {
        method,
        signal: running.signal,
        redirect: 'manual',
        ...this.#caller.options(method, headersOf(this.#operation, given)),
        body: given.body ?? null,
      })
      await showResponse(this.#result, response, running)
    } catch (error) {
      const text = running.signal.aborted ? 'Cancelled.' : `No answer: ${(error as Error).message}`
      this.#result.replaceChildren(element('p', { class: 'fault' }, text))
    } finally {
      this.#send.disabled = false
    }
  }
}

function choice(values: readonly unknown[]): HTMLSelectElement {
  const options = values.map((value) => element('option', {}, String(value)))
  return element('select', {}, element('option', { value: '' }, ''), ...options)
}
