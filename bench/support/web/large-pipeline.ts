const COLUMNS = 25
/** Every tenth component is a script. */
export const SCRIPT_EVERY = 10
const STEP = { x: 260, y: 120 } as const

export const LARGE_PIPELINE = 'Large.orch.yaml'
/** The name of the component of that number, from 0. */
export const componentAt = (at: number): string => (at === 0 ? 'Start' : `Step ${at}`)

/**
 * The text of an orchestration as the Designer writes it: `count` components in rows of 25, each linked from
 * the one before it, with parameters and places.
 */
export function largePipeline(count: number): string {
  const all = Array.from({ length: count }, (_, at) => at)
  return `type: "orchestration"
version: "1.0"
pipeline:
  components:
${all.map((at) => component(at, count)).join('')}  variables:
    n:
      metadata:
        type: "NUMBER"
        description: ""
        scope: "SHARED"
        visibility: "PUBLIC"
      defaultValue: "60"
design:
  components:
${all.map(place).join('')}`
}

function component(at: number, count: number): string {
  const name = componentAt(at)
  const type = at === 0 ? 'start' : at % SCRIPT_EVERY === 0 ? 'bash-script' : 'update-scalar'
  const next = `      transitions:
        ${at === 0 ? 'unconditional' : 'success'}:
        - "${componentAt(at + 1)}"
`
  return `    ${name}:
      type: "${type}"
${at + 1 === count ? '' : next}      parameters:
        componentName: "${name}"
${parameters[type](at)}`
}

const parameters = {
  start: () => '',
  'bash-script': (at: number) => `        script: |
          echo "step ${at}"
        timeout: "\${n}"
`,
  'update-scalar': (at: number) => `        scalarsToUpdate:
        - - "n"
          - "${at}"
`,
} as const

const place = (at: number): string => `    ${componentAt(at)}:
      position:
        x: ${(at % COLUMNS) * STEP.x}
        y: ${Math.floor(at / COLUMNS) * STEP.y}
`
