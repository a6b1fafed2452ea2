/**
 * Four ways to join work that arrives together. Pick by what is joined:
 *
 * | use | joins | a result is |
 * |---|---|---|
 * | `coalesced` (here) | the same question, asked several times | never older than the question |
 * | `gathered` (here) | different keys of one kind of lookup, asked in one turn of the event loop | fresh |
 * | `remembered` (remembered.ts) | the same key, asked again within a time | up to `ttlMs` old |
 * | `createBatcher` (db/batcher.ts) | writes, in order within a lane | on disk when it resolves |
 *
 * None replaces another: a write must not be shared, a permission may be 2 s old, a query for a lock may not.
 */

/**
 * Asks once what is asked several times at once: under load equal questions arrive together, and one answer
 * serves them all. What is asked while an equal question is in flight waits for it and is then asked again,
 * once for all callers: no caller gets an answer older than its question, and the longer asking takes, the
 * more questions share an answer.
 */
export function coalesced<Question, Answer>(
  keyOf: (question: Question) => string,
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  /** May still be joined: not asked yet, or in this turn of the event loop. */
  const open = new Map<string, Promise<Answer>>()
  const inHand = new Map<string, Promise<void>>()

  function begin(key: string, question: Question): Promise<Answer> {
    setImmediate(() => open.delete(key))
    return ask(question)
  }

  return (question) => {
    const key = keyOf(question)
    const known = open.get(key)
    if (known !== undefined) return known
    const before = inHand.get(key)
    const answer = before === undefined ? begin(key, question) : before.then(() => begin(key, question))
    open.set(key, answer)
    const end = () => {
      if (inHand.get(key) === ended) inHand.delete(key)
    }
    const ended = answer.then(end, end)
    inHand.set(key, ended)
    return answer
  }
}

/**
 * Asks together for what is asked one by one in the same turn of the event loop. `ask` receives each key once
 * and returns the values it finds; a missing one is undefined. A question of a later turn is asked again.
 */
export function gathered<Answer>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (key: string) => Promise<Answer | undefined> {
  let turn: { readonly keys: Set<string>; readonly answers: Promise<ReadonlyMap<string, Answer>> } | undefined

  function begin(keys: Set<string>): Promise<ReadonlyMap<string, Answer>> {
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        turn = undefined
        ask([...keys]).then(resolve, reject)
      })
    })
  }

  return async (key) => {
    if (turn === undefined) {
      const keys = new Set<string>()
      turn = { keys, answers: begin(keys) }
    }
    turn.keys.add(key)
    return (await turn.answers).get(key)
  }
}
