/** Validates input against the contract. Fields that a schema doesn't name are dropped. */

import * as Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { ISSUE_CODES, type Issue, type IssueCode } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/values.ts';
import { AppError } from '../errors.ts';
import { findExcess, PRODUCT_MAX_VALUES } from './uploads/request-body.ts';

/** Converts the validator's errors to issues: one per field, with a code and a message. */

/** The validator stops after this many errors. */
const MAX_ISSUES = 8;
Settings.Set({ maxErrors: MAX_ISSUES });

const CODE_BY_KEYWORD: Record<string, IssueCode> = {
  anyOf: 'invalid_choice',
  enum: 'invalid_choice',
  const: 'invalid_choice',
  boolean: 'not_allowed',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  minimum: 'too_small',
  exclusiveMinimum: 'not_above',
  maximum: 'too_large',
  pattern: 'invalid_format',
  format: 'invalid_format',
};

const CODE_BY_TYPE: Record<string, IssueCode> = { number: 'not_a_number', integer: 'not_an_integer' };

/** The pattern of all texts that must not be blank. */
const NOT_BLANK = '\\S';

function toCode({ keyword, params }: TLocalizedValidationError): IssueCode {
  if (keyword === 'pattern' && params.pattern === NOT_BLANK) return 'blank';
  // The contract's refinements name the code themselves.
  if (keyword === '~refine') return ISSUE_CODES.find((code) => code === params.message) ?? 'wrong_type';
  if (keyword === 'type') return CODE_BY_TYPE[String(params.type)] ?? 'wrong_type';
  return CODE_BY_KEYWORD[keyword] ?? 'wrong_type';
}

const MESSAGES: Partial<Record<IssueCode, string>> = {
  invalid_choice: "isn't one of the accepted values",
  not_allowed: "isn't expected here",
  blank: 'must not be blank',
  invalid_phone: 'must be a phone number of at least five digits',
  web_address: 'must not have a web address in it',
  too_many_decimals: 'must have two decimals at most',
};

function toIssue(error: TLocalizedValidationError): Issue {
  const code = toCode(error);
  return {
    path: toPath(error),
    code,
    message: MESSAGES[code] ?? error.message,
    ...('limit' in error.params && { limit: Number(error.params.limit) }),
  };
}

function toPath({ instancePath }: TLocalizedValidationError): string {
  return instancePath.split('/').slice(1).join('.');
}

function toMissing(error: TLocalizedValidationError): Issue[] {
  if (error.keyword !== 'required') return [];
  const parent = toPath(error);
  return error.params.requiredProperties.map((name) => ({
    path: parent ? `${parent}.${name}` : name,
    code: 'required',
    message: 'is required',
  }));
}

/** Inside a union, these keywords only say which variant doesn't match. */
const VARIANT_KEYWORDS = new Set(['const', 'type', 'boolean']);

export function collectIssues(errors: TLocalizedValidationError[]): { issues: Issue[]; isMalformedId: boolean } {
  const unionPaths = errors.filter((it) => it.keyword === 'anyOf').map((it) => it.instancePath);
  const isInsideUnion = (path: string) => unionPaths.some((it) => path === it || path.startsWith(`${it}/`));
  const issues = new Map<string, Issue>();
  for (const error of errors) {
    if (VARIANT_KEYWORDS.has(error.keyword) && isInsideUnion(error.instancePath)) continue;
    const found = error.keyword === 'required' ? toMissing(error) : [toIssue(error)];
    // The first error of a field is the most specific one.
    for (const issue of found) if (!issues.has(issue.path)) issues.set(issue.path, issue);
  }
  const isMalformedId = errors.some((it) => it.keyword === 'format' && it.params.format === 'uuid');
  return { issues: [...issues.values()].slice(0, MAX_ISSUES), isMalformedId };
}

export type RequestPart = 'params' | 'query' | 'body';

/** PostgreSQL can't store NUL in texts, nor half of a surrogate pair, for which encodeURIComponent throws too. */
function checkText(text: string, path: string): Issue | null {
  if (text.includes('\u0000')) return { path, code: 'nul_character', message: 'must not hold a NUL character' };
  return text.isWellFormed() ? null : { path, code: 'lone_surrogate', message: 'must not hold half of a surrogate pair' };
}

/** Depth and size of the value were limited before it was parsed: request-body.ts. */
function findUnstorableText(value: unknown, path: string): Issue | null {
  if (typeof value === 'string') return checkText(value, path);
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorableText(inner, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return null;
}

const validators = new WeakMap<Type.TSchema, Validator>();

/** Compiled once: checking a value by a compiled schema takes a tenth of the time. */
function compile(schema: Type.TSchema): Validator {
  // TypeBox types a validator by its schema; one map holds those of all schemas.
  const validator = validators.get(schema) ?? (Compile(schema) as unknown as Validator);
  validators.set(schema, validator);
  return validator;
}

/** A number as people and forms write it; not `0x10`, `1e3` or with spaces. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Cuts a text or list that is too long to one past its limit: it is still invalid, but cheap to check. Otherwise a pattern might take
 * quadratic time, because the validator tries all keywords of a schema, even after `maxLength` has failed.
 */
function cutToLimit(schema: Type.TSchema, value: unknown): unknown {
  const { maxLength, maxItems } = schema as Type.TStringOptions & Type.TArrayOptions;
  // The limit counts characters, which are one or two units long.
  if (typeof value === 'string' && maxLength !== undefined) return value.slice(0, 2 * maxLength + 1);
  if (!Array.isArray(value)) return value;
  if (Type.IsTuple(schema)) return value.slice(0, schema.items.length + 1);
  return maxItems === undefined ? value : value.slice(0, maxItems + 1);
}

/** Forms have no lists and objects, so in them these are written as JSON. Other text stays as it is, and fails validation. */
function parseJson(text: string): unknown {
  if (findExcess(text, PRODUCT_MAX_VALUES)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Drops unknown fields and turns text into the schema's numbers and literals; what fits nowhere stays, and fails validation.
 * TypeBox's own Clean and Convert are too generous: they make `[99, 199]` an empty list where the schema says `[] | [min, max]`,
 * `''` and `true` numbers, and 1.5 an integer. In a form, an empty optional field counts as left out.
 */
function coerceValue(schema: Type.TSchema, tooLong: unknown, isText: boolean): unknown {
  const sent = cutToLimit(schema, tooLong);
  const value = isText && (Type.IsObject(schema) || Type.IsRecord(schema)) && typeof sent === 'string' ? parseJson(sent) : sent;
  if (Type.IsObject(schema)) {
    if (!isRecord(value)) return sent;
    const coerced: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(schema.properties)) {
      if (!Object.hasOwn(value, key)) continue;
      if (isText && value[key] === '' && Type.IsOptional(inner)) continue;
      coerced[key] = coerceValue(inner, value[key], isText);
    }
    return coerced;
  }
  if (Type.IsArray(schema)) {
    const list = isText && typeof value === 'string' ? cutToLimit(schema, parseJson(value)) : value;
    return Array.isArray(list) ? list.map((it) => coerceValue(schema.items, it, isText)) : list;
  }
  if (Type.IsUnion(schema)) {
    for (const variant of schema.anyOf) {
      const coerced = coerceValue(variant, value, isText);
      if (compile(variant).Check(coerced)) return coerced;
    }
    return value;
  }
  if (!isText || typeof value !== 'string') return value;
  if (Type.IsNumber(schema) || Type.IsInteger(schema)) return NUMBER.test(value) ? Number(value) : value;
  return Type.IsLiteral(schema) && String(schema.const) === value ? schema.const : value;
}

/**
 * Returns the part with the types of its schema, or throws `invalid_request` with the issues. `isText`: URLs and forms contain text only,
 * so numbers in them are parsed; in JSON, "1" isn't a number.
 */
export function createValidator<S extends Type.TSchema>(schema: S, part: RequestPart, isText: boolean): (value: unknown) => Type.Static<S> {
  const validator = compile(schema);
  const requireStorable = (value: unknown) => {
    const unstorable = findUnstorableText(value, '');
    if (unstorable) throw new AppError('invalid_request', `${unstorable.path || part} ${unstorable.message}`, { issues: [unstorable] });
  };
  return (value) => {
    requireStorable(value);
    const coerced = coerceValue(schema, value, isText);
    // A list that was sent as text may contain escaped characters.
    if (isText) requireStorable(coerced);
    if (validator.Check(coerced)) return coerced as Type.Static<S>;
    const { issues, isMalformedId } = collectIssues(validator.Errors(coerced));
    // A malformed id in the path names nothing that exists.
    if (part === 'params' && isMalformedId) throw new AppError('not_found', 'There is nothing at this URL');
    const first = issues[0];
    throw new AppError('invalid_request', first ? `${first.path || part} ${first.message}` : `The ${part} isn't valid`, { issues });
  };
}
