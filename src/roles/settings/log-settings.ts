import { oneOf, roles } from './setting-kinds.ts'

/** Settings of the log, which every command writes. */
export const logDeclarations = {
  logLevel: oneOf(
    { env: 'HEADRACE_LOG_LEVEL', flag: 'log-level', usedBy: roles, summary: 'Lowest level to log' },
    'info',
    ['debug', 'info', 'warn', 'error'],
  ),
  logFormat: oneOf(
    {
      env: 'HEADRACE_LOG_FORMAT',
      flag: 'log-format',
      usedBy: roles,
      summary: 'Format of the log; auto: readable on a terminal, JSON elsewhere',
    },
    'auto',
    ['auto', 'json', 'pretty'],
  ),
} as const
