import { component } from '../../component.ts'
import { declaration } from './properties.ts'

export const run = component(declaration, (context) => context.transaction.rollback())
