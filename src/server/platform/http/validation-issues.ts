/** Converts the validator's errors to issues: one per field, with a code and a message. */
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { ISSUE_CODES, type Issue, type IssueCode } from '../../../contract/errors.ts';

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
