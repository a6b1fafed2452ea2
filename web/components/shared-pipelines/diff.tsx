import { Alert, List, Loader, Stack, Text } from '@mantine/core'
import { api } from '../../api/client.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { type SharedDiff, shownDefault } from './wire.ts'

interface DiffOfProps {
  readonly prefix: string
  readonly id: string
  readonly from: string
  readonly to: string
}

/** What changes for the callers of a shared pipeline between two versions. */
export function ParameterDiff({ prefix, id, from, to }: DiffOfProps) {
  const query = {
    sharedPipelineIdPrefix: prefix,
    sharedPipelineId: id,
    fromVersionName: from,
    toVersionName: to,
  }
  const { data, error } = api.useQuery('get', '/v1/shared-pipelines/artifacts/diff', { params: { query } })
  if (error !== null) return <ProblemAlert error={error} />
  if (data === undefined) return <Loader size="sm" aria-label="Comparing the versions" />
  return <Shown diff={data} />
}

function Shown({ diff }: { readonly diff: SharedDiff }) {
  const { added, removed, changed, breaking, isShared, toVersionName: to, fromVersionName: from } = diff
  if (!isShared)
    return (
      <Alert color="red" title={`Version ${to} does not share this pipeline`}>
        Its callers cannot be upgraded to this version.
      </Alert>
    )
  if (added.length + removed.length + changed.length === 0)
    return (
      <Text size="sm">
        The parameters are the same in {from} and {to}.
      </Text>
    )
  return (
    <Stack gap="xs">
      {breaking && (
        <Alert color="orange" title="Callers may have to be changed">
          A parameter was removed, became required, or has another type.
        </Alert>
      )}
      <List size="sm" aria-label="Changed parameters">
        {added.map((one) => (
          <List.Item key={`+${one.name}`}>
            <b>{one.name}</b> is new: {one.type},{' '}
            {one.required ? 'required' : `default ${shownDefault(one.defaultValue)}`}
          </List.Item>
        ))}
        {removed.map((one) => (
          <List.Item key={`-${one.name}`}>
            <b>{one.name}</b> was removed
          </List.Item>
        ))}
        {changed.map((one) => (
          <List.Item key={`~${one.name}`}>
            <b>{one.name}</b>: {one.aspects.map((aspect) => aspectText(aspect, one)).join('; ')}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

type Changed = SharedDiff['changed'][number]

function aspectText(aspect: Changed['aspects'][number], { from, to }: Changed): string {
  switch (aspect) {
    case 'TYPE':
      return `type ${from.type}, now ${to.type}`
    case 'DEFAULT':
      return `default ${shownDefault(from.defaultValue)}, now ${shownDefault(to.defaultValue)}`
    case 'REQUIRED':
      return to.required ? 'now required' : 'no longer required'
    case 'COLUMNS':
      return `columns ${(from.columns ?? []).join(', ')}, now ${(to.columns ?? []).join(', ')}`
    case 'DESCRIPTION':
      return 'another description'
  }
}
