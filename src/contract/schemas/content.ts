import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { Version } from './common.ts';

export const ContentPageName = Type.Union([Type.Literal('about'), Type.Literal('contact'), Type.Literal('policy')]);
export type ContentPageName = Type.Static<typeof ContentPageName>;

/** A page's words: paragraphs parted by an empty line; a line that begins with `## ` is a heading. */
const ContentPageInput = Type.Object({ text: Type.String({ maxLength: 20_000 }), version: Type.Optional(Version) });

export const readContentPage = {
  summary: 'The words of the about, contact or policy page.',
  params: Type.Object({ name: ContentPageName }),
  reply: Type.Object({ success: Type.Boolean(), name: ContentPageName, text: Type.String(), version: Version }),
} satisfies EndpointSchemas;

export const updateContentPage = {
  summary: 'Change the words of a page. An old `version`: 409 with what is there now.',
  params: Type.Object({ name: ContentPageName }),
  body: ContentPageInput,
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), name: ContentPageName, text: Type.String(), version: Version }),
} satisfies EndpointSchemas;
