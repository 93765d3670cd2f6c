/** Multipart forms as a browser sends them, and the raw pieces for those that no browser would send. */

export interface FormFile {
  bytes: Buffer;
  /** The name that the file claims to have. */
  name?: string;
  /** The type that it claims to be. */
  type?: string;
  /** The field it stands in. */
  field?: string;
}

export interface SentForm {
  body: Buffer;
  headers: { 'content-type': string };
}

/** For `shop.call(endpoint, { token, ...(await makeForm(fields, file)) })`. */
export async function makeForm(fields: Record<string, string | number>, file?: FormFile | Buffer): Promise<SentForm> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (file) {
    const { bytes, name = 'picture.jpg', type = 'image/jpeg', field = 'image' } = Buffer.isBuffer(file) ? { bytes: file } : file;
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const sent = new Response(form);
  return { body: Buffer.from(await sent.arrayBuffer()), headers: { 'content-type': sent.headers.get('content-type') ?? '' } };
}

/** A form of parts written by hand: each is its headers' lines, an empty line and its content. */
export function rawForm(parts: (string | Buffer)[], end = '--edge--\r\n'): SentForm {
  const pieces = parts.flatMap((part) => ['--edge\r\n', part, '\r\n']);
  return {
    body: Buffer.concat([...pieces, end].map((it) => (typeof it === 'string' ? Buffer.from(it) : it))),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}
