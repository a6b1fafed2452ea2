import { execFileSync } from 'node:child_process'
import { componentCatalog } from '../src/components/catalog.ts'
import { validateProject } from '../src/pipeline/validate.ts'

/**
 * How long does a repository of a thousand pipelines take to check? Less than three seconds, or it is not
 * used.
 */
const fileCount = 1_000
const limitMs = 3_000

const quoted = (name: string) => JSON.stringify(name)

/** A file as editors write it: 13 components, variables, a call of another pipeline, and its drawing. */
function orchestration(number: number): string {
  const steps = Array.from({ length: 10 }, (_, step) => {
    const next = step === 9 ? 'Call' : `Step ${step + 1}`
    return [
      `    ${quoted(`Step ${step}`)}:`,
      '      type: "query-to-scalar"',
      `      transitions:\n        success:\n        - ${quoted(next)}`,
      `      parameters:\n        componentName: ${quoted(`Step ${step}`)}\n        mode: "Advanced"`,
      `        query: "select count(*) as N from \${schema_name}.orders_${step} where region = '\${region}'"`,
      '        scalarVariableMapping:\n        - - "order_count"\n          - "N"',
      '      postProcessing:\n        updateScalarVariables:\n        updateOutputMessage: "counted ${order_count}"',
    ].join('\n')
  })
  const called = (number + 1) % fileCount
  const call = called === 0 ? 'flow' : `folder ${called % 20}/pipeline ${called}`
  const drawn = Array.from(
    { length: 13 },
    (_, at) => `      ${quoted(`Step ${at}`)}: { position: { x: ${at}, "y": 2 } }`,
  )
  return `type: "orchestration"
version: "1.0"
pipeline:
  components:
    Start:
      type: "start"
      transitions:
        unconditional:
        - "Step 0"
      parameters:
        componentName: "Start"
${steps.join('\n')}
    Call:
      type: ${called === 0 ? '"run-transformation"' : '"run-orchestration"'}
      transitions:
        success:
        - "End"
      parameters:
        componentName: "Call"
        ${called === 0 ? 'transformationJob' : 'orchestrationJob'}: ${quoted(call)}
        setScalarVariables:
        - - "region"
          - "\${region}"
    End:
      type: "end-success"
      parameters:
        componentName: "End"
  variables:
${['region', 'schema_name'].map((name) => `    ${name}:\n      metadata: { type: "TEXT", scope: "COPIED", visibility: "PUBLIC" }\n      defaultValue: "a"`).join('\n')}
    order_count:
      metadata: { type: "NUMBER", scope: "SHARED", visibility: "PRIVATE" }
      defaultValue: "0"
design:
  components:
${drawn.join('\n')}
`
}

const transformation = `pipeline:
  components:
    In: { type: table-input, parameters: { targetTable: orders, columnNames: [region] } }
    Out: { type: rewrite-table, sources: [In], parameters: { targetTable: copied } }
  variables:
    region: { metadata: { type: TEXT, scope: COPIED, visibility: PUBLIC }, defaultValue: a }
`
const files = Array.from({ length: fileCount - 1 }, (_, at) => ({
  path: `folder ${(at + 1) % 20}/pipeline ${at + 1}.orch.yaml`,
  text: orchestration(at + 1),
}))
files.push({ path: 'flow.tran.yaml', text: transformation })

/**
 * One cold check, as the command line does it, in milliseconds; and the faults, of which there should be
 * none.
 */
function measure(): { readonly ms: number; readonly faults: number } {
  const before = process.cpuUsage()
  const began = performance.now()
  const faults = validateProject(files, componentCatalog, { warehouse: 'DUCKDB' })
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(before)
  // Collecting garbage takes several processors at once, others on the machine take them away: neither is
  // waiting.
  return { ms: Math.min(wall, (user + system) / 1_000), faults: faults.length }
}

if (process.argv.includes('--once')) {
  console.log(JSON.stringify(measure()))
} else {
  const once = () => execFileSync(process.execPath, [import.meta.filename, '--once']).toString()
  const runs = Array.from({ length: 3 }, () => JSON.parse(once()) as ReturnType<typeof measure>)
  const cost = Math.min(...runs.map(({ ms }) => ms))
  const bytes = files.reduce((sum, { text }) => sum + text.length, 0)
  const size = `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`
  const ratio = (cost / limitMs).toFixed(2)
  console.log(`${size}: ${cost.toFixed(0)} ms, the best of three, ${ratio} of the limit of ${limitMs} ms`)
  if (cost > limitMs || runs.some(({ faults }) => faults > 0)) process.exitCode = 1
}
