import { Fieldset, Stack } from '@mantine/core'
import { useRef } from 'react'
import { type BlockFieldsProps, BlocksField } from './blocks-field.tsx'
import { type Control, controlOf, fieldsOf, type Values } from './form-schema.ts'
import { ListField, RowsField } from './list-fields.tsx'
import { type FieldProps, faultAt, framing } from './property-context.ts'
import { ChoiceField, CodeTextField, TextField } from './scalar-fields.tsx'
import { YamlField } from './yaml-field.tsx'

/** One parameter, with the control that its schema and its value ask for. */
export function PropertyField(props: FieldProps) {
  const shown = useRef<Control>(undefined)
  shown.current = controlOf(props.field.property, props.value, shown.current)
  switch (shown.current) {
    case 'text':
      return <TextField {...props} />
    case 'choice':
      return <ChoiceField {...props} />
    case 'code':
      return <CodeTextField {...props} />
    case 'list':
      return <ListField {...props} />
    case 'rows':
      return <RowsField {...props} />
    case 'block':
      return <BlockField {...props} />
    case 'blocks':
      return <BlocksField {...props} Fields={BlockFields} />
    case 'yaml':
      return <YamlField {...props} />
  }
}

/** A block of parameters. It leaves the file with its last one. */
function BlockField(props: FieldProps) {
  const { field, path, form } = props
  const values = (props.value ?? {}) as Values
  const { label } = framing(props)
  const error = faultAt(form.faults, path)
  const inBlock: FieldProps['form'] = {
    ...form,
    onChange: (inner, value) => {
      const isLast = value === undefined && Object.keys(values).every((name) => name === inner[path.length])
      if (isLast && inner.length === path.length + 1) form.onChange(path, undefined)
      else form.onChange(inner, value)
    },
  }
  return (
    <Fieldset legend={label} p="xs">
      <Stack gap="xs">
        {error !== undefined && <span role="alert">{error}</span>}
        <BlockFields property={field.property} path={path} values={values} form={inBlock} />
      </Stack>
    </Fieldset>
  )
}

/** The parameters of one block, those that its schema does not know last. */
function BlockFields({ property, path, values, form }: BlockFieldsProps) {
  const { known, others } = fieldsOf(property, values)
  const fields = [...known, ...others.map((name) => ({ name, property: propertyOfOther, isRequired: false }))]
  return fields.map((one) => (
    <PropertyField
      key={one.name}
      field={one}
      path={[...path, one.name]}
      value={values[one.name]}
      form={form}
    />
  ))
}

/** What the catalogue does not know is text when it is text, and YAML otherwise. */
export const propertyOfOther = { type: 'string' } as const
