/** A real SMTP server for tests: it listens on a free port and stores what it receives. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export interface ReceivedEmail {
  from: string;
  to: string[];
  /** Names in lower case; folded lines are joined. */
  headers: Map<string, string>;
  /** Decoded, by content type. */
  parts: Map<string, string>;
  raw: string;
}

export interface MailServer {
  url: string;
  received: ReceivedEmail[];
  /** How many connections were opened. */
  connections: () => number;
  /** Called with each recipient: reject to refuse it, with a `responseCode`. */
  beforeRecipient: (address: string) => Promise<void>;
  /** Called with each email before it is accepted: reject to refuse it, wait to be slow. */
  beforeAccept: (raw: string) => Promise<void>;
  close: () => Promise<void>;
}

function readHeaders(headerText: string): Map<string, string> {
  const lines = headerText.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const binary = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(binary, 'latin1').toString();
}

function splitHeadersAndBody(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  return { headers: readHeaders(raw.slice(0, end)), body: raw.slice(end + 4) };
}

export function parseEmail(raw: string): Pick<ReceivedEmail, 'headers' | 'parts' | 'raw'> {
  const { headers, body } = splitHeadersAndBody(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const sections = boundary ? body.split(`--${boundary}`).slice(1, -1) : [];
  const parts = sections.map((section) => {
    const part = splitHeadersAndBody(section.replace(/^\r\n/, ''));
    const type = part.headers.get('content-type')?.split(';')[0] ?? '';
    return [type, decode(part.body, part.headers.get('content-transfer-encoding'))] as const;
  });
  return { headers, parts: new Map(parts), raw };
}

function readEnvelope({ envelope }: SMTPServerSession): Pick<ReceivedEmail, 'from' | 'to'> {
  return { from: envelope.mailFrom ? envelope.mailFrom.address : '', to: envelope.rcptTo.map(({ address }) => address) };
}

/** `login`: required to send; absent: no authentication. */
export async function startMailServer(login?: { user: string; password: string }): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: !login,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === login?.user && password === login?.password;
      done(isKnown ? null : new Error('Authentication failed'), { user: username });
    },
    onRcptTo: ({ address }, _session, done) => {
      mailServer.beforeRecipient(address).then(() => done(), done);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        mailServer.beforeAccept(raw).then(
          () => {
            received.push({ ...readEnvelope(session), ...parseEmail(raw) });
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  // Tests close connections on purpose.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  const mailServer: MailServer = {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    received,
    connections: () => connections,
    beforeRecipient: async () => undefined,
    beforeAccept: async () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}
