import type { Limits } from './settings.ts'

/** What a step has used so far, and whether it may go on. */
export interface Spending {
  add(promptTokens: number, completionTokens: number): void
  /** Why no further request may be sent; undefined: it may. */
  reached(): string | undefined
  /** For messages: tokens, and the cost where the prices are known. */
  shown(): string
}

export function createSpending(limits: Limits): Spending {
  const used = { prompt: 0, completion: 0 }
  const { inputPrice, outputPrice, maxTotalTokens, maxCost } = limits

  const cost = (): number | undefined =>
    inputPrice === undefined || outputPrice === undefined
      ? undefined
      : (used.prompt * inputPrice + used.completion * outputPrice) / 1_000_000

  function shown(): string {
    const spent = cost()
    const tokens = `${used.prompt} prompt and ${used.completion} completion tokens`
    return spent === undefined ? tokens : `${tokens}, cost ${rounded(spent)}`
  }

  return {
    add: (promptTokens, completionTokens) => {
      used.prompt += promptTokens
      used.completion += completionTokens
    },
    reached: () => {
      if (maxTotalTokens !== undefined && used.prompt + used.completion >= maxTotalTokens)
        return `The limit of ${maxTotalTokens} tokens is reached`
      const spent = cost()
      if (maxCost !== undefined && spent !== undefined && spent >= maxCost)
        return `The cost limit of ${maxCost} is reached`
      return undefined
    },
    shown,
  }
}

/** Sums of prices have more digits than a reader wants. */
const rounded = (amount: number): string => String(Number(amount.toFixed(6)))
