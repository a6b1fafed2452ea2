import { type ConnectionProperty, type ConnectionProvider, optional, required, secret } from '../provider.ts'

const endpoint: readonly ConnectionProperty[] = [
  required('baseUrl', 'Base URL', {
    type: 'URL',
    help: 'Address that /chat/completions and /models are below, such as https://api.openai.com/v1',
  }),
  optional('model', 'Model', { help: 'Model that is asked when a component names none' }),
]

/** Language models behind the protocol that most servers of models speak. */
export const openaiCompatible: ConnectionProvider = {
  authProvider: 'OPENAI_COMPATIBLE',
  title: 'OpenAI-compatible models',
  platformConnectionTypes: ['COMPONENT_BASIC'],
  authTypes: [
    {
      authType: 'API_KEY',
      title: 'API key',
      properties: [
        ...endpoint,
        secret('apiKey', 'API key', { required: true, help: 'Secret that holds the key' }),
      ],
    },
    { authType: 'NONE', title: 'None', properties: endpoint },
  ],
}
