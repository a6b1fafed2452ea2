import { Stack, Table } from '@mantine/core'
import type { operations } from '../../../../../openapi/types.generated.ts'
import { Fact, VariablesFact } from '../../schedules/facts.tsx'
import { linesOf } from './lines.ts'

type Preview = operations['previewTrigger']['responses'][200]['content']['application/json']

/**
 * What a condition found, the latest first: each with the paths to its values, and the variables that it
 * would set.
 */
export const Found = ({ found }: Pick<Preview, 'found'>) => (
  <Stack gap="xs" mt="xs">
    {found.map(({ facts, ...variables }, at) => (
      <Table
        // biome-ignore lint/suspicious/noArrayIndexKey: what was found once never changes places
        key={at}
        aria-label={`Found ${at + 1} of ${found.length}`}
        variant="vertical"
        withTableBorder
        verticalSpacing={2}
        fz="xs"
      >
        <Table.Tbody>
          {linesOf(facts).map(([path, value]) => (
            <Fact key={path} name={path}>
              {value}
            </Fact>
          ))}
          <VariablesFact {...variables} />
        </Table.Tbody>
      </Table>
    ))}
  </Stack>
)
