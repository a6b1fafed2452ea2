import { Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { api, invalidate } from '../../api/client.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { showAtFields } from '../../ui/problem-fields.ts'
import { exactTime } from '../../ui/time.tsx'
import type { Track } from './shapes.ts'

/** The version tracks, and the release that runners on each should have. */
export function Tracks() {
  const { data, error, refetch } = api.useQuery('get', '/v1/agent-tracks')
  return (
    <DataTable
      label="Tracks"
      rows={data && { results: data.tracks }}
      error={error}
      onRetry={() => void refetch()}
      rowKey={({ trackName }) => trackName}
      columns={[
        { header: 'Track', cell: ({ trackName }) => trackName },
        { header: 'Version', cell: ({ trackVersion }) => trackVersion },
        { header: 'Released', cell: ({ trackReleaseDate }) => exactTime(trackReleaseDate) },
        {
          header: 'Change',
          isQuiet: true,
          align: 'right',
          cell: (track) => <Announce track={track} tracks={data?.tracks ?? []} />,
        },
      ]}
      empty={<EmptyState title="No tracks" />}
    />
  )
}

/**
 * Announces a release: runners on the track with automatic updates drain and exit, to be restarted as that
 * version.
 */
function Announce({ track, tracks }: { readonly track: Track; readonly tracks: readonly Track[] }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm({ mode: 'uncontrolled', initialValues: { trackVersion: track.trackVersion } })
  const position = tracks.findIndex(({ trackName }) => trackName === track.trackName)
  const announce = api.useMutation('put', '/v1/agent-tracks', {
    onSuccess: async () => {
      close()
      await invalidate('/v1/agent')
    },
    onError: (error) => {
      setShown(showAtFields(form, error, { [`tracks.${position}.trackVersion`]: 'trackVersion' }))
    },
  })
  const submit = form.onSubmit(({ trackVersion }) => {
    const release = { trackName: track.trackName, trackVersion, trackReleaseDate: new Date().toISOString() }
    announce.mutate({ body: { tracks: tracks.map((one, i) => (i === position ? release : one)) } })
  })
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        Announce a release
      </Button>
      <DialogForm
        title={`Announce a release on ${track.trackName}`}
        isOpen={isOpen}
        onClose={close}
        onSubmit={submit}
        action="Announce"
        isPending={announce.isPending}
      >
        <ProblemAlert error={announce.error} fieldMessages={shown} />
        <Text size="sm">
          Older runners on this track with automatic updates drain and exit. Their supervisor then starts the
          new version.
        </Text>
        <TextInput
          label="Version"
          required
          data-autofocus
          key={form.key('trackVersion')}
          {...form.getInputProps('trackVersion')}
        />
      </DialogForm>
    </>
  )
}
