/** While developing: Vite serves the pages as they are written, and the browser follows each change. */
import type { FastifyInstance } from 'fastify';
import type { Pages } from './ssr.ts';

/** Vite sees every request that no route of the shop answers, before the pages do. */
export async function startViteDev(app: FastifyInstance, root: string): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } });
  app.addHook('onRequest', (request, reply, done) => {
    // Where Vite answers itself, `next` is never called.
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  app.addHook('onClose', () => vite.close());
  return {
    renderPage: async (url, fetcher) => {
      // Loaded for each request: Vite keeps what hasn't changed.
      const { renderPage } = (await vite.ssrLoadModule('/src/web/render-page.ts')) as Pick<Pages, 'renderPage'>;
      return renderPage(url, fetcher);
    },
    // Nothing is cached while developing.
    toPageUrl: (url) => url,
    assetsDir: null,
  };
}
