/** What a handler tells the audit trail about its request and does not tell the caller. */
export interface AuditNote {
  /** Where the status does not say it: a browser that is led back to a page gets a redirection either way. */
  readonly outcome?: 'REFUSED'
  /** Who has just proven who it is. */
  readonly actor?: { readonly kind: 'USER'; readonly id: string; readonly name: string }
  /** Where the address does not say it. */
  readonly projectId?: string
  readonly details: object
}

declare module 'fastify' {
  interface FastifyRequest {
    auditNote: AuditNote | undefined
  }
}
