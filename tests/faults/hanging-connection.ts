/** A proxy in front of the database that can stall some connections: they stay open, but no data passes. */
import { once } from 'node:events';
import net from 'node:net';

export interface StallingProxy {
  /** The database's URL through the proxy. */
  url: string;
  /** Stalls the connections whose client has sent this text. */
  stall: (marker: string) => void;
  /** Resumes them, with the data held back. */
  release: () => void;
  close: () => void;
}

export async function startStallingProxy(url: string): Promise<StallingProxy> {
  const proxyUrl = new URL(url);
  const upstream = { port: Number(proxyUrl.port), host: proxyUrl.hostname };
  const connections = new Set<{ sockets: [net.Socket, net.Socket]; transcript: string }>();
  let stalledMarker: string | null = null;
  const server = net.createServer((client) => {
    const connection = { sockets: [client, net.connect(upstream)] as [net.Socket, net.Socket], transcript: '' };
    const [, upstreamSocket] = connection.sockets;
    connections.add(connection);
    client.on('data', (chunk) => {
      if (connection.transcript.length < 10_000) connection.transcript += chunk.toString('latin1');
    });
    for (const socket of connection.sockets) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        for (const peer of connection.sockets) peer.destroy();
        connections.delete(connection);
      });
    }
    client.pipe(upstreamSocket).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxyUrl.port = String((server.address() as net.AddressInfo).port);
  return {
    url: proxyUrl.href,
    stall: (marker) => {
      stalledMarker = marker;
      for (const { sockets, transcript } of connections)
        if (transcript.includes(marker)) for (const socket of sockets) socket.unpipe().pause();
    },
    release: () => {
      if (stalledMarker === null) return;
      for (const { sockets, transcript } of connections)
        if (transcript.includes(stalledMarker)) sockets[0].pipe(sockets[1]).pipe(sockets[0]);
      stalledMarker = null;
    },
    close: () => {
      server.close();
      for (const { sockets } of connections) for (const socket of sockets) socket.destroy();
    },
  };
}
