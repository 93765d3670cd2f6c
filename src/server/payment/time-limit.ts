/** How long we wait for someone outside the house. The work itself goes on; its late result is nobody's. */
export async function limitTime<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
