export { describeCalls, fixCalls } from './fixing.ts'
export { createResolve } from './resolving.ts'
export { insertUses, recordUser } from './version-store.ts'
