/** Shares of sums in whole cents. Calculated with BigInt, because a cart's cents times millionths can exceed the numbers that are exact. */

/** `amount * numerator / denominator`, half a cent rounded up. None may be negative, and the denominator must be above 0. */
export function roundShare(amount: number, numerator: number, denominator: number): number {
  const [share, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)];
  return Number((2n * share + divisor) / (2n * divisor));
}

/**
 * Spreads `sum` in proportion to the weights, which must not be negative. The parts add up to the sum to the cent. If the sum isn't more
 * than all weights together, no part is more than its weight: each part is the difference between the rounded-down shares of two running
 * totals.
 */
export function spreadSum(sum: number, weights: readonly number[]): number[] {
  const total = BigInt(weights.reduce((all, weight) => all + weight, 0));
  if (total === 0n) return weights.map(() => 0);
  let running = 0n;
  let spread = 0n;
  return weights.map((weight) => {
    running += BigInt(weight);
    const upTo = (BigInt(sum) * running) / total;
    const part = upTo - spread;
    spread = upTo;
    return Number(part);
  });
}
