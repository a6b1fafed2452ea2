import { expect, test } from 'vitest'
import { decodeOtlp } from '../../../test/support/otlp-protobuf.ts'
import { encodeProtobuf } from './protobuf.ts'
import type { Signal } from './target.ts'

const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'headrace ü' } }] }
const scope = { name: 'headrace' }
const times = { startTimeUnixNano: '1700000000000000000', timeUnixNano: '1700000001000000000' }

const requests: Readonly<Record<Signal, object>> = {
  traces: {
    resourceSpans: [
      {
        resource,
        scopeSpans: [
          {
            scope,
            spans: [
              {
                traceId: '0af7651916cd43dd8448eb211c80319c',
                spanId: 'b7ad6b7169203331',
                parentSpanId: '00f067aa0ba902b7',
                traceState: 'a=1',
                name: 'Load',
                kind: 1,
                flags: 1,
                startTimeUnixNano: '1700000000000000000',
                endTimeUnixNano: '1700000001000000000',
                attributes: [
                  { key: 'rows', value: { intValue: '-5' } },
                  { key: 'seconds', value: { doubleValue: 1.5 } },
                  { key: 'is', value: { boolValue: true } },
                ],
                links: [
                  { traceId: '1af7651916cd43dd8448eb211c80319c', spanId: 'c7ad6b7169203331', attributes: [] },
                ],
                status: { code: 2, message: 'gone' },
              },
            ],
          },
        ],
      },
    ],
  },
  logs: {
    resourceLogs: [
      {
        resource,
        scopeLogs: [
          {
            scope,
            logRecords: [
              {
                timeUnixNano: '1700000000000000000',
                observedTimeUnixNano: '1700000000000000000',
                severityNumber: 9,
                severityText: 'INFO',
                body: { stringValue: 'a line' },
                attributes: [],
                flags: 1,
                traceId: '0af7651916cd43dd8448eb211c80319c',
                spanId: 'b7ad6b7169203331',
              },
            ],
          },
        ],
      },
    ],
  },
  metrics: {
    resourceMetrics: [
      {
        resource,
        scopeMetrics: [
          {
            scope,
            metrics: [
              {
                name: 'depth',
                description: 'How many',
                gauge: { dataPoints: [{ ...times, asDouble: 3, attributes: [] }] },
              },
              {
                name: 'seen',
                description: 'Something',
                sum: {
                  dataPoints: [{ ...times, asDouble: 300.25, attributes: [] }],
                  aggregationTemporality: 2,
                  isMonotonic: true,
                },
              },
              {
                name: 'took',
                description: 'Something',
                histogram: {
                  dataPoints: [
                    {
                      ...times,
                      count: '300',
                      sum: 12.5,
                      bucketCounts: ['1', '299', '0'],
                      explicitBounds: [0.5, 1],
                      attributes: [],
                    },
                  ],
                  aggregationTemporality: 2,
                },
              },
            ],
          },
        ],
      },
    ],
  },
}

/** What Python's `opentelemetry-proto` makes of the same requests in JSON: recorded with version 1.45.2. */
const recorded: Readonly<Record<Signal, string>> = {
  traces:
    'CtsBCh8KHQoMc2VydmljZS5uYW1lEg0KC2hlYWRyYWNlIMO8ErcBCgoKCGhlYWRyYWNlEqgBChAK92UZFs1D3YRI6yEcgDGcEgi3rWtxaSAzMRoDYT0xIggA8GeqC6kCtyoETG9hZDABOQAAKjb+nJcXQQDKxHH+nJcXShMKBHJvd3MSCxj7//////////8BShQKB3NlY29uZHMSCSEAAAAAAAD4P0oICgJpcxICEAFqHAoQGvdlGRbNQ92ESOshHIAxnBIIx61rcWkgMzF6CBIEZ29uZRgChQEBAAAA',
  logs: 'CnYKHwodCgxzZXJ2aWNlLm5hbWUSDQoLaGVhZHJhY2Ugw7wSUwoKCghoZWFkcmFjZRJFCQAAKjb+nJcXEAkaBElORk8qCAoGYSBsaW5lRQEAAABKEAr3ZRkWzUPdhEjrIRyAMZxSCLeta3FpIDMxWQAAKjb+nJcX',
  metrics:
    'CoECCh8KHQoMc2VydmljZS5uYW1lEg0KC2hlYWRyYWNlIMO8Et0BCgoKCGhlYWRyYWNlEjAKBWRlcHRoEghIb3cgbWFueSodChsRAAAqNv6clxcZAMrEcf6clxchAAAAAAAACEASNAoEc2VlbhIJU29tZXRoaW5nOiEKGxEAACo2/pyXFxkAysRx/pyXFyEAAAAAAMRyQBACGAESZwoEdG9vaxIJU29tZXRoaW5nSlQKUBEAACo2/pyXFxkAysRx/pyXFyEsAQAAAAAAACkAAAAAAAApQDIYAQAAAAAAAAArAQAAAAAAAAAAAAAAAAAAOhAAAAAAAADgPwAAAAAAAPA/EAI=',
}

/**
 * Parts of a message may come in any order, so bytes are compared after sorting: each is in a fixed place of
 * its field.
 */
const sorted = (bytes: Buffer): string => [...bytes].sort((a, b) => a - b).join(' ')

test.each(Object.keys(requests) as Signal[])(
  '%s are encoded as other implementations encode them',
  (signal) => {
    const encoded = encodeProtobuf(signal, requests[signal])
    expect(encoded.length).toBe(Buffer.from(recorded[signal], 'base64').length)
    expect(sorted(encoded)).toBe(sorted(Buffer.from(recorded[signal], 'base64')))
  },
)

test('texts are what they were, wherever in a request they stand', () => {
  // The buffer begins with 64 KiB, and is replaced by a larger one somewhere among the short texts.
  for (let length = 0; length < 10; length++) {
    const texts = [
      ...Array<string>(650).fill('x'.repeat(90)),
      'x'.repeat(length),
      ...Array<string>(500).fill('é'),
    ]
    const logRecords = texts.map((stringValue) => ({ body: { stringValue } }))
    const sent = { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }
    expect(decodeOtlp('/v1/logs', encodeProtobuf('logs', sent))).toEqual(sent)
  }
})

test('a field that the protocol does not have is an error, not left out', () => {
  expect(() => encodeProtobuf('traces', { resourceSpan: [] })).toThrow('resourceSpan')
})

test.each([0, 1, 63, 64, 65, 127, 128, 16_383, 16_384, 70_000])(
  'a text of %i characters has its length before it, however many bytes that takes',
  (length) => {
    const varint = (n: number): number[] => (n > 0x7f ? [(n & 0x7f) | 0x80, ...varint(n >>> 7)] : [n])
    for (const text of ['a'.repeat(length), `${'a'.repeat(length)}ü`]) {
      const bytes = [...Buffer.from(text)]
      const scope = [0x0a, ...varint(bytes.length), ...bytes]
      const scopeLogs = [0x0a, ...varint(scope.length), ...scope]
      const resourceLogs = [0x12, ...varint(scopeLogs.length), ...scopeLogs]
      expect(
        encodeProtobuf('logs', { resourceLogs: [{ scopeLogs: [{ scope: { name: text } }] }] }).equals(
          Buffer.from([0x0a, ...varint(resourceLogs.length), ...resourceLogs]),
        ),
      ).toBe(true)
    }
  },
)
