import { Group, NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Channel } from './wire.ts'

export const noHolds = {
  digestMinutes: '' as number | '',
  quietFrom: '',
  quietTo: '',
  quietZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}
export type HoldValues = typeof noHolds

/** What a form begins with for a channel that exists. */
export const holdValuesOf = ({ digestMinutes, quietHours }: Channel): HoldValues => ({
  digestMinutes: digestMinutes ?? '',
  quietFrom: quietHours?.from ?? '',
  quietTo: quietHours?.to ?? '',
  quietZone: quietHours?.timeZone ?? noHolds.quietZone,
})

/** What was filled in; null is what is not wanted. */
export const holdsOf = ({ digestMinutes, quietFrom, quietTo, quietZone }: HoldValues) => ({
  digestMinutes: digestMinutes === '' ? null : digestMinutes,
  quietHours:
    quietFrom === '' && quietTo === '' ? null : { from: quietFrom, to: quietTo, timeZone: quietZone },
})

interface HoldFieldsProps {
  readonly form: Pick<UseFormReturnType<HoldValues>, 'getInputProps'>
  readonly canDigest: boolean
}

/** When a channel holds messages back. */
export const HoldFields = ({ form, canDigest }: HoldFieldsProps) => (
  <>
    {canDigest && (
      <NumberInput
        label="Collect for minutes"
        description="Messages are collected for this long and sent as one"
        placeholder="Send each immediately"
        min={1}
        max={1_440}
        allowDecimal={false}
        {...form.getInputProps('digestMinutes')}
      />
    )}
    <Group grow align="flex-start">
      <TextInput label="Quiet from" type="time" {...form.getInputProps('quietFrom')} />
      <TextInput label="Quiet until" type="time" {...form.getInputProps('quietTo')} />
    </Group>
    <TextInput
      label="Time zone"
      description="For the quiet hours. Messages are held back during them and sent afterwards"
      {...form.getInputProps('quietZone')}
    />
  </>
)
