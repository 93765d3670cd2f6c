/** Writes `.env.example` and `docs/settings.md` from the list of settings (src/server/platform/settings/environment-variables.ts): `npm run settings`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Setting } from '../src/server/platform/settings/environment-variables.ts';
import { SECRET_SETTINGS, SETTING_LIST } from '../src/server/platform/settings/read-settings.ts';
import { wrapText } from './wrap-text.ts';

const toComment = (text: string) => wrapText(text, { prefix: '# ', width: 120 });

function listSections(): [title: string, settings: [name: string, setting: Setting][]][] {
  return [...Map.groupBy(SETTING_LIST, ([, { section }]) => section)].map(([title, settings]) => [
    title,
    settings.map(([name, setting]) => [name, setting]),
  ]);
}

const toExample = ([name, { comment, check, example }]: [string, Setting]) =>
  `${toComment(check.allows ? `${comment} (${check.allows})` : comment)}\n#${name}=${example}\n`;

function writeExample(): string {
  const secrets = `Secrets can be read from files instead: DATABASE_URL_FILE=/run/secrets/database_url, for each of ${SECRET_SETTINGS.join(', ')}.`;
  const sections = listSections().map(([title, settings]) => `# ---- ${title} ----\n\n${settings.map(toExample).join('\n')}`);
  return `# All settings, with their defaults or an example. Copy this file to .env and change what you need.
# Written by \`npm run settings\`; docs/settings.md says the same.

${toComment(secrets)}

${sections.join('\n')}`;
}

/** Markdown would take `<…>` for an element, and show names and paths best as code. */
const toMarkdown = (text: string) =>
  text.replace(/`[^`]+`|\b[A-Z]+_[A-Z_]+\b(\/\w+)?|<[^>]+>/g, (it) => (it.startsWith('`') ? it : `\`${it}\``));

function toEntry([name, { comment, check, default: byDefault, example, isSecret }]: [string, Setting]): string {
  const facts = [
    byDefault === null ? example && !check.allows.includes(example) && `for example \`${example}\`` : `default \`${byDefault}\``,
    check.allows && toMarkdown(check.allows),
    isSecret && `also by \`${name}_FILE\``,
  ];
  // Two spaces at its end break the line.
  return `${wrapText(`**\`${name}\`** ${facts.filter(Boolean).join('; ')}`)}  \n${wrapText(toMarkdown(comment))}\n`;
}

function writePage(): string {
  const sections = listSections().map(([title, settings]) => `## ${title}\n\n${settings.map(toEntry).join('\n')}`);
  return `# Settings

Written by \`npm run settings\`. The shop reads its settings from the environment; a file \`.env\` in its working directory adds those that aren't set there. An
empty setting counts as not set. Invalid ones end the start with \`Invalid configuration:\` and a line for each.

A secret can be read from a file, as Docker, Kubernetes and systemd provide it: \`DATABASE_URL_FILE=/run/secrets/database_url\`. A line break at the file's end is
ignored. A secret that is set both ways or has a second line (passwords and passphrases may), and a file that is empty or can't be read, end the start; the
message names the setting, not its value or file.

${sections.join('\n')}`;
}

const root = path.resolve(import.meta.dirname, '..');

export const DOCUMENTS = [
  { file: path.join(root, '.env.example'), write: writeExample },
  { file: path.join(root, 'docs/settings.md'), write: writePage },
];

if (import.meta.main) for (const { file, write } of DOCUMENTS) writeFileSync(file, write());
