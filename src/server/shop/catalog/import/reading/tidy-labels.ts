/** Attributes and tags that are too many or too long: shortened or left out, with a notice. */
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  ATTRIBUTES_MAX,
  TAG_MAX_LENGTH,
  TAGS_MAX,
} from '../../../../../contract/limits.ts';
import { cutText } from '../../../../../contract/values.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { parseAttributes, parseTags } from '../formats/own-format.ts';
import { tellCut } from './tidy-categories.ts';

export function tidyAttributes(cells: CsvRow['cells']): RowNotice[] {
  if (!cells.attributes) return [];
  const notices: RowNotice[] = [];
  const all = parseAttributes(cells.attributes) as { name?: unknown; value?: unknown }[];
  const list = all.slice(0, ATTRIBUTES_MAX);
  if (all.length > list.length)
    notices.push({
      kind: 'dropped',
      column: 'attributes',
      reason: `has ${all.length} attributes: the first ${ATTRIBUTES_MAX} are imported`,
    });
  const kept = list.filter(({ name, value }) => String(name ?? '').trim() && String(value ?? '').trim());
  if (kept.length < list.length)
    notices.push({ kind: 'dropped', column: 'attributes', reason: 'has attributes without a name or a value: they are left out' });
  const fitting = kept.map(({ name, value }) => ({
    name: cutText(String(name), ATTRIBUTE_NAME_MAX_LENGTH),
    value: cutText(String(value), ATTRIBUTE_VALUE_MAX_LENGTH),
  }));
  const isCut = kept.some(({ name, value }, index) => name !== fitting[index]?.name || value !== fitting[index]?.value);
  if (isCut) notices.push(tellCut('attributes', ATTRIBUTE_VALUE_MAX_LENGTH));
  if (notices.length) cells.attributes = JSON.stringify(fitting);
  return notices;
}

const TAG_SIGNS = /[,\p{Cc}\p{Zl}\p{Zp}]+/gu;

export function tidyTags(cells: CsvRow['cells']): RowNotice[] {
  if (!cells.tags) return [];
  const all = parseTags(cells.tags).map((it) => String(it).replace(TAG_SIGNS, ' ').trim());
  const fitting = all.map((it) => cutText(it, TAG_MAX_LENGTH)).filter(Boolean);
  const notices: RowNotice[] = [];
  if (fitting.length > TAGS_MAX)
    notices.push({ kind: 'dropped', column: 'tags', reason: `has ${fitting.length} tags: the first ${TAGS_MAX} are imported` });
  if (all.some((it, index) => it.length > (fitting[index] ?? it).length)) notices.push(tellCut('tags', TAG_MAX_LENGTH));
  cells.tags = JSON.stringify(fitting.slice(0, TAGS_MAX));
  return notices;
}
