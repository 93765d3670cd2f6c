/** Multipart request bodies: valid ones as a browser sends them, and hand-written ones that no browser would send. */

export interface FormFile {
  bytes: Buffer;
  /** The declared file name. */
  name?: string;
  /** The declared content type. */
  type?: string;
  /** Name of the form field. */
  field?: string;
}

export interface MultipartPayload {
  body: Buffer;
  headers: { 'content-type': string };
}

/** For `shop.call(endpoint, { token, ...(await makeMultipartForm(fields, file)) })`. */
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

/** Each part is given raw: header lines, an empty line, content. */
export function makeRawMultipart(parts: (string | Buffer)[], terminator = '--edge--\r\n'): MultipartPayload {
  const chunks = parts.flatMap((part) => ['--edge\r\n', part, '\r\n']);
  return {
    body: Buffer.concat([...chunks, terminator].map((it) => (typeof it === 'string' ? Buffer.from(it) : it))),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}
