/** Writes `.env.example` and the table of settings in docs/operations.md from the schema; `--check` only compares. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type SettingDoc, settingDoc, settingNames } from '#server/platform/config-schema.ts';

const groups: SettingDoc['group'][] = [
	'Server',
	'Database',
	'Mail',
	'Payments',
	'Sign-in',
	'Content and name',
	'Limits',
];
const begin = '<!-- settings: written by scripts/env-example.ts -->';
const end = '<!-- /settings -->';

function namesOf(group: SettingDoc['group']) {
	return settingNames.filter((name) => settingDoc(name).group === group);
}

/** The text of `.env.example`: every setting, commented out, so that a copy of the file changes nothing. */
export function envExample(): string {
	const sections = groups.map((group) => {
		const settings = namesOf(group).map((name) => {
			const { doc, example, fallback, isSecret } = settingDoc(name);
			const value = /[\s<>#]/.test(example) ? `"${example}"` : example;
			const fromFile = isSecret ? ` ${name}_FILE may name a file that holds it.` : '';
			return `# ${doc}${fromFile}\n# When not set: ${fallback}.\n#${name}=${value}\n`;
		});
		return `# --- ${group} ---\n\n${settings.join('\n')}`;
	});
	return `# Settings of Foyer. Copy to .env and take the # away from what you change; variables of the environment win.\n# Written by scripts/env-example.ts from server/platform/config-schema.ts.\n\n${sections.join('\n')}`;
}

/** The same as a table for the documentation. */
export function settingsTable(): string {
	const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
	const rows = groups.flatMap(namesOf).map((name) => {
		const { doc, example, fallback } = settingDoc(name);
		return `| \`${name}\` | ${cell(doc)} | \`${example}\` | ${cell(fallback)} |`;
	});
	return ['| Setting | What it does | Example | When not set |', '|---|---|---|---|', ...rows].join('\n');
}

/** The document with its table of settings replaced. */
export function withSettingsTable(document: string): string {
	const [head, rest] = document.split(begin);
	const tail = rest?.split(end)[1];
	if (head === undefined || tail === undefined) return document;
	return `${head}${begin}\n${settingsTable()}\n${end}${tail}`;
}

/** Every file made from the schema with the text that it should have. */
export function settingsFiles(): { path: string; text: string }[] {
	const files = [{ path: '.env.example', text: envExample() }];
	for (const path of ['docs/operations.md', 'README.md']) {
		if (existsSync(path)) files.push({ path, text: withSettingsTable(readFileSync(path, 'utf8')) });
	}
	return files;
}

if (import.meta.main) for (const { path, text } of settingsFiles()) writeFileSync(path, text);
