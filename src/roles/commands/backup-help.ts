/** Switches and notes of `headrace backup` and `headrace restore`, for their help. */

export const backupSwitches = {
  'with-master-key': 'Include the master key: then the file alone is enough to read every secret',
  'with-warehouse': 'Include the embedded databases of environments; the platform must be stopped',
} as const

export const backupNotes = `Saves the database as of one moment, hosted repositories and the files of pipelines. The platform
may keep running. The master key is left out on purpose: the backup contains secrets only encrypted,
and is useless without the key. Keep a copy of it elsewhere (master-key in the data folder, or
HEADRACE_MASTER_KEY). Not included: admin-credentials.json, PostgreSQL's own files, copies of remote
repositories, and what HEADRACE_GIT_DIR and HEADRACE_FILES_DIR keep outside the data folder.
`

export const restoreSwitches = {
  replace: 'Replace an existing installation: its tables are dropped, its folders are renamed',
} as const

export const restoreNotes = `Stop headrace start and every headrace api first; runners may stay. Nothing is changed before the
whole backup has been read and checked, and the database is filled in one transaction. The master
key is the one in the data folder or HEADRACE_MASTER_KEY, or that of a backup that includes it.
Executions that were in flight resume after the last step that the backup has; later steps run again.
`
