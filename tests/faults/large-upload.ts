/**
 * Uploads 50 MB from a process of its own, so that a test measures the server's memory alone. Unlike Node's HTTP client it sends
 * every byte although the server has responded with an error; then it reports the responses. Before the last chunk it sends
 * 'paused' to the test and waits for a message, so that the test can measure meanwhile.
 */
import { randomBytes } from 'node:crypto';
import net from 'node:net';

const [port = '', path = '', token = '', sendsContentLength = ''] = process.argv.slice(2);
const PREAMBLE = '--edge\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
const EPILOGUE = '\r\n--edge--\r\n';
const CHUNK = randomBytes(64 * 1024);
const CHUNK_COUNT = 800;

const contentLength = PREAMBLE.length + CHUNK_COUNT * CHUNK.length + EPILOGUE.length;
const framing = sendsContentLength ? `Content-Length: ${contentLength}` : 'Transfer-Encoding: chunked';
let response = '';
let sentChunks = 0;

function encodeChunk(bytes: string | Buffer): Buffer {
  const buffer = Buffer.from(bytes);
  return sendsContentLength ? buffer : Buffer.concat([Buffer.from(`${buffer.length.toString(16)}\r\n`), buffer, Buffer.from('\r\n')]);
}

const encodedChunk = encodeChunk(CHUNK);
const socket = net.connect(Number(port), '127.0.0.1', () => {
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=edge\r\n${framing}\r\n\r\n`,
  );
  socket.write(encodeChunk(PREAMBLE));
  sendRemainingChunks();
});
socket.on('data', (data) => {
  response += data;
});
socket.on('error', (error) => reportResult(error.message));

/** With backpressure: as fast as the server reads. */
function sendRemainingChunks(): void {
  while (sentChunks < CHUNK_COUNT) {
    sentChunks += 1;
    if (sentChunks === CHUNK_COUNT) {
      process.once('message', sendLastChunk);
      process.send?.('paused');
      return;
    }
    if (!socket.write(encodedChunk)) {
      socket.once('drain', sendRemainingChunks);
      return;
    }
  }
}

function sendLastChunk(): void {
  socket.write(encodedChunk);
  socket.write(encodeChunk(EPILOGUE));
  if (!sendsContentLength) socket.write('0\r\n\r\n');
  // A second request on the same connection: its response proves that the server has read the whole upload.
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  socket.once('end', () => reportResult(null));
}

function reportResult(error: string | null): void {
  const statuses = [...response.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((it) => Number(it[1]));
  process.send?.({ statuses, text: response, sent: sentChunks, error }, () => process.exit());
}
