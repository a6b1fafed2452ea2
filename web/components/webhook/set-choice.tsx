import { Input, SegmentedControl } from '@mantine/core'
import type { PropertySet } from './properties.ts'

interface SetChoiceProps {
  readonly value: PropertySet
  readonly isReadOnly?: boolean
  readonly onChange: (chosen: PropertySet) => void
}

/** Where the warehouse leaves it open which properties a webhook has. */
export const SetChoice = ({ value, isReadOnly = false, onChange }: SetChoiceProps) => (
  <Input.Wrapper label="Property set" labelElement="div">
    <SegmentedControl
      transitionDuration={0}
      fullWidth
      size="xs"
      mt={2}
      aria-label="Property set"
      value={value}
      disabled={isReadOnly}
      onChange={(chosen) => onChange(chosen as PropertySet)}
      data={[
        { value: 'A', label: 'Payload template' },
        { value: 'B', label: 'Payload variables' },
      ]}
    />
  </Input.Wrapper>
)
