import type { ReviewRule } from './rule.ts'
import { quoted, textsOf } from './texts.ts'

/** What a secret looks like, and what it is called. */
const shapes: readonly (readonly [string, RegExp])[] = [
  ['an access key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a private key', /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY-----/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})/],
  ['a token of GitLab', /\bglpat-[\w-]{20,}/],
  ['a token of Slack', /\bxox[abeposr]-[A-Za-z0-9-]{10,}/],
  ['the URL of a Slack webhook', /\bhooks\.slack\.com\/services\/T\w+\/B\w+\/\w{10,}/],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a key of Stripe', /\b[rs]k_live_[0-9A-Za-z]{16,}/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  ['a bearer token', /\bBearer\s+[A-Za-z0-9._~+/-]{20,}/],
  ['a password in an address', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@${}"']{1,100}:[^\s/@${}"']{1,200}@/i],
  ['a password in SQL', /\b(?:identified\s+by|password)\s+'[^'${}\s]{4,}'/i],
  [
    'a password or key',
    /(?:password|passwd|pwd|secret|api_?key|access_?token|auth_?token|client_?secret)\d*\b["']?\s{0,5}(?:=>?|:)\s{0,5}["'][^"'\s${}<>]{4,}["']/i,
  ],
]

/** What the text holds, in words; undefined for nothing of the kind. The text is never repeated. */
const secretIn = (text: string): string | undefined => shapes.find(([, shape]) => shape.test(text))?.[0]

const secretNames = /(?:password|passwd|secret|token|api_?key|private_?key)_?\d*$/i

const hardCodedSecret: ReviewRule = {
  id: 'hard-coded-secret',
  title: 'Secrets are not in files',
  description:
    'Whatever a repository contains is in every clone of it, permanently. The rule finds keys and tokens of well-known services, private keys, ' +
    'passwords in addresses, in SQL and in scripts, and variables that are called a password, secret, token or key and have a ' +
    'default value.',
  advice:
    'Store it as a secret of the project and name the secret here. Replace the secret: it is no longer secret',
  severity: 'error',
  examples: {
    bad: 'components:\n  Log in: { type: python-script, parameters: { script: "api_key = \'8f14e45fceea167a\'" } }\n',
    good: 'components:\n  Log in: { type: python-script, parameters: { script: "api_key = os.environ[\'API_KEY\']" } }\n',
  },
  *check({ pipeline }) {
    for (const component of pipeline.components.values()) {
      const { name } = component
      for (const { parameter, text, line } of textsOf(component)) {
        const what = secretIn(text)
        if (what === undefined) continue
        yield {
          line,
          component: name,
          message: `${quoted(parameter)} of ${quoted(name)} looks like it contains ${what}`,
        }
      }
    }
    for (const { name, defaultValue } of pipeline.variables.values()) {
      const line = pipeline.variableLines?.[name] ?? 1
      const cells = typeof defaultValue === 'object' ? defaultValue.flat() : [String(defaultValue)]
      const what = cells.map(secretIn).find((one) => one !== undefined)
      const isNamed = secretNames.test(name) && typeof defaultValue === 'string' && defaultValue.trim() !== ''
      if (what !== undefined)
        yield { line, message: `The default of the variable ${quoted(name)} looks like ${what}` }
      else if (isNamed && !defaultValue.includes('${'))
        yield {
          line,
          message: `The variable ${quoted(name)} has a default value, and its name says that it is a secret`,
        }
    }
  },
}

const addressKeys = /(?:url|uri|endpoint|address)$/i
const unencrypted = /^\s*http:\/\/(?!localhost\b|127\.|\[::1\])/i

const unencryptedAddress: ReviewRule = {
  id: 'unencrypted-address',
  title: 'Addresses are encrypted',
  description:
    'Whatever is sent to an `http://` address, tokens included, can be read in transit. Addresses of the same machine are fine.',
  advice: 'Use https://',
  severity: 'warning',
  examples: {
    bad: 'components:\n  Tell chat: { type: webhook-post, parameters: { url: "http://chat.example.com/hook" } }\n',
    good: 'components:\n  Tell chat: { type: webhook-post, parameters: { url: "https://chat.example.com/hook" } }\n',
  },
  *check({ pipeline }) {
    for (const component of pipeline.components.values())
      for (const { key, text, line } of textsOf(component)) {
        if (!addressKeys.test(key) || !unencrypted.test(text)) continue
        const { name } = component
        yield { line, component: name, message: `${quoted(name)} calls ${quoted(key)} without encryption` }
      }
  },
}

export const secretRules: readonly ReviewRule[] = [hardCodedSecret, unencryptedAddress]
