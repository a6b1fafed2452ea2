import { afterEach, beforeEach, expect, test } from 'vitest'
import { silent } from '../lib/log.ts'
import { type Actuator, type RunnerActivity, serveActuator } from './actuator.ts'

let activity: RunnerActivity
let actuator: Actuator

beforeEach(async () => {
  activity = { agentStatus: 'RUNNING', activeTaskCount: 3, activeRequestCount: 2, openSessionsCount: 1 }
  actuator = await serveActuator(0, () => activity, silent)
})
afterEach(() => actuator.close())

const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${actuator.port}${path}`, { method })

test('says what the runner is doing at this moment, as JSON', async () => {
  expect(await (await get('/actuator/info')).json()).toEqual(activity)
  activity = { ...activity, agentStatus: 'STOPPING', activeTaskCount: 0 }
  expect(await (await get('/actuator/info?x=1')).json()).toMatchObject({
    agentStatus: 'STOPPING',
    activeTaskCount: 0,
  })
})

test('says the same as gauges of Prometheus', async () => {
  const response = await get('/actuator/prometheus')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines).toEqual([
    'app_agent_status 1',
    'app_active_task_count 3',
    'app_active_request_count 2',
    'app_open_sessions_count 1',
  ])
})

test('answers nothing else, and changes nothing', async () => {
  expect((await get('/actuator/env')).status).toBe(404)
  expect((await get('/actuator/info', 'POST')).status).toBe(405)
})

test('a port that is taken is named with the setting that chooses another', async () => {
  await expect(serveActuator(actuator.port, () => activity, silent)).rejects.toThrow(
    /EADDRINUSE.*HEADRACE_RUNNER_METRICS_PORT/,
  )
})
