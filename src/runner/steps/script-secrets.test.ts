import { expect, test, vi } from 'vitest'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { startPipelineRunner } from '../../../test/support/run-pipelines.ts'

test('what a script says of its secret is masked', async () => {
  vi.stubEnv('HEADRACE_SECRET_SHOP_TOKEN', 'known-to-the-runner')
  await using runner = await startPipelineRunner()
  const script = 'echo "refused: $TOKEN" >&2; [ "$TOKEN" = known-to-the-runner ] && exit 7'
  const parameters = { script, secretVariables: [['TOKEN', 'shop-token']] }
  const text = orchestration({ Start: start('Work'), Work: { type: 'bash-script', parameters } })
  const { message } = await runner.run({ 'main.orch.yaml': text }, 'main')
  vi.unstubAllEnvs()
  expect(message).toContain('exit code 7: refused: ***')
})

test('F23: a message that is shortened in the middle of a secret shows no part of it', async () => {
  vi.stubEnv('HEADRACE_SECRET_SHOP_TOKEN', 'known-to-the-runner')
  await using runner = await startPipelineRunner()
  const script = 'printf "%990s%s" "" "$TOKEN" | tr " " x >&2; exit 7'
  const parameters = { script, secretVariables: [['TOKEN', 'shop-token']] }
  const text = orchestration({ Start: start('Work'), Work: { type: 'bash-script', parameters } })
  const { message } = await runner.run({ 'main.orch.yaml': text }, 'main')
  vi.unstubAllEnvs()
  expect(message).toContain('xxx***')
  expect(message).not.toContain('know')
})

test('a script gets what a secret reference means, masked, and learns when the runner does not grant it', async () => {
  vi.stubEnv('HEADRACE_SECRET_ORDERS', '{"password": "known-to-the-runner"}')
  const secretReferences = { 'orders-password': { secretName: 'orders', secretKey: 'password' } }
  const parameters = {
    script: 'echo "got $WORD" >&2; exit 7',
    secretVariables: [['WORD', 'orders-password']],
  }
  const text = orchestration({ Start: start('Work'), Work: { type: 'bash-script', parameters } })
  const messageOf = async (grantSecrets: string) => {
    await using runner = await startPipelineRunner({ secretReferences, grantSecrets })
    return (await runner.run({ 'main.orch.yaml': text }, 'main')).message
  }
  expect(await messageOf('orders=*')).toContain('exit code 7: got ***')
  expect(await messageOf('other=*')).toMatch(
    /reference "orders-password" means the secret "orders".* does not grant it/,
  )
  vi.unstubAllEnvs()
})
