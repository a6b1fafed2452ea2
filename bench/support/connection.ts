import { connect, type Socket } from 'node:net'

/**
 * One kept-alive connection that sends one request after another and does no more than find the end of each
 * answer: on a machine that serves and asks, a full client takes as much time as what is measured.
 */
export interface Connection extends AsyncDisposable {
  /** Resolves with status and body when the whole answer is there. */
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: string }>
}

export async function openConnection(
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<Connection> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  const lines = Object.entries({ host, ...headers, 'content-type': 'application/json' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')

  async function post(path: string, body: unknown) {
    const text = JSON.stringify(body)
    socket.write(`POST ${path} HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
    const whole = await answer(socket)
    return { status: Number(whole.slice(9, 12)), body: whole.slice(whole.indexOf('\r\n\r\n') + 4) }
  }

  return {
    post,
    async [Symbol.asyncDispose]() {
      socket.destroy()
    },
  }
}

/** Answers of this API carry their length. */
function answer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const failed = () => reject(new Error('The connection was closed'))
    if (socket.closed) return failed()
    const take = (data: Buffer) => {
      text += data.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length < end + 4 + length) return
      socket.off('data', take)
      socket.off('close', failed)
      resolve(text)
    }
    socket.on('data', take)
    socket.once('close', failed)
  })
}
