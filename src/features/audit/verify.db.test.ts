import { generateKeySync } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { systemClock } from '../../lib/clock.ts'
import { silent } from '../../lib/log.ts'
import { type Audit, createAudit, type Entry } from './service.ts'
import { verifyChain } from './verify.ts'

const database = useDatabase()
const aKey = () => generateKeySync('hmac', { length: 256 })
const key = aKey()
const entry = (operation: string): Entry => ({
  at: new Date().toISOString(),
  operation,
  outcome: 'SUCCEEDED',
  method: 'POST',
  path: '/v1/things',
  from: { address: '127.0.0.1' },
  requestId: 'r',
})

test('entries cannot be changed, deleted or truncated by ordinary statements', async () => {
  const audit = createAudit({ db: database.db, clock: systemClock, key, log: silent })
  await audit.add(entry('one'), undefined)
  for (const statement of [
    sql`update audit_event set entry = '{}'`,
    sql`delete from audit_event`,
    sql`truncate audit_event`,
  ])
    await expect(statement.execute(database.db)).rejects.toThrow(/never changed/)
})

test('tampering is detected: changes, gaps, cut ends, other columns', async () => {
  const { db } = database
  const audit = createAudit({ db, clock: systemClock, key, log: silent })
  for (const operation of ['two', 'three', 'four', 'five']) await audit.add(entry(operation), undefined)
  expect(await verifyChain(db, key)).toMatchObject({ intact: true, entries: 5 })
  const tampering = [
    [`update audit_event set entry = replace(entry, 'three', 'THREE') where operation = 'three'`, 'Entry 3'],
    [`update audit_event set operation = 'other' where seq = 2`, 'columns of entry 2'],
    [`delete from audit_event where seq = 3`, 'Entry 3 is missing'],
    [`delete from audit_event where seq = 5`, 'Entries 5 to 5 are missing'],
    [`delete from audit_event where seq = 5; update audit_head set seq = 4`, 'The head'],
    [
      `insert into audit_event select 900 + seq, at, operation, outcome, actor_id, project_id, entry, hash from audit_event`,
      'Entry 901 lies beyond',
    ],
    [`update audit_head set seq = 0, hash = ''`, 'Entry 1 lies beyond'],
    [`update audit_event set hash = '\\x00' where seq = 1`, 'Entry 1'],
  ] as const
  for (const [statements, fault] of tampering) {
    const found = db.transaction().execute(async (tx) => {
      await sql`alter table audit_event disable trigger user`.execute(tx)
      for (const statement of statements.split('; ')) await sql.raw(statement).execute(tx)
      const result = await verifyChain(tx, key)
      expect([statements, result.fault]).toEqual([statements, expect.stringContaining(fault)])
      throw new Error('undo')
    })
    await expect(found).rejects.toThrow('undo')
  }
  expect(await verifyChain(db, key)).toMatchObject({ intact: true, entries: 5 })
  expect(await verifyChain(db, aKey())).toMatchObject({ intact: false })
})

test('servers that write at once, noting and adding, keep one chain in which nothing is missing', async () => {
  const { db } = database
  const { entries } = await verifyChain(db, key)
  const [one, other] = [0, 1].map(() => createAudit({ db, clock: systemClock, key, log: silent })) as [
    Audit,
    Audit,
  ]
  for (let round = 0; round < 5; round++) {
    const intent = await other.begin(entry(`intended ${round}`))
    const noted = one.note(entry(`noted ${round}`))
    await Promise.all([
      one.add(entry(`added ${round}`), undefined),
      other.add(entry(`intended ${round}`), intent),
      other.add(entry(`added too ${round}`), undefined),
    ])
    await noted // it went with what was added after it
  }
  expect(await verifyChain(db, key)).toMatchObject({ intact: true, entries: entries + 20 })
  expect(await db.selectFrom('audit_intent').selectAll().execute()).toEqual([])
})

test('what was noted is on disk once a server has settled', async () => {
  const { db } = database
  const audit = createAudit({ db, clock: systemClock, key, log: silent })
  void audit.note(entry('noted last'))
  await audit.settle()
  const { rows } = await sql`select from audit_event where operation = 'noted last'`.execute(db)
  expect(rows).toHaveLength(1)
})
