/** Money is an integer of cents inside; dollars with two decimals exist only on the wire and on screen. */

/** Rounded: 19.99 * 100 is 1998.9999999999998. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

export function toDollars(cents: number): number {
  return cents / 100;
}
