import { Group, MultiSelect, NumberInput, Radio } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { sentenceOf } from '../../../../api/problem.ts'
import type { AwaitedAsset } from '../shapes.ts'
import type { TriggerForm } from './values.ts'

const FOUND = 20
const PAUSE_MS = 200
const MAX_ASSETS = 50

/** The assets whose writes are waited for: all of them or any, and within which time. */
export function AssetFields({ form }: { readonly form: TriggerForm }) {
  return (
    <>
      <FindAssets form={form} />
      <Radio.Group label="Starts when" {...form.getInputProps('match')}>
        <Group gap="md" mt={4}>
          <Radio value="ALL" label="all of them were written" />
          <Radio value="ANY" label="any of them is written" />
        </Group>
      </Radio.Group>
      {form.values.match === 'ALL' && (
        <NumberInput
          label="Within (minutes)"
          description="Maximum time between their newest writes; no limit if empty"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={1}
          max={31 * 24 * 60}
          allowDecimal={false}
          {...form.getInputProps('withinMinutes')}
        />
      )}
    </>
  )
}

/** Assets by a part of the name or address, searched on the server. */
function FindAssets({ form }: { readonly form: TriggerForm }) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  const { data, error } = api.useQuery(
    'get',
    '/v1/assets',
    { params: { query: { page: 0, size: FOUND, ...(asked !== '' && { search: asked }) } } },
    { placeholderData: keepPreviousData },
  )
  const chosen = form.values.assets
  const found = (data?.results ?? []).filter(({ assetId }) => !chosen.some((one) => one.assetId === assetId))
  const all: readonly AwaitedAsset[] = [...chosen, ...found]
  return (
    <MultiSelect
      label="Assets"
      required
      placeholder="Search by name"
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      maxValues={MAX_ASSETS}
      data={all.map((asset) => ({ value: asset.assetId, label: labelOf(asset) }))}
      value={chosen.map(({ assetId }) => assetId)}
      nothingFoundMessage={error ? 'Could not list assets' : 'No assets match'}
      error={error ? sentenceOf(error) : form.errors['assets']}
      onChange={(ids) => {
        const wanted = ids.flatMap((id) => all.find(({ assetId }) => assetId === id) ?? [])
        form.setFieldValue('assets', wanted)
      }}
    />
  )
}

const labelOf = ({ assetId, name = assetId, namespace }: AwaitedAsset): string =>
  namespace === undefined ? name : `${name} (${namespace})`
