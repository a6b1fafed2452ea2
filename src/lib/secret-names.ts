/** The variable of a runner's environment that holds a secret, e.g. `my-token` → HEADRACE_SECRET_MY_TOKEN. */
export const secretVariable = (name: string): string =>
  `HEADRACE_SECRET_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`

/** Whether a runner may find the same secret under both names. */
export const isSameVariable = (one: string, other: string): boolean =>
  secretVariable(one) === secretVariable(other)
