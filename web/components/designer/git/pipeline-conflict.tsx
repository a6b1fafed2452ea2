import { Button, Group, Stack, Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { compareComponents } from '../../../../src/pipeline/compare.ts'
import {
  conflictingParts,
  type JoinPart,
  type JoinSide,
  type JoinTexts,
  joinFiles,
  keyOfPart,
} from '../../../../src/pipeline/editing/join-files.ts'
import { PipelineGraph } from '../../pipeline-graph/pipeline-graph.tsx'
import { readDrawing } from '../model/drawing.ts'
import { type ChangedGraph, changedGraph } from './changed-graph.ts'

interface PipelineConflictProps {
  readonly path: string
  readonly texts: JoinTexts
  /** The file as it is joined; undefined while a part is open. */
  readonly onJoin: (text: string | undefined) => void
}

const none: ReadonlyMap<string, JoinSide> = new Map()
const sides = ['yours', 'theirs'] as const

/** Whether the file is a pipeline whose parts can be chosen one by one. */
export const isJoinable = (path: string, texts: JoinTexts): boolean =>
  sides.every((side) => readDrawing(path, texts[side]).drawing !== undefined) &&
  conflictingParts(texts) !== undefined

/**
 * A pipeline that both sides changed: each side as a graph, and for each part that both changed which side is
 * kept.
 */
export function PipelineConflict({ path, texts, onJoin }: PipelineConflictProps) {
  const [choices, setChoices] = useState(none)
  const parts = useMemo(() => conflictingParts(texts) ?? [], [texts])
  // The graphs are small: what is asked about first is in view.
  const [selected, select] = useState(() => parts.find(({ kind }) => kind === 'component')?.name)
  const result = useMemo(() => joinFiles(texts, choices), [texts, choices])
  const graphOf = useCallback(
    (text: string) => graphBetween(path, texts.base, text, parts),
    [path, texts, parts],
  )
  const graphs = useMemo(() => [graphOf(texts.yours), graphOf(texts.theirs)], [texts, graphOf])
  const joined = useMemo(() => (result === undefined ? undefined : graphOf(result)), [result, graphOf])
  function choose(part: JoinPart, side: JoinSide): void {
    const chosen = new Map([...choices, [keyOfPart(part), side]])
    setChoices(chosen)
    select(part.name)
    onJoin(joinFiles(texts, chosen))
  }
  return (
    <Stack gap="xs">
      {/* One below the other: they grow from left to right. */}
      {['Yours', 'Theirs'].map((title, at) => (
        <SideGraph
          key={title}
          title={title}
          path={path}
          graph={graphs[at]!}
          selected={selected}
          select={select}
        />
      ))}
      {parts.length === 0 && (
        <Group gap="xs">
          <Text size="sm">You and they changed different parts.</Text>
          <Button size="compact-sm" variant="default" onClick={() => onJoin(result)}>
            Keep both
          </Button>
        </Group>
      )}
      {parts.map((part) => (
        <PartChoice
          key={keyOfPart(part)}
          title={titleOf(part)}
          side={choices.get(keyOfPart(part))}
          isSelected={part.kind === 'component' && part.name === selected}
          onChoose={(side) => choose(part, side)}
        />
      ))}
      {joined !== undefined && (
        <SideGraph title="Result" path={path} graph={joined} selected={selected} select={select} />
      )}
    </Stack>
  )
}

interface PartChoiceProps {
  readonly title: string
  readonly side: JoinSide | undefined
  readonly isSelected: boolean
  readonly onChoose: (side: JoinSide) => void
}

const PartChoice = ({ title, side, isSelected, onChoose }: PartChoiceProps) => (
  <Group gap="xs" role="group" aria-label={title}>
    <Text size="sm" fw={isSelected ? 700 : 500} style={{ overflowWrap: 'anywhere' }}>
      {title}
    </Text>
    {sides.map((one) => (
      <Button
        key={one}
        size="compact-sm"
        variant={side === one ? 'filled' : 'default'}
        aria-pressed={side === one}
        onClick={() => onChoose(one)}
      >
        Keep {one}
      </Button>
    ))}
  </Group>
)

function titleOf({ kind, name }: JoinPart): string {
  if (kind === 'settings') return 'Description and other settings'
  return kind === 'variable' ? `Variable ${name}` : name
}

/** A text of the file with what differs from the one that both began with; what both changed says so. */
function graphBetween(
  path: string,
  before: string | undefined,
  after: string,
  parts: readonly JoinPart[],
): ChangedGraph {
  const [old, fresh] = [before, after].map((text) =>
    text === undefined ? undefined : readDrawing(path, text).drawing,
  )
  const changes = compareComponents(old?.pipeline, fresh?.pipeline)
  const graph = changedGraph(old, fresh, changes) ?? {
    components: fresh?.components ?? [],
    states: new Map(),
  }
  const isClashing = (name: string) => parts.some((part) => part.kind === 'component' && part.name === name)
  const states = [...graph.states].map(
    ([name, state]) => [name, isClashing(name) ? { ...state, detail: 'by both' } : state] as const,
  )
  return { components: graph.components, states: new Map(states) }
}

interface SideGraphProps {
  readonly title: string
  readonly path: string
  readonly graph: ChangedGraph
  readonly selected: string | undefined
  readonly select: (name: string | undefined) => void
}

const SideGraph = ({ title, path, graph, selected, select }: SideGraphProps) => (
  <div>
    <Text size="xs" c="dimmed">
      {title}
    </Text>
    <PipelineGraph
      label={`${title}: ${path}`}
      components={graph.components}
      states={graph.states}
      selected={graph.components.some(({ name }) => name === selected) ? selected : undefined}
      onSelect={select}
      height="220px"
    />
  </div>
)
