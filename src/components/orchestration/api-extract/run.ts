import { gatesOf } from '../../common/gates/gate-result.ts'
import { component } from '../../component.ts'
import { runExtract } from '../modular-api-extract-input-v2/extract.ts'
import { apiExtractSettings, declaration } from './properties.ts'

export const run = component(declaration, (context, parameters) =>
  runExtract(context, apiExtractSettings(parameters), gatesOf(parameters)),
)
