// usage: node shot.mts <who> <name=path>... 
import { launchChromium } from '/tmp/rooms/admin/tests/browser/chromium.ts';
const origin = 'http://localhost:3103';
const [,, who, looks, ...pages] = process.argv;
const login = async (email: string, password: string) => (await fetch(origin + '/api/v1/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) })).json();
const { user, token } = who === 'admin' ? await login('admin@example.com', 'admin-password-1') : who === 'shopper' ? await login('shopper@example.com', 'demo-shopper-1') : await login(who, 'correct horse 1');
const browser = await launchChromium();
for (const look of looks.split(',')) {
  const [w, scheme] = look.split('-');
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', viewport: { width: Number(w), height: Number(w) > 800 ? 1000 : 844 }, colorScheme: scheme as 'light' | 'dark', storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'auth', value: JSON.stringify({ user, token }) }] }] } });
  const page = await context.newPage();
  page.on('console', (m) => { if (m.type() === 'error') console.log(m.text().slice(0, 300)); });
  page.on('pageerror', (e) => console.log('ERR', e.message.slice(0, 300)));
  for (const one of pages) {
    const [name, path] = [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)];
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    await page.waitForFunction(() => !document.querySelector('main [role=status] .animate-spin'));
    await page.waitForTimeout(300);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) console.log(name, look, 'sideways', over);
    await page.screenshot({ path: `/tmp/admin-shots/${name}-${look}.png`, fullPage: true });
  }
  await context.close();
}
await browser.close();
