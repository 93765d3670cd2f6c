import { expect, test } from 'vitest';
import { continueList, type Edit, insertLink, insertTable, toggleLines, toggleSign } from './edits.ts';

const words = { words: 'text', url: 'https://', column: 'Column' };

/** `⟦⟧` shows the selection, `|` a caret. */
function parse(marked: string) {
  const start = marked.search(/[⟦|]/);
  const text = marked.replace(/[⟦⟧|]/g, '');
  const end = marked.includes('⟧') ? marked.indexOf('⟧') - 1 : start;
  return { text, start, end };
}

function apply(marked: string, makeEdit: (it: ReturnType<typeof parse>) => Edit | null): string | null {
  const selected = parse(marked);
  const edit = makeEdit(selected);
  if (!edit) return null;
  const text = selected.text.slice(0, edit.from) + edit.insert + selected.text.slice(edit.to);
  const inner = text.slice(edit.start, edit.end);
  return text.slice(0, edit.start) + (inner ? `⟦${inner}⟧` : '|') + text.slice(edit.end);
}

test.each([
  ['a ⟦word⟧ b', '**', 'a **⟦word⟧** b'],
  ['a **⟦word⟧** b', '**', 'a ⟦word⟧ b'],
  ['a ⟦**word**⟧ b', '**', 'a ⟦word⟧ b'],
  ['a⟦ word ⟧b', '**', 'a **⟦word⟧** b'],
  ['a |', '*', 'a *⟦text⟧*'],
  ['**⟦word⟧**', '*', '***⟦word⟧***'],
  ['*⟦word⟧*', '*', '⟦word⟧'],
])('[DESC-6] bold and italic begin and end at the selected words: %s by %s', (before, sign, after) => {
  expect(apply(before, (it) => toggleSign(it, sign, words))).toBe(after);
});

test.each([
  ['one\ntw|o\nthree', 'heading', 'one\n## tw|o\nthree'],
  ['## tw|o', 'heading', 'tw|o'],
  ['⟦a\n\nb⟧', 'list', '⟦- a\n\n- b⟧'],
  ['⟦- a\n- b⟧', 'list', '⟦a\nb⟧'],
  ['⟦- a\n- b⟧', 'numbers', '⟦1. a\n2. b⟧'],
  ['a|', 'quote', '> a|'],
  ['|', 'list', '- |'],
] as const)('[DESC-6] lines become a heading, a list or a quotation and plain again: %s by %s', (before, kind, after) => {
  expect(apply(before, (it) => toggleLines(it, kind))).toBe(after);
});

test('[DESC-6] a link asks for what it lacks: its words or its URL', () => {
  expect(apply('see ⟦here⟧.', (it) => insertLink(it, words))).toBe('see [here](⟦https://⟧).');
  expect(apply('⟦https://a.example⟧', (it) => insertLink(it, words))).toBe('[⟦text⟧](https://a.example)');
  expect(apply('|', (it) => insertLink(it, words))).toBe('[⟦text⟧](https://)');
});

test('[DESC-6] a table is inserted below the line of the caret', () => {
  expect(apply('a|b', (it) => insertTable(it, words))).toBe('ab\n\n| ⟦Column 1⟧ | Column 2 |\n| --- | --- |\n|  |  |\n');
});

test('[DESC-6] Enter goes on with a list, and ends it on an empty item', () => {
  expect(apply('- a|', continueList)).toBe('- a\n- |');
  expect(apply('  9) a|', continueList)).toBe('  9) a\n  10) |');
  expect(apply('- a\n- |', continueList)).toBe('- a\n|');
  expect(apply('a|', continueList)).toBe(null);
});
