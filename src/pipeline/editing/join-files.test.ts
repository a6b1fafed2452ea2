import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { conflictingParts, type JoinSide, joinFiles } from './join-files.ts'

const component = (name: string, script: string) =>
  `    ${name}:\n      type: bash-script\n      parameters:\n        script: "${script}" # of ${name}\n`
const file = (components: string, more = '', description = 'Loads') =>
  `# The top\ntype: orchestration\nversion: "1.0"\npipeline:\n  metadata:\n    description: "${description}"\n  components:\n${components}${more}`

const base = file(component('One', '1') + component('Two', '2') + component('Old', 'old'))
const join = (
  yours: string,
  theirs: string,
  choices: Record<string, JoinSide> = {},
  from: string | undefined = base,
) => joinFiles({ base: from, yours, theirs }, new Map(Object.entries(choices)))

test('what one side changed is taken from it, without a question', () => {
  const yours = file(
    component('One', 'mine') + component('New', 'n') + component('Two', '2') + component('Old', 'old'),
  )
  const theirs = file(component('One', '1') + component('Two', 'other'))
  expect(conflictingParts({ base, yours, theirs })).toEqual([])
  expect(join(yours, theirs)).toBe(
    file(component('One', 'mine') + component('New', 'n') + component('Two', 'other')),
  )
})

test('a component that both changed is asked for, and as it was chosen', () => {
  const yours = file(component('One', 'mine') + component('Two', '2') + component('Old', 'old'))
  const theirs = file(component('One', 'other') + component('Two', '2'))
  expect(conflictingParts({ base, yours, theirs })).toEqual([{ kind: 'component', name: 'One' }])
  expect(join(yours, theirs)).toBeUndefined()
  expect(join(yours, theirs, { 'component One': 'yours' })).toBe(
    file(component('One', 'mine') + component('Two', '2')),
  )
  expect(join(yours, theirs, { 'component One': 'theirs' })).toBe(theirs)
})

test('one side deletes what the other changed: the choice keeps it or not', () => {
  const yours = file(component('One', '1') + component('Two', '2'))
  const theirs = file(component('One', '1') + component('Two', '2') + component('Old', 'kept'))
  expect(conflictingParts({ base, yours, theirs })).toEqual([{ kind: 'component', name: 'Old' }])
  expect(join(yours, theirs, { 'component Old': 'yours' })).toBe(yours)
  expect(join(yours, theirs, { 'component Old': 'theirs' })).toBe(theirs)
})

test('what one side removed takes nothing from components without links', () => {
  const empty = component('One', '1').replace('      parameters', '      transitions: {}\n      parameters')
  const was = file(empty + component('Old', 'old'))
  expect(join(file(empty), was.replace('Loads', 'Other'), {}, was)).toBe(file(empty, '', 'Other'))
})

const linked = (name: string, ...to: string[]) =>
  `    ${name}:\n      type: or\n      transitions:\n        success: [${to.join(', ')}]\n      parameters: {}\n`

test('one side deletes what the other links to: the choice keeps it, or takes the link away', () => {
  const at = (name: string) => `design:\n  components:\n    ${name}: {position: {x: 1, y: 2}}\n`
  const was = file(linked('One', 'Two') + component('Two', '2') + component('Old', 'old'), at('Old'))
  const yours = file(linked('One', 'Two') + component('Two', '2'))
  const theirs = file(
    linked('One', 'Two', 'Old') + component('Two', '2') + component('Old', 'old') + linked('New', 'Old'),
    at('Old'),
  )
  expect(conflictingParts({ base: was, yours, theirs })).toEqual([{ kind: 'component', name: 'Old' }])
  expect(join(yours, theirs, {}, was)).toBeUndefined()
  expect(join(yours, theirs, { 'component Old': 'theirs' }, was)).toBe(theirs)
  const { pipeline, design } = parse(join(yours, theirs, { 'component Old': 'yours' }, was)!)
  expect(Object.keys(pipeline.components)).toEqual(['One', 'Two', 'New'])
  expect(pipeline.components.One.transitions).toEqual({ success: ['Two'] })
  expect(pipeline.components.New).toEqual({ type: 'or', parameters: {} })
  expect(design.components).toEqual({})
})

test('a link that stays with what both changed goes with the component that one side deletes', () => {
  const was = file(linked('One', 'Two', 'Old') + component('Two', '2') + component('Old', 'old'))
  const yours = file(linked('One', 'Two') + component('Two', '2'))
  const theirs = file(linked('One', 'Old') + component('Two', '2') + component('Old', 'old'))
  expect(conflictingParts({ base: was, yours, theirs })).toEqual([{ kind: 'component', name: 'One' }])
  const { pipeline } = parse(join(yours, theirs, { 'component One': 'theirs' }, was)!)
  expect(pipeline.components.One).toEqual({ type: 'or', parameters: {} })
  expect(pipeline.components).not.toHaveProperty('Old')
})

test('settings, variables and places are joined too', () => {
  const variable = (value: string) => `  variables:\n    v: {defaultValue: "${value}"}\n`
  const place = (x: number) => `design:\n  components:\n    One: {position: {x: ${x}, y: 0}}\n`
  const both = component('One', '1')
  const was = file(both, variable('a') + place(0))
  const yours = file(component('One', 'mine'), variable('b') + place(1), 'Mine')
  const theirs = file(component('One', 'other'), variable('c') + place(2), 'Other')
  expect(conflictingParts({ base: was, yours, theirs })).toEqual([
    { kind: 'component', name: 'One' },
    { kind: 'variable', name: 'v' },
    { kind: 'settings', name: '' },
  ])
  const choices = { 'component One': 'yours', 'variable v': 'theirs', 'settings ': 'theirs' } as const
  expect(join(yours, theirs, choices, was)).toBe(
    file(component('One', 'mine'), variable('c') + place(1), 'Other'),
  )
})

test('groups of both are kept, and one that both changed stays as it was committed', () => {
  const grouped = (...groups: string[]) =>
    file(component('A', '1'), `design:\n  groups:\n${groups.map((one) => `    ${one}\n`).join('')}`)
  const was = grouped('Both: {components: [A]}')
  const yours = grouped('Both: {components: [A, Mine]}', 'Mine: {components: [B]}')
  const theirs = grouped('Both: {components: [A, Other]}', 'Other: {components: [C]}')
  expect(conflictingParts({ base: was, yours, theirs })).toEqual([])
  expect(parse(join(yours, theirs, {}, was)!).design.groups).toEqual({
    Both: { components: ['A', 'Other'] },
    Mine: { components: ['B'] },
    Other: { components: ['C'] },
  })
})

test('a file that both added has no common state, and what is not YAML is not joined', () => {
  const [yours, theirs] = [file(component('A', '1')), file(component('A', '2') + component('B', '1'))]
  expect(conflictingParts({ base: undefined, yours, theirs })).toEqual([{ kind: 'component', name: 'A' }])
  expect(joinFiles({ base: undefined, yours, theirs }, new Map([['component A', 'yours']]))).toBe(
    file(component('A', '1') + component('B', '1')),
  )
  expect(conflictingParts({ base, yours: 'a: [', theirs })).toBeUndefined()
})

const noted = (a: string, b: string, top = 'The top', type = 'b') =>
  `# ${top}
pipeline:
  components:
    # ${a}
    A: { type: start }
    # ${b}
    B: { type: ${type} }
`

test('a comment that one side changed is taken from it, wherever it stands', () => {
  const was = noted('First', 'Second')
  const theirs = noted('First', 'Second', 'The top', 'changed')
  const added = was.replace('    # First', '    New: { type: new }\n    # First')
  for (const yours of [noted('Mine', 'Second'), noted('First', 'Second', 'My top'), added]) {
    expect(conflictingParts({ base: was, yours, theirs })).toEqual([])
    expect(join(yours, theirs, {}, was)).toBe(yours.replace('type: b', 'type: changed'))
    expect(join(theirs, yours, {}, was)).toBe(yours.replace('type: b', 'type: changed'))
  }
  expect(join(noted('Mine', 'Second'), noted('First', 'Theirs'), {}, was)).toBe(noted('Mine', 'Theirs'))
})

test('a component whose comment one side changed and whose value the other did is asked for', () => {
  const was = noted('First', 'Second')
  const [yours, theirs] = [noted('First', 'Mine'), noted('First', 'Second', 'The top', 'changed')]
  expect(conflictingParts({ base: was, yours, theirs })).toEqual([{ kind: 'component', name: 'B' }])
  expect(join(yours, theirs, { 'component B': 'yours' }, was)).toBe(yours)
})
