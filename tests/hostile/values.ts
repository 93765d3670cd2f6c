/** Hostile values for any field. */
import type { TSchema } from 'typebox';
import * as Type from 'typebox';
import type { Random } from '../../src/server/platform/secrets/random.ts';

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

export const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  "' or 1=1; drop table products; --",
  '"><script>alert(1)</script>',
  '{{7*7}}',
  '../../../etc/passwd',
  '%00',
  '%',
  '%E0%A4%A',
  '%ED%A0%80',
  '\u0000',
  '\ud800',
  '\udc00x',
  '\ufffd',
  '\r\nset-cookie: a=b',
  'a\u0301'.repeat(300),
  '🫖'.repeat(120),
  '(a+)+$'.repeat(20),
  ' '.repeat(5000),
  '&:*|!<->()'.repeat(9),
  'tea '.repeat(24),
  '\u202e‮مرحبا',
  `a@${'.a'.repeat(4000)} x`,
  'x'.repeat(20_000),
];

export const SCALARS: readonly unknown[] = [
  ...TEXTS,
  null,
  true,
  false,
  0,
  -1,
  1,
  0.1,
  1.005,
  99.99,
  1e21,
  1e308,
  -0,
  2 ** 53,
  2 ** 31,
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 'x' },
];

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Excessive JSON bodies, as text, since some can't be written as objects. */
export const HUGE_JSON: readonly string[] = [
  `[${Array(200_000).fill(1).join()}]`,
  `{"products":[${Array(30_000).fill('{}').join()}]}`,
  `{"checked":[${Array(45_000).fill(0).join()}],"radio":[]}`,
  `{${Array.from({ length: 8000 }, (_, n) => `"k${n}":1`).join()}}`,
  '['.repeat(90_000),
  '{"a":'.repeat(15_000),
  `{"email":"a@${'.a'.repeat(45_000)} x","password":"${'x'.repeat(50)}"}`,
  `{"name":"${'\\ud800'.repeat(9000)}"}`,
  `{"keyword":"${'a '.repeat(40_000)}","checked":[],"radio":[]}`,
  `{"products":[${Array(20_000).fill('{"_id":"11111111-1111-4111-8111-111111111111"}').join()}]}`,
  `{"price":${'9'.repeat(90_000)}}`,
  '{"__proto__":{"role":1},"constructor":{"prototype":{"role":1}}}',
  '{"a":1',
  'nonsense',
  '',
];

/** A plausible value for this schema. `ids`: of existing objects. */
export function makeValue(schema: TSchema, random: Random, ids: readonly string[]): unknown {
  const next = (inner: TSchema) => makeValue(inner, random, ids);
  if (Type.IsObject(schema)) {
    return Object.fromEntries(Object.entries(schema.properties).flatMap(([key, inner]) => (random() < 0.1 ? [] : [[key, next(inner)]])));
  }
  if (Type.IsArray(schema)) return Array.from({ length: Math.floor(random() * 4) }, () => next(schema.items));
  if (Type.IsTuple(schema)) return schema.items.map(next);
  if (Type.IsUnion(schema)) return next(pick(random, schema.anyOf));
  if (Type.IsEnum(schema)) return pick(random, schema.enum);
  if (Type.IsLiteral(schema)) return schema.const;
  if (Type.IsBoolean(schema)) return random() < 0.5;
  if (Type.IsInteger(schema)) return Math.floor(random() * 20);
  if (Type.IsNumber(schema)) return Math.floor(random() * 10_000) / 100;
  if (Type.IsNull(schema)) return null;
  return random() < 0.5
    ? pick(random, ids)
    : pick(random, ['tea', 'Green tea', '1 Market Street', 'ada@example.com', 'correct horse', 'chess']);
}

/** The same with some parts replaced by hostile values. */
export function spoil(value: unknown, random: Random): unknown {
  if (random() < 0.15) return pick(random, SCALARS);
  if (random() < 0.01) return deep(19);
  if (Array.isArray(value)) return value.map((it) => spoil(it, random));
  if (typeof value !== 'object' || value === null) return value;
  const spoiled = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spoil(inner, random)]));
  return random() < 0.1 ? { ...spoiled, role: 1, isAdmin: true, [pick(random, TEXTS)]: pick(random, SCALARS) } : spoiled;
}
