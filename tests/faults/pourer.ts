/**
 * Uploads 50 MB from a process of its own, so that the memory a test measures is the server's alone.
 * Goes on to the last byte though it is refused on the way, which Node's own HTTP client doesn't; then tells what was answered.
 * Before the last piece it says 'poured' and waits for an answer: what the server holds can be measured in peace.
 */
import { randomBytes } from 'node:crypto';
import net from 'node:net';

const [port = '', path = '', token = '', tellsLength = ''] = process.argv.slice(2);
const HEAD = '--edge\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
const END = '\r\n--edge--\r\n';
const PIECE = randomBytes(64 * 1024);
const PIECES = 800;

const length = HEAD.length + PIECES * PIECE.length + END.length;
const framing = tellsLength ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked';
let answer = '';
let sent = 0;

function frame(bytes: string | Buffer): Buffer {
  const plain = Buffer.from(bytes);
  return tellsLength ? plain : Buffer.concat([Buffer.from(`${plain.length.toString(16)}\r\n`), plain, Buffer.from('\r\n')]);
}

const piece = frame(PIECE);
const socket = net.connect(Number(port), '127.0.0.1', () => {
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=edge\r\n${framing}\r\n\r\n`,
  );
  socket.write(frame(HEAD));
  sendRest();
});
socket.on('data', (data) => {
  answer += data;
});
socket.on('error', (error) => tell(error.message));

/** At the pace at which the server takes it. */
function sendRest(): void {
  while (sent < PIECES) {
    sent += 1;
    if (sent === PIECES) {
      process.once('message', sendLast);
      process.send?.('poured');
      return;
    }
    if (!socket.write(piece)) {
      socket.once('drain', sendRest);
      return;
    }
  }
}

function sendLast(): void {
  socket.write(piece);
  socket.write(frame(END));
  if (!tellsLength) socket.write('0\r\n\r\n');
  // The same connection must then serve another call, which also proves that all of the upload was taken.
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  socket.once('end', () => tell(null));
}

function tell(error: string | null): void {
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((it) => Number(it[1]));
  process.send?.({ statuses, text: answer, sent, error }, () => process.exit());
}
