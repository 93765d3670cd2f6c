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

export interface MultipartPayload {
  body: Buffer;
  headers: { 'content-type': string };
}

/** For `shop.call(endpoint, { token, ...(await makeForm(fields, file)) })`. */
export async function makeMultipartForm(fields: Record<string, string | number>, file?: FormFile | Buffer): Promise<MultipartPayload> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (file) {
    const { bytes, name = 'picture.jpg', type = 'image/jpeg', field = 'image' } = Buffer.isBuffer(file) ? { bytes: file } : file;
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const response = new Response(form);
  return { body: Buffer.from(await response.arrayBuffer()), headers: { 'content-type': response.headers.get('content-type') ?? '' } };
}

/** A form of parts written by hand: each is its headers' lines, an empty line and its content. */
export function makeRawMultipart(parts: (string | Buffer)[], terminator = '--edge--\r\n'): MultipartPayload {
  const chunks = parts.flatMap((part) => ['--edge\r\n', part, '\r\n']);
  return {
    body: Buffer.concat([...chunks, terminator].map((it) => (typeof it === 'string' ? Buffer.from(it) : it))),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}
