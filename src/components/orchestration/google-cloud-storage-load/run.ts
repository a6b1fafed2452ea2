import { loadFiles } from '../../common/file-load/load-files.ts'
import { component } from '../../component.ts'
import { declaration, settingsOf } from './properties.ts'

export const run = component(declaration, (context, parameters) => loadFiles(context, settingsOf(parameters)))
