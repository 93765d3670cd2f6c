/** Holds what comes in against the contract. Unknown fields are dropped, so only what a schema names gets in. */
import * as Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Issue } from '../../contract/common.ts';
import { AppError } from '../errors.ts';

export type RequestPart = 'params' | 'query' | 'body';

/** 20 levels are more than any call needs and few enough to walk. */
const MAX_DEPTH = 20;

function findUnstorableText(value: unknown, path: string, depth = 0): Issue | null {
  if (depth > MAX_DEPTH) return { path, message: 'is nested too deeply' };
  // PostgreSQL stores every character but this one.
  if (typeof value === 'string') return value.includes('\u0000') ? { path, message: 'must not hold a NUL character' } : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorableText(inner, path ? `${path}.${key}` : key, depth + 1);
    if (found) return found;
  }
  return null;
}

const validators = new WeakMap<Type.TSchema, Validator>();

/** Read once: to walk a schema for each value takes ten times as long. */
function compile(schema: Type.TSchema): Validator {
  const validator = validators.get(schema) ?? (Compile(schema) as unknown as Validator);
  validators.set(schema, validator);
  return validator;
}

/** A number as people and forms write it: no `0x10`, no `1e3`, no blanks. */
const NUMBER = /^-?\d+(\.\d+)?$/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What the schema names of a value; whatever fits nowhere is left as it is, for the check to refuse.
 * Ours and not typebox's Clean and Convert: those make `[99, 199]` an empty list where the schema says `[] | [min, max]`,
 * `''` and `true` numbers, and 1.5 a whole one. In texts, an empty optional field is one that wasn't filled in.
 */
function coerceValue(schema: Type.TSchema, value: unknown, isText: boolean): unknown {
  if (Type.IsObject(schema)) {
    if (!isRecord(value)) return value;
    const coerced: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(schema.properties)) {
      if (!Object.hasOwn(value, key)) continue;
      if (isText && value[key] === '' && Type.IsOptional(inner)) continue;
      coerced[key] = coerceValue(inner, value[key], isText);
    }
    return coerced;
  }
  if (Type.IsArray(schema)) return Array.isArray(value) ? value.map((it) => coerceValue(schema.items, it, isText)) : value;
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

/** Of a choice, these only say which variant wasn't meant. */
const VARIANT_KEYWORDS = new Set(['const', 'type', 'boolean']);

function describeIssue(keyword: string, message: string): string {
  if (keyword === 'anyOf') return "isn't one of the accepted values";
  if (keyword === 'boolean') return "isn't expected here";
  return message === 'must match pattern "\\S"' ? 'must not be blank' : message;
}

function collectIssues(validator: Validator, value: unknown): { issues: Issue[]; isMalformedId: boolean } {
  const errors = validator.Errors(value);
  const unionPaths = errors.filter((it) => it.keyword === 'anyOf').map((it) => it.instancePath);
  const isInsideUnion = (instancePath: string) => unionPaths.some((it) => instancePath === it || instancePath.startsWith(`${it}/`));
  const issues = new Map<string, string>();
  let isMalformedId = false;
  for (const error of errors) {
    if (error.keyword === 'format' && 'format' in error.params && error.params.format === 'uuid') isMalformedId = true;
    if (error.keyword === 'required' && 'requiredProperties' in error.params) {
      for (const property of error.params.requiredProperties) {
        issues.set([...error.instancePath.split('/').slice(1), property].join('.'), 'is required');
      }
      continue;
    }
    if (VARIANT_KEYWORDS.has(error.keyword) && isInsideUnion(error.instancePath)) continue;
    const path = error.instancePath.split('/').slice(1).join('.');
    if (!issues.has(path)) issues.set(path, describeIssue(error.keyword, error.message));
  }
  return { issues: [...issues].slice(0, 50).map(([path, message]) => ({ path, message })), isMalformedId };
}

/**
 * A function that gives the part back as its schema has it, or throws `invalid` with the issues.
 * Texts become numbers only where all is text by nature: in the address and in forms.
 */
export function createValidator<S extends Type.TSchema>(schema: S, part: RequestPart, isText: boolean): (value: unknown) => Type.Static<S> {
  const validator = compile(schema);
  return (value) => {
    const unstorable = findUnstorableText(value, '');
    if (unstorable) throw new AppError('invalid', `${unstorable.path || part} ${unstorable.message}`, { issues: [unstorable] });
    const coerced = coerceValue(schema, value, isText);
    if (validator.Check(coerced)) return coerced as Type.Static<S>;
    const { issues, isMalformedId } = collectIssues(validator, coerced);
    // An id that could never be one names nothing that exists.
    if (part === 'params' && isMalformedId) throw new AppError('not_found', 'There is nothing at this address');
    const first = issues[0];
    throw new AppError('invalid', first ? `${first.path || part} ${first.message}` : `The ${part} isn't valid`, { issues });
  };
}
