export { sampleRequests } from './asking.ts'
export { SAMPLE_CANCEL_CHANNEL, SAMPLE_CHANNEL, SAMPLED_CHANNEL } from './channels.ts'
