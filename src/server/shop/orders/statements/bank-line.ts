/** A line of a bank statement, whichever bank wrote it. */
export interface BankLine {
  /** The day on which it was booked, YYYY-MM-DD; null: not told. */
  date: string | null;
  /** Below zero: money that left. */
  amountCents: number;
  /** ISO 4217, lower case; empty: not told. */
  currency: string;
  payer: string;
  text: string;
  /** The bank's own reference of this line; empty: none. */
  bankReference: string;
}
