/** `http://host/api` → `ws://host/api/v1/agent-session`. */
export const sessionAddress = (apiUrl: string): string =>
  `${apiUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/v1/agent-session`
