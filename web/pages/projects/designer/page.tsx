import { Badge, Group, Loader } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pipelineNameOf } from '../../../../src/pipeline/names.ts'
import { Designer } from '../../../components/designer/designer.tsx'
import { GitDialog } from '../../../components/designer/git/git-dialog.tsx'
import { readCommitted, readDraft } from '../../../components/designer/state/draft-api.ts'
import type { RunPart } from '../../../components/designer/state/run-part.ts'
import type { Editor } from '../../../components/designer/state/use-editor.ts'
import { useFile } from '../../../components/designer/state/use-file.ts'
import type { ComponentState } from '../../../components/pipeline-graph/model.ts'
import { useSourceChoices } from '../../../components/pipelines/source.ts'
import { type Environment, usualBranch } from '../../../components/pipelines/usual-source.ts'
import { scheduleNeed } from '../../../components/rights/common-needs.ts'
import { May } from '../../../components/rights/may.tsx'
import { useMay } from '../../../components/rights/use-may.ts'
import { paths } from '../../../paths.ts'
import { showFailure } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ButtonLink, PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import { NewPipeline } from '../pipelines/new-pipeline.tsx'
import { RunDialog } from './run/run-dialog.tsx'
import { RunStatus } from './run/run-status.tsx'

/** One pipeline file of a branch on the canvas. */
export function DesignerPage() {
  const projectId = useProjectId()
  const [{ branch: stated, file }, change] = useAddress('designer')
  const { branches, environments } = useSourceChoices(projectId)
  const branch = stated ?? (branches.data && usualBranch(branches.data))
  const isFound = stated === undefined && branch !== undefined && file !== undefined
  // It stays the one that is edited when another one becomes the default, also after a reload.
  useEffect(() => {
    if (isFound) change({ branch })
  })
  const trail = [
    <PageLink key="pipelines" to={paths.pipelines} params={{ projectId }} search={{ branch: stated }}>
      Pipelines
    </PageLink>,
  ]
  if (file === undefined)
    return (
      <Page title="Designer" trail={trail}>
        <EmptyState title="No pipeline chosen">Choose one under Pipelines, or create one there.</EmptyState>
      </Page>
    )
  return (
    <Page
      title={file}
      trail={trail}
      actions={
        <Group gap="xs">
          {branch !== undefined && (
            <Badge variant="default" tt="none">
              {branch}
            </Badge>
          )}
          <NewPipeline projectId={projectId} branch={stated} isSmall />
          <ScheduleLink projectId={projectId} file={file} environments={environments.data ?? []} />
        </Group>
      }
    >
      {branch === undefined ? (
        <Waiting error={branches.error} />
      ) : (
        <OpenFile key={`${branch}\n${file}`} projectId={projectId} branch={branch} path={file} />
      )}
    </Page>
  )
}

/** Instead of the pipeline, until what it needs could be read. */
const Waiting = ({ error }: { readonly error: Error | null }) =>
  error === null ? <Loader aria-label="Loading the pipeline" /> : <ProblemAlert error={error} />

interface ScheduleLinkProps {
  readonly projectId: string
  readonly file: string
  readonly environments: readonly Pick<Environment, 'name'>[]
}

/** To a new schedule of the pipeline, where there is only one environment in that. */
function ScheduleLink({ projectId, file, environments }: ScheduleLinkProps) {
  const environment = environments.length === 1 ? environments[0]!.name : undefined
  return (
    <May needs={scheduleNeed(projectId, environment)}>
      <ButtonLink
        size="compact-sm"
        variant="default"
        leftSection={<CalendarClock size={16} aria-hidden />}
        to={paths.newSchedule}
        params={{ projectId }}
        search={{ pipeline: pipelineNameOf(file)?.name, environment }}
      >
        Schedule…
      </ButtonLink>
    </May>
  )
}

interface OpenFileProps {
  readonly projectId: string
  readonly branch: string
  readonly path: string
}

function OpenFile({ projectId, branch, path }: OpenFileProps) {
  const key = { projectId, branch, path }
  const { data, error } = useFile(key)
  const isEditable = useMay()({ projectId, permission: 'repository:push' })
  const navigate = useNavigate()
  const [git, setGit] = useState<Editor>()
  const [asking, ask] = useState<{ readonly editor: Editor; readonly part: RunPart | undefined }>()
  const [environment, setEnvironment] = useState<string>()
  const [executionId, setExecution] = useState<string>()
  const [states, setStates] = useState<ReadonlyMap<string, ComponentState>>()
  if (data === undefined) return <Waiting error={error} />
  const toPipelines = () =>
    void navigate({
      to: paths.pipelines,
      params: { projectId },
      search: { branch, pipeline: path },
      ignoreBlocker: true, // the file is gone: what the window still has of it is not to be kept
    })
  return (
    <>
      <Designer
        fileKey={key}
        stored={data}
        isEditable={isEditable}
        onGone={toPipelines}
        onGit={(editor) => void editor.saver.flush().then((isSaved) => isSaved && setGit(editor))}
        onRun={(editor, part) =>
          void editor.saver.flush().then((isSaved) => isSaved && ask({ editor, part }))
        }
        environment={environment}
        onEnvironment={setEnvironment}
        states={states}
      >
        {executionId !== undefined && (
          <RunStatus projectId={projectId} executionId={executionId} onStates={setStates} />
        )}
      </Designer>
      {asking !== undefined && (
        <RunDialog
          projectId={projectId}
          branch={branch}
          editor={asking.editor}
          part={asking.part}
          environment={environment}
          onClose={() => ask(undefined)}
          onStarted={(started, chosen) => {
            ask(undefined)
            setExecution(started)
            setEnvironment(chosen)
          }}
        />
      )}
      {git !== undefined && (
        <GitDialog
          projectId={projectId}
          branch={branch}
          onClose={() => setGit(undefined)}
          onCommitted={() => {
            setGit(undefined)
            void reread(git, toPipelines)
          }}
          onSettled={() => void reread(git, toPipelines, readDraft)}
          onMerged={() => {
            setGit(undefined)
            if (git.saver.base.etag === undefined) void reread(git, toPipelines)
          }}
          onSwitch={(other) =>
            void navigate({
              to: paths.designer,
              params: { projectId },
              search: { branch: other, file: path },
              ignoreBlocker: true, // the draft is saved, and the dialog did what was typed in it
            })
          }
        />
      )}
    </>
  )
}

/**
 * What is committed now, or where `readOwn` reads something that, is what the next edit begins with; what was
 * typed before it was read is kept.
 */
async function reread(editor: Editor, onGone: () => void, readOwn?: typeof readDraft): Promise<void> {
  try {
    await editor.follow(async () => {
      const stored = (await readOwn?.(editor.key)) ?? (await readCommitted(editor.key))
      if (stored === undefined) onGone()
      return stored
    })
  } catch (error) {
    showFailure(error)
  }
}
