import { Card, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Template, templates } from '../../../components/pipelines/templates/templates.ts'
import { useMay } from '../../../components/rights/use-may.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NewPipelineDialog } from './new-pipeline.tsx'

interface FirstPipelineProps {
  readonly projectId: string
  readonly branch: string | undefined
  readonly title: string
  /** What else can be done, for users who may make one. */
  readonly children: ReactNode
}

/** Where there is no pipeline: what to start the first one from, for users who may make one. */
export function FirstPipeline({ projectId, branch, title, children }: FirstPipelineProps) {
  const [chosen, choose] = useState<Template>()
  const mayMake = useMay()({ projectId, permission: 'repository:push' })
  return (
    <>
      <EmptyState title={title}>
        {mayMake ? children : 'They appear here once somebody has added the first one.'}
      </EmptyState>
      {mayMake && (
        <section aria-label="Start from a template">
          <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} maw={960} mx="auto">
            {templates.map((template) => (
              <UnstyledButton key={template.id} onClick={() => choose(template)} aria-haspopup="dialog">
                <Card withBorder h="100%" padding="sm">
                  <Text fw={600} size="sm">
                    {template.title}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {template.description}
                  </Text>
                </Card>
              </UnstyledButton>
            ))}
          </SimpleGrid>
        </section>
      )}
      {chosen !== undefined && (
        <NewPipelineDialog
          projectId={projectId}
          branch={branch}
          template={chosen}
          onClose={() => choose(undefined)}
        />
      )}
    </>
  )
}
