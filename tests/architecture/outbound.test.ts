import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Who opens connections over HTTP, each with where to. What users type goes through `outbound.ts` alone. */
const callers: Record<string, string> = {
	'server/platform/outbound.ts': 'addresses of users, checked',
	'server/platform/sentry.ts': "the operator's error service",
	'server/cli/doctor/services.ts': 'the product itself',
	'server/http/client-runtime.ts':
		'nothing: the text of the generated client, which runs in programs of others',
};
const opens =
	/(?<![.\w])fetch\(\s*(?!input\b)[`'"\w]|import \{[^}]*\brequest\b[^}]*\} from 'node:https?'|from 'undici'/;

test('only the outbound client calls addresses that users typed', () => {
	const found = globSync('server/**/*.ts', { cwd: root }).filter(
		(file) => !/\.test\.ts$/.test(file) && opens.test(readFileSync(join(root, file), 'utf8')),
	);
	// `async fetch(input …)` of the test gateway is a declaration.
	expect(found.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual(Object.keys(callers).toSorted());
	expect(opens.test('const answer = await fetch(url);')).toBe(true);
	expect(opens.test('await pages.fetch(request)')).toBe(false);
});
