import { unloadFiles } from '../../common/file-unload/unload-files.ts'
import { component } from '../../component.ts'
import { declaration, settingsOf } from './properties.ts'

export const run = component(declaration, (context, parameters) =>
  unloadFiles(context, settingsOf(parameters)),
)
