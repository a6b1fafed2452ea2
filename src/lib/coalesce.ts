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
