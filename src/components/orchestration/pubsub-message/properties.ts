import Type from 'typebox'
import type { Parameters } from '../../../pipeline/model.ts'
import { textOf } from '../../common/blocks.ts'
import { code, rows, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  project: text('Project', "The id of the topic's project"),
  topicName: text('Topic Name'),
  message: code('Message', 'text'),
  attributes: Type.Optional(rows('Attributes', 'name', 'value')),
  orderingKey: Type.Optional(text('Ordering Key')),
  serviceAccount: Type.Optional(
    text('Service Account', 'Name of a secret with a JSON key file, gcs-service-account by default'),
  ),
  endpoint: Type.Optional(text('Endpoint', "Instead of Google's own; https:// only")),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['pubsub-message', 'cloud-pub-sub', 'cloud-pubsub', 'pubsub'],
  title: 'Pub/Sub Message',
  summary: 'Publishes a message to a topic of Google Cloud Pub/Sub',
  properties,
  effects: 'outside',
  validate: pubsubFaults,
  assets: ({ project, topicName }) => ({
    writes: [{ dataset: { namespace: 'pubsub', name: `topic:${project}:${topicName}` } }],
  }),
}

const names = { project: 'Project', topicName: 'Topic Name' }

/** What would be another address than that of the topic, one sentence each. */
export function pubsubFaults(parameters: Parameters): readonly string[] {
  const odd = Object.entries(names).filter(([key]) => {
    const name = textOf(parameters[key])
    return name !== '' && !name.includes('${') && !/^[A-Za-z][\w.~+%:-]*$/.test(name)
  })
  const endpoint = textOf(parameters['endpoint'])
  const isPlain = endpoint !== '' && !endpoint.includes('${') && URL.parse(endpoint)?.protocol !== 'https:'
  return [
    ...odd.map(
      ([key, title]) => `${title} ("${key}") is "${textOf(parameters[key])}", which is not a valid name`,
    ),
    ...(isPlain ? ['Endpoint ("endpoint") must start with https://'] : []),
  ]
}
