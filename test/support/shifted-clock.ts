import { readFileSync } from 'node:fs'

/**
 * Loaded into a process of the program (`node --import`): its clock of the day is wrong by the milliseconds
 * that the file named by SHIFTED_CLOCK_FILE says, now and whenever that changes. Clocks that only move
 * forward are not touched, as when somebody sets the time.
 */
const RealDate = globalThis.Date
const file = process.env['SHIFTED_CLOCK_FILE']!
let shiftMs = read()
setInterval(() => {
  shiftMs = read()
}, 50).unref()

function read(): number {
  return Number(readFileSync(file, 'utf8'))
}

const now = () => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})
