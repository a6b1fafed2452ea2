export { describeCalls, fixCalls } from './fixing.ts'
export { createResolve } from './resolving.ts'
export { insertUses } from './version-store.ts'
