/** Holds what comes in against the contract. Unknown fields are dropped, so only what a schema names gets in. */
import type * as Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Issue } from '../../contract/common.ts';
import { AppError } from '../errors.ts';

export type Part = 'params' | 'query' | 'body';

/** 20 levels are more than any call needs and few enough to walk. */
const MAX_DEPTH = 20;

function findUnstorable(value: unknown, path: string, depth = 0): Issue | null {
  if (depth > MAX_DEPTH) return { path, message: 'is nested too deeply' };
  // PostgreSQL stores every character but this one.
  if (typeof value === 'string') return value.includes('\u0000') ? { path, message: 'must not hold a NUL character' } : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(inner, path ? `${path}.${key}` : key, depth + 1);
    if (found) return found;
  }
  return null;
}

function issuesOf(validator: Validator, value: unknown): { issues: Issue[]; isForeignId: boolean } {
  const issues = new Map<string, string>();
  let isForeignId = false;
  for (const error of validator.Errors(value)) {
    if (error.keyword === 'format' && 'format' in error.params && error.params.format === 'uuid') isForeignId = true;
    if (error.keyword === 'required' && 'requiredProperties' in error.params) {
      for (const property of error.params.requiredProperties) {
        issues.set([...error.instancePath.split('/').slice(1), property].join('.'), 'is required');
      }
      continue;
    }
    const path = error.instancePath.split('/').slice(1).join('.');
    if (!issues.has(path) || error.keyword === 'anyOf') issues.set(path, error.message);
  }
  return { issues: [...issues].slice(0, 50).map(([path, message]) => ({ path, message })), isForeignId };
}

/**
 * A function that gives the part back as its schema has it, or throws `invalid` with the issues.
 * Texts become numbers only where all is text by nature: in the address and in forms.
 */
export function validatorFor<S extends Type.TSchema>(schema: S, part: Part, isText: boolean): (value: unknown) => Type.Static<S> {
  const validator = Compile(schema) as unknown as Validator;
  return (value) => {
    const unstorable = findUnstorable(value, '');
    if (unstorable) throw new AppError('invalid', `${unstorable.path || part} ${unstorable.message}`, { issues: [unstorable] });
    const cleaned = validator.Clean(isText ? validator.Convert(structuredClone(value)) : value);
    if (validator.Check(cleaned)) return cleaned as Type.Static<S>;
    const { issues, isForeignId } = issuesOf(validator, cleaned);
    // An id that could never be one names nothing that exists.
    if (part === 'params' && isForeignId) throw new AppError('not_found', 'There is nothing at this address');
    const first = issues[0];
    throw new AppError('invalid', first ? `${first.path || part} ${first.message}` : `The ${part} isn't valid`, { issues });
  };
}
