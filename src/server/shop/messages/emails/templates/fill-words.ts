/** The texts of an email: the merchant's or, for each empty part, the default, with the placeholders filled in. */
import type { EmailKind, EmailWords } from '../../../../../contract/email-settings.ts';
import { DEFAULT_WORDS } from './default-words.ts';
import { toLines, toSingleLine } from './email-block.ts';

/** The merchant's texts; kinds that are missing use the defaults. */
export type OwnWords = Partial<Record<EmailKind, EmailWords>>;

const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;

/** The placeholders in a text. */
export const listPlaceholders = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** A value is put on one line. Braces in a value aren't placeholders, because the text is filled in only once. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(PLACEHOLDER, (braces, name: string) => (Object.hasOwn(values, name) ? toSingleLine(values[name] ?? '') : braces));
}

export interface FilledWords {
  subject: string;
  /** Paragraphs. */
  opening: string[];
  closing: string[];
}

export function fillWords(kind: EmailKind, own: OwnWords | undefined, values: Record<string, string>): FilledWords {
  const defaults = DEFAULT_WORDS[kind];
  const words = own?.[kind];
  const toParagraphs = (text: string) => toLines(text).map((it) => fill(it, values));
  return {
    subject: toSingleLine(fill(words?.subject || defaults.subject, values)),
    opening: toParagraphs(words?.opening || defaults.opening),
    closing: toParagraphs(words?.closing || defaults.closing),
  };
}
