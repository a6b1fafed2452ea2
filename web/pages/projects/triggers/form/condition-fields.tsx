import {
  Button,
  Group,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { api } from '../../../../api/client.ts'
import { useConnections } from '../../../../components/choices.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { type Condition, conditionTypes } from '../shapes.ts'
import { AssetFields } from './asset-fields.tsx'
import { EndFields } from './end-fields.tsx'
import { Found } from './found.tsx'
import { conditionOf, pathsOf, type TriggerForm } from './values.ts'

interface ConditionFieldsProps {
  readonly projectId: string
  readonly form: TriggerForm
}

/** Providers of connections that lead to files. */
const providersOfFiles = ['S3', 'AZURE_BLOB_STORAGE', 'GOOGLE_CLOUD_STORAGE', 'SFTP']

/** What starts the pipeline, and a look at what that finds now. */
export function ConditionFields({ projectId, form }: ConditionFieldsProps) {
  const { type } = form.values
  return (
    <Stack gap="sm">
      <Select
        label="Start"
        data={conditionTypes}
        allowDeselect={false}
        value={type}
        onChange={(chosen) => form.setFieldValue('type', chosen as Condition['type'])}
      />
      {type === 'PIPELINE_END' && <EndFields projectId={projectId} form={form} />}
      {type === 'ASSETS' && <AssetFields form={form} />}
      {type === 'FILE' && <FileFields projectId={projectId} form={form} />}
      {type === 'SQL' && <QueryFields form={form} />}
      {type === 'EVENT' && (
        <Switch
          label="Signed events only"
          description="Events must also carry a Standard Webhooks signature, made with a secret that is shown once"
          {...form.getInputProps('signed', { type: 'checkbox' })}
        />
      )}
      {type !== 'EVENT' && <Look projectId={projectId} form={form} />}
    </Stack>
  )
}

function FileFields({ projectId, form }: ConditionFieldsProps) {
  const { data: connections = [] } = useConnections(projectId)
  const reaching = connections.filter(({ authProvider }) => providersOfFiles.includes(authProvider))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
      <Select
        label="Where"
        data={[
          { value: '', label: "The runner's files" },
          ...reaching.map(({ name }) => ({ value: name, label: name })),
        ]}
        searchable
        allowDeselect={false}
        value={form.values.connection}
        onChange={(chosen) => form.setFieldValue('connection', chosen ?? '')}
        error={form.errors['connection']}
      />
      <TextInput label="Folder" placeholder="orders/in" {...form.getInputProps('folder')} />
      <TextInput
        label="Pattern"
        description="Regular expression of the path below the folder"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder=".*\.csv"
        {...form.getInputProps('pattern')}
      />
      <PollSeconds form={form} />
    </SimpleGrid>
  )
}

function QueryFields({ form }: Pick<ConditionFieldsProps, 'form'>) {
  return (
    <>
      <Textarea
        label="Query"
        required
        autosize
        minRows={3}
        className="monospace"
        description="The first cell of its first row decides. The query cannot change anything"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('sql')}
      />
      <Radio.Group label="Starts when the cell" {...form.getInputProps('fires')}>
        <Group gap="md" mt={4}>
          <Radio value="BECOMES_TRUE" label="becomes true" />
          <Radio value="VALUE_CHANGES" label="changes" />
        </Group>
      </Radio.Group>
      <PollSeconds form={form} />
    </>
  )
}

const PollSeconds = ({ form }: Pick<ConditionFieldsProps, 'form'>) => (
  <NumberInput
    label="Check every (seconds)"
    min={10}
    max={86_400}
    allowDecimal={false}
    {...form.getInputProps('pollSeconds')}
  />
)

/** What the condition finds now; nothing is saved or started. */
function Look({ projectId, form }: ConditionFieldsProps) {
  const look = api.useMutation('post', '/v1/projects/{projectId}/trigger-previews')
  const { environmentName } = form.values
  const body = { environmentName, condition: conditionOf(form.values), variablePaths: pathsOf(form.values) }
  const isOfThis = JSON.stringify(look.variables?.body) === JSON.stringify(body)
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        size="compact-sm"
        loading={look.isPending}
        disabled={environmentName === ''}
        onClick={() => look.mutate({ params: { path: { projectId } }, body })}
      >
        Check now
      </Button>
      <ProblemAlert error={isOfThis ? look.error : null} />
      {isOfThis && look.data !== undefined && (
        <div role="status">
          <Text size="sm" {...(!look.data.ok && { c: 'red' })}>
            {look.data.message}
          </Text>
          <Found found={look.data.found} />
        </div>
      )}
    </Stack>
  )
}
