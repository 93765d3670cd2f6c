import * as Type from 'typebox';
import type { RichTextNode } from '../rich-text.ts';

/** Described as it is in `contract/rich-text.ts`: an element holds elements, to any depth. */
export const RichText = Type.Unsafe<RichTextNode[]>({
  type: 'array',
  description: 'Texts, and elements: {tag, children, href, src, alt, title, start, align}',
  items: {},
  examples: [['A text, and ', { tag: 'strong', children: ['an element'] }]],
});
