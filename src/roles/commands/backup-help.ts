/** Switches and notes of `headrace backup` and `headrace restore`, for their help. */

export const backupSwitches = {
  'with-master-key': 'Put the master key into the backup too: then the file alone opens every secret',
  'with-warehouse': 'Include the embedded databases of environments; the platform must be stopped',
} as const

export const backupNotes = `Saves the database as of one moment, hosted repositories and the files of pipelines. The platform
may run meanwhile. The master key is left out on purpose: the backup holds secrets only encrypted,
and is of no use without the key. Keep a copy of it elsewhere (master-key in the data folder, or
HEADRACE_MASTER_KEY). Not included: admin-credentials.json, PostgreSQL's own files, copies of remote
repositories, and what HEADRACE_GIT_DIR and HEADRACE_FILES_DIR keep outside the data folder.
`

export const restoreSwitches = {
  replace: 'Replace an existing installation: its tables are dropped, its folders are renamed',
} as const

export const restoreNotes = `Stop headrace start and every headrace api first; runners may stay. Nothing is changed before the
backup was read and checked to its end, and the database is filled in one transaction. The master
key is the one in the data folder or HEADRACE_MASTER_KEY, or that of a backup that includes it.
Executions that were in flight resume after the last step that the backup knows; what they did
afterwards is done again.
`
