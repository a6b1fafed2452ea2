export { isValid as isValidToken } from './store.ts'
