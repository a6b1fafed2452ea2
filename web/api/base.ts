/**
 * What the server writes into the page: it may run under any base path, and each page has a nonce of its own.
 */
const written = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="headrace-${name}"]`)?.content ?? ''

export const basePath = written('base-path')
export const nonce = written('nonce')
