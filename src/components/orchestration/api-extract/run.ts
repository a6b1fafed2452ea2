import { component } from '../../component.ts'
import { runExtract } from '../modular-api-extract-input-v2/extract.ts'
import { apiExtract, apiExtractSettings } from './properties.ts'

export const apiExtractRun = component(apiExtract, (context, parameters) =>
  runExtract(context, apiExtractSettings(parameters)),
)
