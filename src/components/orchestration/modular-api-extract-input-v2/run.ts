import { gatesOf } from '../../common/gates/gate-result.ts'
import { component } from '../../component.ts'
import { runExtract } from './extract.ts'
import { declaration, modularSettings } from './properties.ts'

export const run = component(declaration, (context, parameters) =>
  runExtract(context, modularSettings(parameters), gatesOf(parameters)),
)
