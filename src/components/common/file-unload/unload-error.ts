/** Why an unload ends; the message is shown to users. */
export class UnloadError extends Error {
  override readonly name = 'UnloadError'
}
