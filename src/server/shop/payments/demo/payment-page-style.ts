/** The style of the hosted payment page. Its SHA-256 is in the page's Content-Security-Policy, so that nothing else can style it. */
import { createHash } from 'node:crypto';

const BASE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f3ee; --raised: #ffffff; --line: #dedad0; --rule: #e7e4db; --ink: #191713; --soft: #625d53;
  --accent: #4b3fd6; --accent-hover: #3d32bd; --on-accent: #ffffff; --ring: #4b3fd640;
  --bad: #b3261e; --bad-ground: #fdf0ee; --note: #8a4b06; --note-ground: #fdf3e4; --tile: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131210; --raised: #1c1b18; --line: #3a3832; --rule: #2e2c28; --ink: #f3f0ea; --soft: #a8a297;
    --accent: #a59cff; --accent-hover: #b9b2ff; --on-accent: #16132e; --ring: #a59cff4d;
    --bad: #ff9d94; --bad-ground: #33201e; --note: #f0b36a; --note-ground: #2e2519; --tile: #f3f0ea;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; background: var(--ground); color: var(--ink);
  font: 15px/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  -webkit-font-smoothing: antialiased; text-rendering: optimizeLegibility; font-variant-numeric: tabular-nums;
}
h1, h2, p, ul, ol, dl, dd, form { margin: 0; padding: 0; }
ul, ol { list-style: none; }
svg { display: block; flex: none; }
a, .link { color: inherit; text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 6px; }

.checkout { display: grid; min-height: 100dvh; }
.summary, .payment { padding: 24px 20px 32px; }
.inner { width: 100%; max-width: 420px; margin: 0 auto; }
.payment { background: var(--raised); border-top: 1px solid var(--rule); }

.top { display: flex; align-items: center; justify-content: space-between; gap: 12px; min-height: 32px; margin-bottom: 28px; }
.link { border: 0; background: none; padding: 4px 0; font: inherit; color: var(--soft); cursor: pointer; text-align: left; }
.link:hover { color: var(--ink); text-decoration: underline; }
.badge {
  padding: 3px 8px; border-radius: 6px; background: var(--note-ground); color: var(--note);
  font-size: 11px; font-weight: 650; letter-spacing: .06em; white-space: nowrap;
}
.payee, .amount { display: block; }
.payee { color: var(--soft); font-size: 17px; font-weight: 500; letter-spacing: -.01em; }
.amount { margin: 2px 0 28px; font-size: 40px; line-height: 1.15; font-weight: 640; letter-spacing: -.035em; }
.lines[tabindex] { max-height: 264px; overflow-y: auto; overscroll-behavior: contain; }
.line { display: grid; grid-template-columns: 52px 1fr auto; gap: 0 14px; align-items: center; padding: 8px 0; }
.line img { width: 52px; height: 52px; border-radius: 10px; object-fit: cover; background: var(--tile); font-size: 0; }
.line .name { font-weight: 550; overflow-wrap: anywhere; }
.line .each { color: var(--soft); font-size: 13px; }
.line .sum { font-weight: 550; align-self: start; padding-top: 4px; }
.charge { display: flex; justify-content: space-between; gap: 16px; margin-top: 12px; color: var(--soft); }
.total { display: flex; justify-content: space-between; gap: 16px; margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--line); font-weight: 640; }

h2 { margin-bottom: 20px; font-size: 20px; line-height: 1.3; font-weight: 640; letter-spacing: -.025em; }
.tests { margin-bottom: 24px; padding: 14px 16px; border-radius: 12px; background: var(--note-ground); font-size: 13px; }
.tests p { margin-bottom: 8px; }
.tests strong { color: var(--note); font-weight: 650; }
.tests li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; padding: 2px 0; }
.tests code { font: inherit; font-weight: 600; letter-spacing: .02em; user-select: all; }
.tests li span { color: var(--soft); }

.alert { display: flex; gap: 10px; margin-bottom: 20px; padding: 12px 14px; border-radius: 10px; background: var(--bad-ground); color: var(--bad); font-weight: 550; }
.alert svg { margin-top: 3px; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 16px 12px; }
.wide { grid-column: 1 / -1; }
.label { display: block; margin-bottom: 6px; font-size: 13px; font-weight: 550; color: var(--soft); }
.fixed { padding: 10px 0 14px; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
.fixed .label { margin-bottom: 0; }
input {
  width: 100%; height: 46px; padding: 0 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); color: var(--ink);
  font: inherit; font-size: 16px; box-shadow: 0 1px 2px #0000000a; transition: border-color .12s, box-shadow .12s;
}
input::placeholder { color: var(--soft); opacity: .75; }
input:hover { border-color: var(--soft); }
input:focus-visible { outline: 2px solid transparent; border-color: var(--accent); border-radius: 10px; box-shadow: 0 0 0 3px var(--ring); }
input[aria-invalid] { border-color: var(--bad); }
.error { margin-top: 6px; color: var(--bad); font-size: 13px; }
.pay {
  display: flex; align-items: center; justify-content: center; gap: 10px; width: 100%; height: 50px; margin-top: 24px; padding: 0 20px;
  border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent); font: inherit; font-size: 16px; font-weight: 600;
  cursor: pointer; text-decoration: none; transition: background .12s, transform .08s;
}
.pay:hover { background: var(--accent-hover); }
.pay:active { transform: translateY(1px); }
.pay:focus-visible { border-radius: 10px; }
.secure { margin-top: 14px; color: var(--soft); font-size: 13px; text-align: center; text-wrap: balance; }

.notice { display: grid; place-items: center; min-height: 100dvh; padding: 24px 20px; }
.notice .card { width: 100%; max-width: 420px; padding: 36px 32px 32px; border: 1px solid var(--rule); border-radius: 18px; background: var(--raised); text-align: center; }
.notice .badge { display: inline-block; margin-bottom: 20px; }
.notice h1 { font-size: 26px; line-height: 1.2; font-weight: 640; letter-spacing: -.035em; text-wrap: balance; }
.notice p { margin-top: 10px; color: var(--soft); text-wrap: balance; }

@media (min-width: 900px) {
  .checkout { grid-template-columns: 1fr 1fr; }
  .summary, .payment { padding: 72px 64px; }
  .summary .inner { margin: 0 0 0 auto; position: sticky; top: 72px; }
  .payment .inner { margin: 0 auto 0 0; }
  .payment { border-top: 0; border-left: 1px solid var(--rule); }
  .top { margin-bottom: 40px; }
  .lines[tabindex] { max-height: max(264px, calc(100dvh - 480px)); }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;

/**
 * With the shop's accent color, as `#rrggbb`; empty: the default one. It is made lighter or darker until text on it, and it on the ground,
 * can be read.
 */
export function buildStyle(accentColor: string): string {
  if (!accentColor) return BASE_STYLE;
  const accent = `light-dark(oklch(from ${accentColor} min(l, 0.5) c h), oklch(from ${accentColor} max(l, 0.76) c h))`;
  const mix = (share: string, other: string) => `color-mix(in oklab, var(--accent) ${share}, ${other})`;
  return `${BASE_STYLE}:root { --accent: ${accent}; --accent-hover: ${mix('85%', 'var(--ink)')}; --ring: ${mix('25%', 'transparent')}; }\n`;
}

/** No scripts or frames, only this style; forms may submit to this origin, and be redirected from it to `shopOrigin`. */
export function buildContentSecurityPolicy(style: string, shopOrigin: string | null): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    `form-action 'self'${shopOrigin ? ` ${shopOrigin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
