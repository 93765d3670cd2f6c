/** The address of a database that fails over: a proxy in front of one server at a time. */
import { once } from 'node:events';
import net from 'node:net';

export interface FailoverProxy {
  port: number;
  /** Switches the address to another server and cuts the old connections. */
  switchTo: (port: number) => void;
  close: () => void;
}

export async function startFailoverProxy(port: number): Promise<FailoverProxy> {
  let upstreamPort = port;
  const sockets = new Set<net.Socket>();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = net.createServer((client) => {
    const upstream = net.connect(upstreamPort, '127.0.0.1');
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    switchTo: (next) => {
      upstreamPort = next;
      cutAll();
    },
    close: () => {
      server.close();
      cutAll();
    },
  };
}
