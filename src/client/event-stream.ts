/** One event of a server-sent event stream. */
export interface ServerEvent {
  /** `message` when the server names none. */
  readonly event: string
  readonly data: string
}

/** The lines of a body as they come, without their endings. */
export async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  if (rest !== '') yield rest
}

/**
 * The events of a body (WHATWG HTML, "Server-sent events"): comments are passed over, an unfinished one is
 * lost.
 */
export async function* eventsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<ServerEvent> {
  let event = 'message'
  let data: string[] = []
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') }
      event = 'message'
      data = []
    } else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    else if (line.startsWith('event:')) event = line.slice(6).trim()
  }
}
