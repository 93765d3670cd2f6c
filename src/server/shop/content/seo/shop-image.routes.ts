/**
 * The shop's icons, and the picture of links to it. Their paths never change, so browsers ask each time and mostly hear that nothing has: the
 * response cache keeps them until a setting changes.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { IMAGE_WIDTHS } from '../../../../contract/limits.ts';
import type { Deps } from '../../../deps.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { imageFileName, parseImageUrl } from '../media/image-url.ts';
import { drawIcon, drawShareImage, drawTouchIcon, type ShopMark } from './draw-shop.ts';

async function readMark({ db, images }: Pick<Deps, 'db' | 'images'>): Promise<ShopMark> {
  const { name, accentColor, logo } = await readShopDetails(db);
  const imageId = logo && parseImageUrl(logo);
  return { name, accentColor, logo: imageId ? await images.read(imageFileName(imageId, Math.max(...IMAGE_WIDTHS))) : null };
}

const IMAGES: Record<string, { type: string; draw: (shop: ShopMark) => Promise<string | Buffer> }> = {
  '/favicon.svg': { type: 'image/svg+xml', draw: drawIcon },
  // Crawlers and readers of feeds ask for it without having read a page. It may be of any type.
  '/favicon.ico': { type: 'image/png', draw: drawTouchIcon },
  '/apple-touch-icon.png': { type: 'image/png', draw: drawTouchIcon },
  '/share.png': { type: 'image/png', draw: drawShareImage },
};

export function shopImageRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'images'>): void {
  for (const [path, { type, draw }] of Object.entries(IMAGES)) {
    app.get(path, { schema: { hide: true }, config: { cache: 'shared' } }, async (_request, reply): Promise<FastifyReply> => {
      const image = await draw(await readMark(deps));
      return reply.type(type).send(image);
    });
  }
}
