/** The text pages that a merchant writes: about, contact and policy. */
import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';

export const ContentPageName = Type.Union([Type.Literal('about'), Type.Literal('contact'), Type.Literal('policy')]);
export type ContentPageName = Type.Static<typeof ContentPageName>;

/** A page's words: paragraphs parted by an empty line; a line that begins with `## ` is a heading. */
const ContentPageInput = Type.Object({ text: Type.String({ maxLength: 20_000 }) });

export const readContentPage = endpoint({
  method: 'GET',
  path: '/api/v1/shop/texts/{name}',
  access: 'public',
  summary: 'The words of the about, contact or policy page.',
  params: Type.Object({ name: ContentPageName }),
  reply: Type.Object({ success: Type.Boolean(), name: ContentPageName, text: Type.String() }),
});

export const updateContentPage = endpoint({
  method: 'PUT',
  path: '/api/v1/shop/texts/{name}',
  access: 'admin',
  summary: 'Change the words of a page.',
  params: Type.Object({ name: ContentPageName }),
  body: ContentPageInput,
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), name: ContentPageName, text: Type.String() }),
});
