import { text, urlFault } from './setting-kinds.ts'

const usedBy = ['start', 'api'] as const

/** The language model that works on agent tasks. */
export const modelDeclarations = {
  modelUrl: text(
    {
      env: 'HEADRACE_MODEL_URL',
      flag: 'model-url',
      usedBy,
      summary:
        'OpenAI-compatible endpoint for agent tasks, above /chat/completions, e.g. https://api.openai.com/v1',
    },
    undefined,
    urlFault,
  ),
  modelName: text({
    env: 'HEADRACE_MODEL_NAME',
    flag: 'model-name',
    usedBy,
    summary: 'Model of that endpoint; it must support tools',
  }),
  modelApiKey: text({
    env: 'HEADRACE_MODEL_API_KEY',
    flag: 'model-api-key',
    usedBy,
    summary: 'API key of that endpoint, if it needs one',
    secret: 'whole',
  }),
} as const
