/** A rule's condition about one of the merchant's fields: what it asks, and whether the field can be asked so. */
import type { CustomField } from '../../../../contract/custom-fields.ts';
import type { Issue } from '../../../../contract/errors.ts';
import type { ConditionOf } from '../../../../contract/rules.ts';
import { parseValue } from '../../fields/field-values.ts';
import type { AskedField } from './rule.ts';

type FieldCondition = ConditionOf<'custom-field'>;

const isGiven = <T>(value: T | undefined): value is T => value !== undefined;
const listBounds = ({ atLeast, atMost }: FieldCondition) => [atLeast, atMost].filter(isGiven);

/** As the field stores it; null: no product can have it, such as a choice that was removed. */
function toStored(field: CustomField, value: string | number | boolean): string | null {
  const parsed = parseValue(field, value);
  return 'value' in parsed ? String(parsed.value) : null;
}

/** `asked` is null if nothing is left that a product could have; `isGone` too if only a part of it is gone. `field` is undefined once it was deleted. */
export function resolveField(condition: FieldCondition, field: CustomField | undefined): { asked: AskedField | null; isGone: boolean } {
  const { values, atLeast, atMost } = condition;
  if (!field) return { asked: null, isGone: true };
  if (values) {
    const stored = values.map((it) => toStored(field, it));
    const known = stored.filter((it) => it !== null);
    return { asked: known.length ? { values: known } : null, isGone: known.length < values.length };
  }
  const { type } = field;
  const isAskable = (type === 'number' || type === 'date') && listBounds(condition).every((it) => toStored(field, it) !== null);
  return isAskable ? { asked: { type, atLeast, atMost }, isGone: false } : { asked: null, isGone: true };
}

/**
 * What makes no sense: neither values nor bounds, or both; a value that the field can't have. Of a field that is gone only the form is checked, since a
 * rule that names what was deleted may be saved.
 */
export function checkFieldCondition(path: string, condition: FieldCondition, field: CustomField | undefined): Issue[] {
  const { values, atLeast, atMost, not } = condition;
  const issue = (name: keyof FieldCondition, code: Issue['code'], message: string): Issue[] => [{ path: `${path}.${name}`, code, message }];
  const bounds = listBounds(condition);
  if (values && bounds.length) return issue('values', 'not_allowed', 'give either values or bounds');
  if (!values && !bounds.length) return issue('values', 'required', 'values are required, or a bound');
  if (not && bounds.length) return issue('not', 'not_allowed', 'only a condition with values can be turned around');
  if (bounds.length && field && field.type !== 'number' && field.type !== 'date')
    return issue(atLeast === undefined ? 'atMost' : 'atLeast', 'not_allowed', 'only numbers and dates have bounds');
  if (atLeast !== undefined && atMost !== undefined && (typeof atLeast !== typeof atMost || atLeast > atMost))
    return issue('atMost', 'range_not_rising', 'must not be below atLeast');
  const given = values ?? bounds;
  const wrong = field && given.map((it) => parseValue(field, it)).find((it) => 'code' in it);
  const name = values ? 'values' : atLeast === undefined ? 'atMost' : 'atLeast';
  return wrong && 'code' in wrong && field.type !== 'choice' ? issue(name, wrong.code, wrong.message) : [];
}
