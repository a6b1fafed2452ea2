import { within } from './fetch-within.ts'

/** One event of a server-sent event stream. */
interface ServerEvent {
  readonly event: string
  readonly data: string
}

/**
 * The events of a body (WHATWG HTML, "Server-sent events"): comments are passed over, an unfinished one is
 * lost. Throws a TypeError, as for a connection that breaks, when nothing comes for `silenceMs`.
 */
export async function* eventsOf(
  body: ReadableStream<Uint8Array> | null,
  silenceMs: number,
): AsyncGenerator<ServerEvent> {
  let event = 'message'
  let data: string[] = []
  for await (const line of linesOf(body, silenceMs)) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') }
      event = 'message'
      data = []
    } else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    else if (line.startsWith('event:')) event = line.slice(6).trim()
  }
}

async function* linesOf(body: ReadableStream<Uint8Array> | null, silenceMs: number): AsyncGenerator<string> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await within(silenceMs, reader.read())
      if (done) break
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    }
  } finally {
    await reader.cancel().catch(() => undefined) // a reader that stops early ends the request
  }
  if (rest !== '') yield rest
}
