import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { CodeEditorProps } from './code-mirror.tsx'

const CodeMirror = lazy(async () => ({ default: (await import('./code-mirror.tsx')).CodeMirror }))

/**
 * An editor for SQL, Python, YAML, JSON and Bash. Its code is loaded with the first one that is shown, and
 * each language with its first text.
 */
export const CodeEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<Skeleton h={props.height === 'fill' ? '100%' : 120} />}>
    <CodeMirror {...props} />
  </Suspense>
)
