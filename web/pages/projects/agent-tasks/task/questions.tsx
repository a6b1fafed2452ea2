import { Button, Checkbox, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import type { PendingDecision } from '../shapes.ts'

type Question = NonNullable<PendingDecision['questions']>[number]

interface Draft {
  readonly selected: readonly string[]
  readonly text: string
}

const EMPTY: Draft = { selected: [], text: '' }
const isAnswered = ({ selected, text }: Draft): boolean => selected.length > 0 || text.trim() !== ''

interface QuestionsProps {
  readonly taskId: string
  readonly toolId: string
  readonly questions: readonly Question[]
  /** Only the creator answers. */
  readonly isOwn: boolean
}

/** What the agent asks, with the options of each question and room for an answer in own words. */
export function Questions({ taskId, toolId, questions, isOwn }: QuestionsProps) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => questions.map(() => EMPTY))
  const decide = api.useMutation('post', '/v1/ai/agents/tasks/{taskId}/decisions', {
    onSettled: () => void invalidate('/v1/ai/agents/tasks/{taskId}'),
  })
  const params = { path: { taskId } }
  function answer(): void {
    const answers = drafts.map(({ selected, text }, questionIndex) => ({
      questionIndex,
      ...(selected.length > 0 && { selectedOptions: [...selected] }),
      ...(text.trim() !== '' && { text: text.trim() }),
    }))
    decide.mutate({ params, body: { decisions: [{ type: 'ask_user', id: toolId, answers }] } })
  }
  const skip = () =>
    decide.mutate({ params, body: { decisions: [{ type: 'tool', id: toolId, approved: false }] } })
  return (
    <Stack gap="md">
      {questions.map((question, index) => (
        <QuestionField
          key={question.question}
          question={question}
          draft={drafts[index] ?? EMPTY}
          isOwn={isOwn}
          onChange={(draft) => setDrafts(drafts.map((one, at) => (at === index ? draft : one)))}
        />
      ))}
      <ProblemAlert error={decide.error} />
      {isOwn ? (
        <Group gap="xs">
          <Button
            leftSection={<Check size={16} aria-hidden />}
            loading={decide.isPending}
            disabled={!drafts.every(isAnswered)}
            onClick={answer}
          >
            Answer
          </Button>
          <Button
            variant="default"
            leftSection={<X size={16} aria-hidden />}
            disabled={decide.isPending}
            onClick={skip}
          >
            Do not answer
          </Button>
        </Group>
      ) : (
        <Text size="sm">Its creator answers: the task acts with the rights of its creator.</Text>
      )}
    </Stack>
  )
}

interface FieldProps {
  readonly question: Question
  readonly draft: Draft
  readonly isOwn: boolean
  readonly onChange: (draft: Draft) => void
}

function QuestionField({ question, draft, isOwn, onChange }: FieldProps) {
  const { options = [], multiSelect = false } = question
  const label = <span style={{ whiteSpace: 'pre-wrap' }}>{question.question}</span>
  const select = (selected: readonly string[]) => onChange({ ...draft, selected })
  const text = isOwn && (
    <Textarea
      label={options.length === 0 ? label : 'Another answer, or more about it'}
      autosize
      maxLength={10_000}
      value={draft.text}
      onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
    />
  )
  if (options.length === 0) return isOwn ? text : <Text size="sm">{label}</Text>
  const field = (Choice: typeof Radio | typeof Checkbox) => (
    <Stack gap={4} my={4}>
      {options.map((option) => (
        <Choice key={option} value={option} label={option} disabled={!isOwn} />
      ))}
    </Stack>
  )
  return (
    <Stack gap="xs">
      {multiSelect ? (
        <Checkbox.Group label={label} value={[...draft.selected]} onChange={select}>
          {field(Checkbox)}
        </Checkbox.Group>
      ) : (
        <Radio.Group label={label} value={draft.selected[0] ?? ''} onChange={(option) => select([option])}>
          {field(Radio)}
        </Radio.Group>
      )}
      {text}
    </Stack>
  )
}
