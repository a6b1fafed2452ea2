import { Divider, Stack, Stepper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { api } from '../../../../api/client.ts'
import { UnsavedGuard } from '../../../../ui/unsaved-guard.tsx'
import { useAddress } from '../../../../use-address.ts'
import { migrationPath, type Repository } from '../shapes.ts'
import { Checklist } from './checklist.tsx'
import { EarlierMigrations } from './earlier.tsx'
import { Progress } from './progress.tsx'
import { Target } from './target.tsx'
import { useMigration } from './use-migration.ts'

interface MigrationTabProps {
  readonly projectId: string
  readonly repository: Repository
}

/** The repository to another place, step by step; and what was moved before. */
export function MigrationTab({ projectId, repository }: MigrationTabProps) {
  const running = useRunning(projectId, repository)
  return (
    <Stack>
      <Wizard projectId={projectId} repository={repository} running={running} />
      <Divider />
      <EarlierMigrations projectId={projectId} />
    </Stack>
  )
}

/** The migration in progress, so that opening the page shows it. */
function useRunning(projectId: string, { migrationInProgress }: Repository): string | undefined {
  const { data } = api.useQuery(
    'get',
    migrationPath,
    { params: { path: { projectId }, query: { size: 1 } } },
    { enabled: migrationInProgress },
  )
  const newest = data?.results[0]
  return migrationInProgress && newest?.status === 'IN_PROGRESS' ? newest.migrationId : undefined
}

interface WizardProps extends MigrationTabProps {
  readonly running: string | undefined
}

function Wizard({ projectId, repository, running }: WizardProps) {
  const [{ migration }, change] = useAddress('repository')
  // Keeps showing a migration that was in progress when the page opened, so that its outcome is seen too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another migration that runs is news
  useEffect(() => {
    if (running !== undefined && migration === undefined) change({ migration: running })
  }, [running])
  const [isBack, setBack] = useState(false)
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const moving = useMigration(projectId, (id) => change({ migration: id }))
  function startOver(): void {
    moving.forget()
    change({ migration: undefined })
  }
  const isChecked = moving.dryRun !== undefined && !isBack
  const step = migration !== undefined ? 2 : isChecked ? 1 : 0
  return (
    <>
      <UnsavedGuard
        isDirty={() => migration === undefined && !moving.starting.isPending && moving.form.isDirty()}
        what="The move of the repository"
      />
      <Stepper
        active={step}
        size="sm"
        orientation={isWide ? 'horizontal' : 'vertical'}
        allowNextStepsSelect={false}
        maw={860}
      >
        <Stepper.Step label="Target" description="Destination" allowStepSelect={false}>
          <Target
            form={moving.form}
            source={repository.provider}
            error={moving.checking.error}
            shown={moving.shown}
            isPending={moving.checking.isPending}
            onSubmit={(values) => {
              setBack(false)
              moving.checking.mutate(values)
            }}
          />
        </Stepper.Step>
        <Stepper.Step label="Prerequisites" description="Checks" allowStepSelect={false}>
          {moving.dryRun !== undefined && (
            <Checklist
              dryRun={moving.dryRun}
              error={moving.starting.error ?? moving.checking.error}
              isChecking={moving.checking.isPending}
              isStarting={moving.starting.isPending}
              hasToken={moving.form.getValues().token !== ''}
              onBack={() => setBack(true)}
              onCheck={() => moving.checking.mutate(moving.form.getValues())}
              onStart={() => moving.starting.mutate(moving.form.getValues())}
            />
          )}
        </Stepper.Step>
        <Stepper.Step label="Migration" description="Progress and outcome" allowStepSelect={false}>
          {migration !== undefined && (
            <Progress projectId={projectId} migrationId={migration} onAnother={startOver} />
          )}
        </Stepper.Step>
      </Stepper>
    </>
  )
}
