import { UnstyledButton } from '@mantine/core'
import { ChevronRight, FileText, Folder as FolderIcon } from 'lucide-react'
import { paths } from '../../../../paths.ts'
import { PageLink } from '../../../../ui/link.tsx'
import tree from '../../../../ui/tree.module.css'
import { useFolder } from '../../../../ui/use-folder.ts'
import type { RepositoryFile } from '../shapes.ts'
import { type Folder, lastPart } from './folders.ts'

interface TreeProps {
  readonly projectId: string
  readonly root: Folder
  readonly chosen: string | undefined
  /** Everything is open while something is looked for. */
  readonly lookedFor: string
  /** What the address keeps when a file is chosen. */
  readonly search: Readonly<Record<string, string | undefined>>
}

/** Folders that open and close, and files that are links. */
export function FileTree(props: TreeProps) {
  const { root } = props
  return (
    <ul>
      {root.folders.map((folder) => (
        <FolderEntry key={folder.path} {...props} root={folder} />
      ))}
      {root.files.map((file) => (
        <FileEntry key={file.path} {...props} file={file} />
      ))}
    </ul>
  )
}

function FolderEntry(props: TreeProps) {
  const { root: folder, chosen, lookedFor } = props
  const { isOpen, turn } = useFolder(lookedFor, chosen?.startsWith(`${folder.path}/`) ?? false)
  return (
    <li>
      <UnstyledButton className={tree['entry']} aria-expanded={isOpen} onClick={turn}>
        <ChevronRight size={14} aria-hidden className={isOpen ? tree['turned'] : undefined} />
        <FolderIcon size={14} aria-hidden />
        {folder.name}
      </UnstyledButton>
      {isOpen && <FileTree {...props} />}
    </li>
  )
}

function FileEntry({ projectId, file, chosen, search }: TreeProps & { readonly file: RepositoryFile }) {
  const isChosen = file.path === chosen
  return (
    <li>
      <PageLink
        to={paths.repository}
        params={{ projectId }}
        search={{ ...search, file: file.path }}
        className={tree['entry']!}
        underline="never"
        activeOptions={{ includeSearch: true, exact: true }}
        aria-current={isChosen ? 'true' : undefined}
        title={file.path}
      >
        <FileText size={14} aria-hidden />
        {lastPart(file.path)}
        {file.kind !== 'file' && ` (${file.kind})`}
      </PageLink>
    </li>
  )
}
