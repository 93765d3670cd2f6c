/** While developing: pages come from Vite as they are written, and the browser follows each change. */
import type { FastifyInstance } from 'fastify';
import type { WebBuild } from './ssr.ts';

/** Whatever no route of the shop answers, Vite sees before the pages do. */
export async function startViteDev(app: FastifyInstance, root: string): Promise<WebBuild> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } });
  app.addHook('onRequest', (request, reply, done) => {
    // What Vite answers itself never comes back here.
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  app.addHook('onClose', () => vite.close());
  return {
    clientDir: null,
    load: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as Awaited<ReturnType<WebBuild['load']>>,
  };
}
