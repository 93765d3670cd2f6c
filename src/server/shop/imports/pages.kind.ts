/** Pages of a former shop: their HTML becomes Markdown, without scripts and forms, and what is lost is told. */

import { listGaps } from '../../../contract/legal-texts.ts';
import {
  FOOTER_POSITION_MAX,
  PAGE_DESCRIPTION_MAX_LENGTH,
  PAGE_TEXT_MAX_LENGTH,
  PAGE_TITLE_MAX_LENGTH,
  SLUG_MAX_LENGTH,
} from '../../../contract/limits.ts';
import type { PageInput } from '../../../contract/page.ts';
import type { RowNotice } from '../catalog/import/formats/format.ts';
import { htmlToDescription } from '../catalog/import/formats/html-to-markdown.ts';
import { htmlToText } from '../catalog/import/formats/html-to-text.ts';
import { createCellError, createKindWork, planEach, type RowKind } from '../catalog/import/runs/row-kind.ts';
import { listPagesBySlug } from '../content/pages/page.repository.ts';
import { addPage } from '../content/pages/page.service.ts';
import { slugify } from '../database/slug.ts';
import { type Cells, readYes, shorten, type Tell, toLine } from './row-values.ts';

/** What is text in Markdown, and would be read as a sign there. */
const escapeText = (text: string) => text.replace(/^(\s*)([#>*+-]|\d+[.)])(?=\s)/gm, '$1\\$2');

function readText({ text = '', format = '' }: Cells, isWordPress: boolean, tell: Tell): string {
  if (format.toLowerCase() === 'markdown') return text;
  const found = htmlToDescription([text], { tell: (reason) => tell('dropped', 'text', reason), isWordPress });
  return found.description_format ? found.description : escapeText(found.description);
}

const PUBLISHED = /^(published|publish|visible|active)$/i;

function readStatus({ status }: Cells, text: string, tell: Tell): PageInput['status'] {
  const [gap] = listGaps(text);
  if (gap) {
    tell('hidden', 'text', `has a gap to fill in, ${gap.slice(0, 60)}: it is imported as a draft`);
    return 'draft';
  }
  if (!status || PUBLISHED.test(status) || readYes(status)) return 'published';
  tell('hidden', 'status', `is ${toLine(status).slice(0, 40)} in the file: it is imported as a draft`);
  return 'draft';
}

function readSlug({ slug = '' }: Cells, tell: Tell): string {
  if (!slug) return '';
  const kept = slugify(slug, '').slice(0, SLUG_MAX_LENGTH).replace(/-+$/, '');
  if (kept !== slug) tell('guessed', 'slug', kept ? `is ${kept} here: add a redirect from the old address` : 'is made of the title here');
  return kept;
}

function readPage(cells: Cells, isWordPress: boolean, tell: Tell): PageInput {
  if (cells.type && !/^page$/i.test(cells.type))
    throw createCellError('type', `is "${toLine(cells.type).slice(0, 40)}": only pages are imported`);
  const title = shorten(toLine(cells.title ?? ''), PAGE_TITLE_MAX_LENGTH, 'title', tell);
  if (!title) throw createCellError('title', 'is required');
  const position = Number(cells.footer_position ?? 0);
  const text = shorten(readText(cells, isWordPress, tell), PAGE_TEXT_MAX_LENGTH, 'text', tell);
  return {
    title,
    slug: readSlug(cells, tell),
    text,
    status: readStatus(cells, text, tell),
    inFooter: readYes(cells.in_footer) === true,
    footerPosition: Number.isInteger(position) && position >= 0 && position <= FOOTER_POSITION_MAX ? position : 0,
    description: shorten(toLine(htmlToText(cells.description ?? '', () => undefined)), PAGE_DESCRIPTION_MAX_LENGTH, 'description', tell),
  };
}

const isSame = (page: PageInput, other: PageInput) => (Object.keys(page) as (keyof PageInput)[]).every((key) => page[key] === other[key]);

const KIND: RowKind<PageInput> = {
  unique: ['slug'],
  nameOf: ({ title = '', slug = '' }) => title || slug,
  plan: async ({ db, import: { format } }, rows) => {
    const slugs = rows.flatMap(({ cells }) => (cells.slug ? slugify(cells.slug, '') : []));
    const found = new Map((await listPagesBySlug(db, slugs)).map((it) => [it.slug, it]));
    return planEach(rows, KIND.nameOf, (row) => {
      const notices: RowNotice[] = [];
      const what = readPage(row.cells, format === 'woocommerce', (kind, column, reason) => notices.push({ kind, column, reason }));
      const name = what.title;
      const current = found.get(what.slug);
      if (current) {
        const told: RowNotice[] = [
          { kind: 'dropped', column: 'slug', reason: `has a page here already, /pages/${what.slug}: it stays as it is` },
        ];
        return { row, name, what, outcome: 'unchanged', values: {}, notices: isSame(what, current) ? [] : told };
      }
      const values = { slug: what.slug, status: what.status, text: what.text };
      return { row, name, what, outcome: 'created', values, notices };
    });
  },
  write: async ({ db, now }, planned) => {
    for (const { what } of planned) await addPage({ db, now }, what);
  },
};

export const PAGE_KIND = createKindWork(KIND);
