/** Reads what a store answers in XML. Such an answer is read by htmlparser2, which knows no entities but XML's own and loads nothing. */
import { Parser } from 'htmlparser2';
import { StorageError, toAppError } from './s3-errors.ts';

export interface ListedObject {
  key: string;
  modifiedAt: Date;
}

/** The elements with their text, in the order in which they end. One that the answer doesn't end itself isn't among them. */
function readElements(xml: string): { name: string; text: string }[] {
  const elements: { name: string; text: string }[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentag: () => {
        text = '';
      },
      ontext: (it) => {
        text += it;
      },
      onclosetag: (name, isImplied) => {
        if (!isImplied) elements.push({ name, text });
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return elements;
}

/** The text of the first element of this name; empty where there is none. */
export const readXmlText = (xml: string, name: string): string => readElements(xml).find((it) => it.name === name)?.text ?? '';

export function readListPage(xml: string): { objects: ListedObject[]; isLast: boolean } {
  const elements = readElements(xml);
  if (elements.at(-1)?.name !== 'ListBucketResult')
    throw toAppError(new StorageError('The store answered with something else than the list of its objects', { status: 200, reason: '' }));
  const objects: ListedObject[] = [];
  let object: ListedObject = { key: '', modifiedAt: new Date(0) };
  for (const { name, text } of elements) {
    if (name === 'Key') object.key = text;
    if (name === 'LastModified') object.modifiedAt = new Date(text);
    if (name !== 'Contents') continue;
    objects.push(object);
    object = { key: '', modifiedAt: new Date(0) };
  }
  return { objects, isLast: !elements.some(({ name, text }) => name === 'IsTruncated' && text === 'true') };
}
