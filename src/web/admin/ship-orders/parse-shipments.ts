/** What an admin pasted: a line for each order, its number, the tracking number and, if it differs, the carrier. */
import { guessCarrier } from '../../../contract/carriers.ts';
import { CARRIER_MAX_LENGTH, TRACKING_MAX_LENGTH } from '../../../contract/limits.ts';

export type ShipmentError = 'no_number' | 'number_twice' | 'no_carrier' | 'carrier_too_long' | 'tracking_too_long';

export interface ShipmentLine {
  /** As an editor counts them, from 1. */
  line: number;
  text: string;
  number: number | null;
  tracking: string;
  carrier: string;
  error: ShipmentError | null;
}

/** Spreadsheets copy cells with tabs, files have commas or semicolons; all of a line are like its first. */
function splitCells(text: string): string[] {
  const separator = /[\t,;]/.exec(text)?.[0];
  const cells = separator ? text.split(separator) : [text];
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
}

/** Ten digits and more can't be an order's number, and overflow the database's. */
function parseNumber(cell: string): number | null {
  const digits = /^#?(\d{1,9})$/.exec(cell)?.[1];
  return digits && Number(digits) > 0 ? Number(digits) : null;
}

function findError({ number, tracking, carrier }: Omit<ShipmentLine, 'error'>, earlier: ReadonlySet<number>): ShipmentError | null {
  if (number === null) return 'no_number';
  if (earlier.has(number)) return 'number_twice';
  if (tracking.length > TRACKING_MAX_LENGTH) return 'tracking_too_long';
  if (!carrier) return 'no_carrier';
  return carrier.length > CARRIER_MAX_LENGTH ? 'carrier_too_long' : null;
}

/** Empty lines are left out, and so is a first line without a digit: the headings of a spreadsheet. */
export function parseShipments(text: string, defaultCarrier: string): ShipmentLine[] {
  const rows = text.split(/\r\n|\r|\n/).map((it, index) => ({ line: index + 1, text: it.trim() }));
  const filled = rows.filter((row) => row.text !== '');
  const lines = filled[0] && !/\d/.test(filled[0].text) ? filled.slice(1) : filled;
  const numbers = new Set<number>();
  return lines.map((row) => {
    const [first = '', tracking = '', ...rest] = splitCells(row.text);
    const carrier = rest.find(Boolean) ?? (defaultCarrier.trim() || guessCarrier(tracking) || '');
    const shipment = { ...row, number: parseNumber(first), tracking, carrier };
    const error = findError(shipment, numbers);
    if (shipment.number !== null) numbers.add(shipment.number);
    return { ...shipment, error };
  });
}
