/** What a review decides where it is a condition, as a choice. */
export const reviewChoices = [
  { value: 'OFF', label: 'No condition' },
  { value: 'ERRORS', label: 'Refuse on errors' },
  { value: 'WARNINGS', label: 'Refuse on any finding' },
]
