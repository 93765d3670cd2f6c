/**
 * Numbers as people type them and files hold them. Whether a comma or a point begins the decimals isn't guessed: the shop's price format says
 * it, or whoever knows the file; what only one way of writing allows is read in that.
 */

export interface NumberFormat {
  decimal: '.' | ',';
  /** What separates thousands. All kinds of space are ' ', all apostrophes '’'. */
  group: '.' | ',' | ' ' | '’';
}

/** The ways of writing numbers that a file can have, by what begins the decimals. */
export const NUMBER_FORMATS = {
  point: { decimal: '.', group: ',' },
  comma: { decimal: ',', group: '.' },
} as const satisfies Record<string, NumberFormat>;

const OTHER_FORMATS: readonly NumberFormat[] = [
  { decimal: '.', group: ' ' },
  { decimal: ',', group: ' ' },
  { decimal: '.', group: '’' },
  { decimal: ',', group: '’' },
];
const ALL_FORMATS: readonly NumberFormat[] = [...Object.values(NUMBER_FORMATS), ...OTHER_FORMATS];

/** ambiguous: `readings` are what it can mean. */
export type NumberReading = { number: number } | { problem: 'not_a_number' } | { problem: 'ambiguous'; readings: number[] };

const escapePoint = (character: string) => (character === '.' ? '\\.' : character);

/** Thousands have no zero in front; lakhs, as in 1,00,000, are groups of two. */
const PATTERNS = new Map(
  ALL_FORMATS.map(({ decimal, group }) => {
    const separator = escapePoint(group);
    const groups = `[1-9]\\d{0,2}(?:${separator}\\d{3})+|[1-9]\\d?(?:${separator}\\d{2})+${separator}\\d{3}`;
    return [decimal + group, new RegExp(`^-?(?:\\d+|${groups})(?:${escapePoint(decimal)}\\d+)?$`)];
  }),
);

/** Null: it isn't written in this format. */
function readStrictly(text: string, { decimal, group }: NumberFormat): number | null {
  if (!PATTERNS.get(decimal + group)?.test(text)) return null;
  return Number(text.replaceAll(group, '').replace(decimal, '.'));
}

/** One separator with three digits behind it: decimals for some, thousands for others. */
const LOOKS_LIKE_THOUSANDS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

const unify = (text: string): string =>
  text
    .trim()
    .replace('−', '-')
    .replace(/^(-?)\p{Sc}\s*/u, '$1')
    .replace(/\s*\p{Sc}$/u, '')
    .replace(/\s/gu, ' ')
    .replace(/['ʼ]/g, '’');

export interface NumberRange {
  /** With fewer than three, `2.500` isn't taken for a 2.5 with a zero behind it. */
  maxDecimals?: number;
  /** False for per cents: there `8.875` isn't taken for thousands. */
  hasThousands?: boolean;
}

/** Accepts a currency's symbol before or after it. `format`: null where nothing is known about the text. The server checks the limits. */
export function readNumber(
  text: string,
  format: NumberFormat | null,
  { maxDecimals = Number.POSITIVE_INFINITY, hasThousands = true }: NumberRange = {},
): NumberReading {
  const bare = unify(text);
  const own = format && readStrictly(bare, format);
  const isDoubtful = LOOKS_LIKE_THOUSANDS.test(bare) && (bare.includes(format?.decimal ?? '') ? maxDecimals < 3 : !hasThousands);
  if (own !== null && !isDoubtful) return { number: own };
  const readings = new Set(ALL_FORMATS.map((it) => readStrictly(bare, it)).filter((it) => it !== null));
  const [number] = readings;
  if (number === undefined) return { problem: 'not_a_number' };
  return readings.size === 1 ? { number } : { problem: 'ambiguous', readings: [...readings] };
}

const localeFormats = new Map<string, NumberFormat>();

/** How prices are written by the customs of a place. */
export function getNumberFormat(locale: string): NumberFormat {
  const known = localeFormats.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', useGrouping: true }).formatToParts(1_234_567.5);
  const find = (type: string) => unify(`0${parts.find((it) => it.type === type)?.value ?? ''}0`).slice(1, -1);
  const decimal = find('decimal') === ',' ? ',' : '.';
  const group = (['.', ',', ' ', '’'] as const).find((it) => it === find('group')) ?? (decimal === ',' ? '.' : ',');
  const format: NumberFormat = { decimal, group };
  localeFormats.set(locale, format);
  return format;
}

/** As a form shows it for editing: the format's own decimal sign, no thousands, so that `readNumber` finds the same number. */
export const writeNumber = (number: number | string, { decimal }: NumberFormat): string => String(number).replace('.', decimal);
