import { Button, Group, Stack, Text } from '@mantine/core'
import { Check as CheckMark, CircleDashed, X } from 'lucide-react'
import { confirmLoss } from '../../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import type { Check, DryRun } from '../shapes.ts'
import { checkName, resultWords, summaryOf } from './checks.ts'
import classes from './migration.module.css'

interface ChecklistProps {
  readonly dryRun: DryRun
  readonly error: unknown
  readonly isChecking: boolean
  readonly isStarting: boolean
  readonly hasToken: boolean
  readonly onBack: () => void
  readonly onCheck: () => void
  readonly onStart: () => void
}

/** Every prerequisite with its result and what to do, and the start when nothing speaks against it. */
export function Checklist(props: ChecklistProps) {
  const { dryRun, error, isChecking, isStarting, hasToken, onBack, onCheck, onStart } = props
  const ask = () =>
    confirmLoss({
      title: 'Start migration?',
      message: `Git operations of the project are rejected until the migration ends. ${hasToken ? tokenWords : ''}If it fails, the project keeps its current repository.`,
      action: 'Migrate repository',
      onConfirm: onStart,
    })
  return (
    <Stack gap="sm" mt="xs">
      <ProblemAlert error={error} />
      <Text role="status" fw={600}>
        {summaryOf(dryRun.checks)}
      </Text>
      <ul className={classes['checks']} aria-label="Prerequisites">
        {dryRun.checks.map((check) => (
          <OneCheck key={check.name} check={check} />
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button variant="default" loading={isChecking} onClick={onCheck}>
          Check again
        </Button>
        {dryRun.ready && (
          <Button loading={isStarting} onClick={ask}>
            Start migration
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const tokenWords =
  'The access token is used up at once, even if the attempt fails: each attempt needs a new one. '

const icons = { PASSED: CheckMark, FAILED: X, UNKNOWN: CircleDashed } as const

function OneCheck({ check }: { readonly check: Check }) {
  const Icon = icons[check.result]
  return (
    <li data-result={check.result}>
      <Icon size={18} aria-hidden />
      <div>
        <Text size="sm" fw={600}>
          {checkName(check)}{' '}
          <Text span size="sm" fw={400} c="dimmed">
            {resultWords[check.result]}
          </Text>
        </Text>
        <Text size="sm">{check.detail}</Text>
      </div>
    </li>
  )
}
