/** A way to the database on which some lines can be made to hang: open, and nothing comes through. */
import { once } from 'node:events';
import net from 'node:net';

export interface HangingLine {
  /** The same database, by this way. */
  url: string;
  /** From now on nothing comes through on lines on which this word was said. */
  hang: (word: string) => void;
  /** All comes through again, with what was held back. */
  release: () => void;
  close: () => void;
}

export async function openHangingLine(url: string): Promise<HangingLine> {
  const way = new URL(url);
  const behindIt = { port: Number(way.port), host: way.hostname };
  const pairs = new Set<{ ends: [net.Socket, net.Socket]; said: string }>();
  let hung: string | null = null;
  const server = net.createServer((client) => {
    const pair = { ends: [client, net.connect(behindIt)] as [net.Socket, net.Socket], said: '' };
    const [, behind] = pair.ends;
    pairs.add(pair);
    client.on('data', (chunk) => {
      if (pair.said.length < 10_000) pair.said += chunk.toString('latin1');
    });
    for (const end of pair.ends) {
      end.on('error', () => undefined);
      end.on('close', () => {
        for (const other of pair.ends) other.destroy();
        pairs.delete(pair);
      });
    }
    client.pipe(behind).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  way.port = String((server.address() as net.AddressInfo).port);
  return {
    url: way.href,
    hang: (word) => {
      hung = word;
      for (const { ends, said } of pairs) if (said.includes(word)) for (const end of ends) end.unpipe().pause();
    },
    release: () => {
      if (hung === null) return;
      for (const { ends, said } of pairs) if (said.includes(hung)) ends[0].pipe(ends[1]).pipe(ends[0]);
      hung = null;
    },
    close: () => {
      server.close();
      for (const { ends } of pairs) for (const end of ends) end.destroy();
    },
  };
}
