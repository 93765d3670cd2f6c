/**
 * How long others wait for this thread: the longest turn of its event loop. It is measured in processor time of this thread, since time that
 * another process takes doesn't depend on the code, and in units of this machine as it is right now: a known piece of work is timed
 * beside it, before and after, because memory and cores that others use make everything slower, this piece too.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

const readCpu = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const UNIT_ROWS = 30_000;

/** Reads characters and makes strings and objects, as reading a file does. A hundredth of a second on a machine with nothing else to do. */
function timeUnit(): number {
  const before = readCpu();
  const text = 'a row of a file, with a few cells and "quotes"\n'.repeat(UNIT_ROWS);
  let quotes = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 0x22) quotes += 1;
  const rows = text.split('\n').map((row) => row.split(','));
  if (quotes !== 2 * UNIT_ROWS || JSON.stringify(rows).length < text.length) throw new Error('the unit of work was left out');
  return readCpu() - before;
}

/** So that its units are compiled when they count. */
let isWarm = false;

async function measureTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = readCpu();
  let isOver = false;
  const look = () => {
    const now = readCpu();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
  }
  return longest;
}

/** In hundredths of a second of a machine with nothing else to do. */
export async function measureLongestTurn(work: () => Promise<unknown>): Promise<number> {
  for (let times = 0; !isWarm && times < 20; times += 1) timeUnit();
  isWarm = true;
  const before = timeUnit();
  const longest = await measureTurn(work);
  const after = timeUnit();
  return longest / Math.max(before, after);
}

/** Of work that is a single turn, in the same units. */
export const measureWork = (work: () => void): Promise<number> =>
  measureLongestTurn(async () => {
    work();
    await nextTurn();
  });
