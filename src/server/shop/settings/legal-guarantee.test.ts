/** The notice of the legal guarantee: the merchant's files, and what links to them. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { uploadFieldFile } from '../../../contract/custom-fields.ts';
import {
  type LegalGuarantee,
  readGuaranteeSettings,
  readLegalGuarantee,
  updateGuaranteeSettings,
} from '../../../contract/legal-guarantee.ts';
import { readSettings } from '../../../contract/settings.ts';
import { GUARANTEE_SLUG } from '../../../contract/shop-pages.ts';
import { DAY } from '../../../contract/values.ts';
import { cleanUpFiles } from '../fields/field-file.service.ts';

const shop = await openShop();
const imageBytes = await makeImage();

test('[GUARANTEE-1] switched on, the notice is public in its languages and linked to; switched off, nothing says anything of it', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const upload = (name: string) =>
    shop.call(uploadFieldFile, { token, query: { name }, headers: { 'content-type': 'application/octet-stream' }, body: imageBytes });
  const links = async () => (await shop.call(readSettings, {})).body.settings.footerPages.map(({ slug }) => slug);
  const save = (guarantee: LegalGuarantee, version?: number) =>
    shop.call(updateGuaranteeSettings, { token, body: { ...guarantee, ...(version !== undefined && { version }) } });
  expect([await links(), (await shop.call(readLegalGuarantee, {})).status]).toEqual([[], 404]);
  const { file } = (await upload('Notice de.png')).body;
  const files = [{ language: 'de', url: file.url }];
  const { version } = (await shop.call(readGuaranteeSettings, { token })).body;
  expect((await save({ isOn: true, files }, version)).body).toMatchObject({ guarantee: { isOn: true, files } });
  expect(await save({ isOn: false, files }, version)).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect([await links(), (await shop.call(readLegalGuarantee, {})).body.files]).toEqual([[GUARANTEE_SLUG], files]);
  expect((await shop.app.inject({ url: file.url })).rawPayload.equals(imageBytes)).toBe(true);
  for (const [wrong, path] of [
    [[...files, ...files], 'files.1.language'],
    [[{ language: 'german', url: file.url }], 'files.0.language'],
    [[{ language: 'de', url: `/files/${randomUUID()}/x.png` }], 'files.0.url'],
    [[{ language: 'de', url: 'https://elsewhere.example/notice.png' }], 'files.0.url'],
  ] as const)
    expect(await save({ isOn: true, files: [...wrong] }), path).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  // What the notice names stays, however long ago it was uploaded.
  const later = (days: number) => new Date(shop.deps.now().getTime() + days * DAY);
  for (const days of [0, 9, 18]) await cleanUpFiles(shop.deps, later(days));
  expect((await shop.app.inject({ url: file.url })).statusCode).toBe(200);
  await save({ isOn: false, files: [] });
  expect([await links(), (await shop.call(readLegalGuarantee, {})).status]).toEqual([[], 404]);
  for (const days of [19, 28]) await cleanUpFiles(shop.deps, later(days));
  expect((await shop.app.inject({ url: file.url })).statusCode).toBe(404);
});
