import { element } from './element.ts'

/** More is not shown: a log may have gigabytes, and events never end. */
const MAX_SHOWN_BYTES = 200_000
const MAX_READ_MS = 10_000

/** Shows status, headers and the beginning of the body. */
export async function showResponse(
  place: HTMLElement,
  response: Response,
  running: AbortController,
): Promise<void> {
  const status = element('p', {}, element('strong', {}, `${response.status} ${response.statusText}`))
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const { text, isWhole } = await beginningOf(response, running)
  const shown = pretty(text, response.headers.get('content-type') ?? '', isWhole)
  place.replaceChildren(
    status,
    element('details', {}, element('summary', {}, 'Headers'), element('pre', { tabindex: '0' }, headers)),
    element('pre', { tabindex: '0', 'aria-label': 'Body' }, shown === '' ? '(no body)' : shown),
  )
  if (!isWhole) place.append(element('p', {}, 'Only the beginning is shown.'))
}

async function beginningOf(response: Response, running: AbortController) {
  const timer = setTimeout(() => running.abort(), MAX_READ_MS)
  const decoder = new TextDecoder()
  let text = ''
  try {
    const reader = response.body?.getReader()
    while (reader !== undefined && text.length < MAX_SHOWN_BYTES) {
      const { value, done } = await reader.read()
      if (done) return { text: text + decoder.decode(), isWhole: true }
      text += decoder.decode(value, { stream: true })
    }
    running.abort()
    return { text: text.slice(0, MAX_SHOWN_BYTES), isWhole: response.body === null }
  } catch (error) {
    if (!running.signal.aborted) throw error
    return { text, isWhole: false }
  } finally {
    clearTimeout(timer)
  }
}

function pretty(text: string, type: string, isWhole: boolean): string {
  if (!isWhole || !/\bjson\b/.test(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
