/**
 * How long others wait for this thread: the longest turn of its event loop, in milliseconds of its own CPU time. Time that another
 * process takes doesn't count, so the result depends on the code alone.
 */
export async function measureLongestTurn(work: () => Promise<unknown>): Promise<number> {
  const readCpu = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
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
