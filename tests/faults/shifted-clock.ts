/**
 * Preloaded into a shop: shifts its clocks by the milliseconds in the file CLOCK_FILE: `wall` the clock that tells
 * the time, `steady` the monotonic one. Read each time, so that a test can shift them while the process is stopped.
 */
import { readFileSync } from 'node:fs';

interface Shift {
  wall: number;
  steady: number;
}

const file = String(process.env.CLOCK_FILE);
const readShift = (): Shift => JSON.parse(readFileSync(file, 'utf8')) as Shift;

const RealDate = Date;
const realNow = performance.now.bind(performance);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length ? args : [RealDate.now() + readShift().wall], newTarget) as object,
  get: (target, key, receiver) => (key === 'now' ? () => RealDate.now() + readShift().wall : Reflect.get(target, key, receiver)),
});
performance.now = () => realNow() + readShift().steady;
