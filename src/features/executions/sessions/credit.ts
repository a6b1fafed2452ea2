/**
 * How many executions a session may still be sent. The runner grants credit as a total since the session
 * began, the server counts what it sent since then: a grant that crosses a `run` on the wire needs no
 * correction.
 */
export class Credit {
  /** Executions that this session was sent, or resumed with, and that have not ended. */
  readonly #inFlight: Set<string>
  #granted = 0
  #sent: number
  #reserved = 0
  #isDraining = false

  /** A resumed session begins with what its runner `received` so far and still holds. */
  constructor(received = 0, held: readonly string[] = []) {
    this.#sent = received
    this.#inFlight = new Set(held)
  }

  /** Slots that are neither used nor reserved. */
  free(): number {
    return this.#isDraining ? 0 : Math.max(0, this.#granted - this.#sent - this.#reserved)
  }

  /** The runner's grant: how many executions it is willing to have received in all. */
  grant(total: number): void {
    this.#granted = total
  }

  /** Nothing more is sent to this session. */
  drain(): void {
    this.#isDraining = true
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Sets up to `max` slots aside for a claim that is about to be made; answers how many. */
  reserve(max: number): number {
    const slots = Math.min(max, this.free())
    this.#reserved += slots
    return slots
  }

  /** Ends a reservation: what it was for was sent, or there was nothing to claim. */
  release(slots: number): void {
    this.#reserved -= slots
  }

  markSent(executions: readonly string[]): void {
    this.#sent += executions.length
    for (const execution of executions) this.#inFlight.add(execution)
  }

  /** These could not be sent after all. */
  unmarkSent(executions: readonly string[]): void {
    this.#sent -= executions.length
    for (const execution of executions) this.#inFlight.delete(execution)
  }

  /** An execution ended, or is no longer the session's. Its slot is free once the runner grants more. */
  end(execution: string): void {
    this.#inFlight.delete(execution)
  }

  inFlight(): string[] {
    return [...this.#inFlight]
  }

  /** Whether the execution is with the runner, or on its way there. */
  has(execution: string): boolean {
    return this.#inFlight.has(execution)
  }
}
