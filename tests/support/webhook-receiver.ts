/** Another program that receives events. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  type: string;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** How it responds to each; default: 204. */
  answer: (response: ServerResponse, webhook: ReceivedWebhook) => void;
  close: () => Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const body = Buffer.concat(chunks).toString();
    const webhook = { path: request.url ?? '', headers: request.headers, body, type: String(JSON.parse(body || '{}').type) };
    receiver.received.push(webhook);
    receiver.answer(response, webhook);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    close: async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
  return receiver;
}
