/**
 * Asks once what is asked several times in the same turn of the event loop: under load equal questions arrive together,
 * and one answer serves them all. A question of a later turn is asked anew, so that nobody gets an old answer.
 */
export function coalesced<Question, Answer>(
  keyOf: (question: Question) => string,
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (question) => {
    const key = keyOf(question)
    const known = asked.get(key)
    if (known !== undefined) return known
    const answer = ask(question)
    asked.set(key, answer)
    setImmediate(() => asked.delete(key))
    return answer
  }
}

/**
 * Asks together for what is asked one by one in the same turn of the event loop. `ask` is given each key once and
 * answers what it found; what is not there is undefined. A question of a later turn is asked anew.
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
