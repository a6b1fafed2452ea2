import Type from 'typebox'

/** Malformed ones count for none, so nothing is validated (W3C Trace Context). */
export const TraceContextHeaders = Type.Object({
  traceparent: Type.Optional(
    Type.String({
      description:
        'The trace that the execution becomes a part of (W3C Trace Context); its scripts and requests continue it',
      examples: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    }),
  ),
  tracestate: Type.Optional(Type.String({ description: 'Vendor data of `traceparent`' })),
})
