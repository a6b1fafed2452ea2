import { Group, Text, VisuallyHidden } from '@mantine/core'
import classes from './bar-chart.module.css'

/** What a part of a bar says; `gap` only lifts the parts above it. */
export type Tone = 'neutral' | 'good' | 'bad' | 'muted' | 'gap'

export interface Bar {
  /** Its place, a date for example. */
  readonly name: string
  /** What pointing at it shows. */
  readonly title: string
  /** From the bottom to the top. */
  readonly parts: readonly (readonly [tone: Tone, value: number])[]
}

interface BarChartProps {
  /** What the chart shows, for screen readers, which have what the bars say as a list. */
  readonly label: string
  readonly bars: readonly Bar[]
  /** What the height of the highest bar is. */
  readonly scale: string
  /** What the tones mean, in order; one tone alone needs none. */
  readonly legend?: readonly (readonly [tone: Tone, label: string])[]
}

const heightOf = ({ parts }: Bar): number => parts.reduce((sum, [, value]) => sum + value, 0)

/** Bars of stacked parts, one for each name, with the first and the last name below. */
export function BarChart({ label, bars, scale, legend = [] }: BarChartProps) {
  const most = Math.max(...bars.map(heightOf), 0)
  const height = (value: number) => (most === 0 ? '0' : `${(100 * value) / most}%`)
  return (
    <figure className={classes['figure']}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm" component="ul" className={classes['legend']}>
          {legend.map(([tone, meaning]) => (
            <li key={tone} className={classes['meaning']}>
              <span className={classes['sample']} data-tone={tone} aria-hidden />
              <Text size="xs" c="dimmed" span>
                {meaning}
              </Text>
            </li>
          ))}
        </Group>
        <Text size="xs" c="dimmed">
          {scale}
        </Text>
      </Group>
      <div className={classes['bars']} role="img" aria-label={label}>
        {bars.map(({ name, title, parts }) => (
          <div key={name} className={classes['column']} title={title}>
            {parts.map(([tone, value]) => (
              <div key={tone} className={classes['bar']} data-tone={tone} style={{ height: height(value) }} />
            ))}
          </div>
        ))}
      </div>
      <SpokenBars label={label} bars={bars} />
      <div className={classes['axis']}>
        <Text size="xs" c="dimmed">
          {bars[0]?.name}
        </Text>
        <Text size="xs" c="dimmed">
          {bars.at(-1)?.name}
        </Text>
      </div>
    </figure>
  )
}

const SpokenBars = ({ label, bars }: Pick<BarChartProps, 'label' | 'bars'>) => (
  <VisuallyHidden>
    <ul aria-label={label}>
      {bars
        .filter((bar) => heightOf(bar) > 0)
        .map(({ name, title }) => (
          <li key={name}>{title}</li>
        ))}
    </ul>
  </VisuallyHidden>
)
