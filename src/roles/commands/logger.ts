import pino from 'pino'
import type { Log } from '../../lib/log.ts'
import type { Settings } from '../settings/settings.ts'

/** JSON lines, or readable lines on a terminal. Fields that may hold secrets are removed by name. */
export function createLog({ logLevel, logFormat }: Pick<Settings, 'logLevel' | 'logFormat'>): Log {
  const pretty = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY)
  const secrets = ['authorization', 'cookie', 'password', 'clientSecret', 'client_secret', 'token', 'secret']
  const options: pino.LoggerOptions = {
    level: logLevel,
    base: null,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    formatters: { level: (level) => ({ level }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (!pretty) return pino(options)
  const { formatters: _, ...plain } = options
  return pino({
    ...plain,
    transport: {
      target: 'pino-pretty',
      options: { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true },
    },
  })
}
