/** As much of the library's types as tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    Grant: new (of: {
      clientId: string
      accountId: string
    }) => Grant
    /** Its `redirectUriAllowed` can be replaced: tests learn their address late. */
    Client: { prototype: { redirectUriAllowed(uri: string): boolean } }
    use(
      middleware: (
        context: { path: string; req: IncomingMessage; res: ServerResponse; respond: boolean },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void
    on(event: string, listener: (context: unknown, error: unknown) => void): void
  }
}
