/** The words of an email: a merchant's own, or of each part that they left empty the default, with what stands in braces filled in. */
import type { EmailKind } from '../../../contract/email-kinds.ts';
import type { EmailWords } from '../../../contract/email-settings.ts';
import { DEFAULT_WORDS } from './default-words.ts';
import { toLines, toSingleLine } from './email-block.ts';

/** What a merchant has written; of the kinds that are missing the default is sent. */
export type OwnWords = Partial<Record<EmailKind, EmailWords>>;

const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;

/** The names that stand in braces in a text. */
export const listPlaceholders = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** A value stays on one line, and braces in it are no placeholder: it is filled in once. */
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
