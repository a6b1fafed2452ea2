export { SAMPLE_CANCEL_CHANNEL, SAMPLE_CHANNEL } from './channels.ts'
