import type { Fault } from '../../../pipeline/model.ts'

/** Which tool found them, and how it describes its rules. */
interface SarifTool {
  readonly name: string
  readonly version: string
  /**
   * Path from the top of the repository to the folder that files are relative to; empty, or with `/` at the
   * end.
   */
  readonly prefix: string
  /** What a rule is about; the words of its id, where absent. */
  readonly describe?: (rule: string) => string | undefined
}

/** Violations as SARIF 2.1.0 (OASIS), which code hosts show at the lines. */
export function sarifLog(faults: readonly Fault[], { name, version, prefix, describe }: SarifTool): object {
  const rules = [...new Set(faults.map(({ rule }) => rule))].sort()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name,
            version,
            rules: rules.map((id) => ({ id, shortDescription: { text: describe?.(id) ?? sentence(id) } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: faults.map((fault) => result(fault, rules.indexOf(fault.rule), prefix)),
      },
    ],
  }
}

/** `unknown-pipeline` as `Unknown pipeline`. */
const sentence = (rule: string): string => `${rule[0]?.toUpperCase()}${rule.slice(1).replaceAll('-', ' ')}`

function result(
  { rule, severity, message, hint, file, line, component }: Fault,
  ruleIndex: number,
  prefix: string,
) {
  const names = component === undefined ? undefined : [{ name: component, kind: 'element' }]
  const uri = `${prefix}${file}`.split('/').map(encodeURIComponent).join('/')
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: hint === undefined ? message : `${message}. ${hint}.` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region: { startLine: line } },
        logicalLocations: names,
      },
    ],
    // Lines move when a file is edited: what it says about what stays the same fault.
    partialFingerprints: { 'headraceFault/v1': [rule, file, component ?? '', message].join('\u001f') },
  }
}
