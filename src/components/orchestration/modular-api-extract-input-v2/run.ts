import { component } from '../../component.ts'
import { runExtract } from './extract.ts'
import { modularApiExtract, modularSettings } from './properties.ts'

export const modularApiExtractRun = component(modularApiExtract, (context, parameters) =>
  runExtract(context, modularSettings(parameters)),
)
