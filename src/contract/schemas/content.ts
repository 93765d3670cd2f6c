import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { PAGE_TEXT_MAX_LENGTH } from '../limits.ts';
import { Version } from './common.ts';
import { RichText } from './rich-text.ts';

export const ContentPageName = Type.Union([Type.Literal('about'), Type.Literal('contact'), Type.Literal('policy')]);
export type ContentPageName = Type.Static<typeof ContentPageName>;

const ContentPage = {
  name: ContentPageName,
  text: Type.String(),
  content: RichText,
  /** For search engines. */
  description: Type.String(),
  /** The text came with the program, and nobody has edited it. */
  isDraft: Type.Optional(Type.Boolean()),
  version: Version,
};

/** Markdown; HTML in it stays text. */
const ContentPageInput = Type.Object({ text: Type.String({ maxLength: PAGE_TEXT_MAX_LENGTH }), version: Type.Optional(Version) });

export const readContentPage = {
  summary: 'The words of the about, contact or policy page.',
  params: Type.Object({ name: ContentPageName }),
  reply: Type.Object({ success: Type.Boolean(), ...ContentPage }),
} satisfies EndpointSchemas;

export const updateContentPage = {
  summary: 'Change the words of a page. An old `version`: 409 with what is there now.',
  params: Type.Object({ name: ContentPageName }),
  body: ContentPageInput,
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), ...ContentPage }),
} satisfies EndpointSchemas;
