/** What a page of statistics keeps in its address. */
export const statisticsSearch = {
  days: 'number',
  environment: 'text',
  pipeline: 'text',
  project: 'text',
} as const
