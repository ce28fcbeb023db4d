import { expect, test } from 'vitest';
import { routes } from '#server/domain/modules.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { exampleOf } from '#shared/lib/json-schema.ts';
import { type ApiDocument, indexOf, kindOf, snippets } from './document.ts';

const endpoints = routes.map(({ endpoint }) => endpoint);
const document = openApiDocument(endpoints, {
	productName: 'Foyer',
	appUrl: 'https://foyer.test',
}) as unknown as ApiDocument;

test('every call of the product stands in the index once', () => {
	const ids = indexOf(document).flatMap(({ calls }) => calls.map(({ id }) => id));
	expect([...ids].sort()).toEqual(endpoints.map(({ id }) => id).sort());
});

test('every body has an example that names its required fields', () => {
	let seen = 0;
	for (const methods of Object.values(document.paths)) {
		for (const operation of Object.values(methods)) {
			const schema = operation.requestBody?.content?.['application/json']?.schema;
			if (!schema) continue;
			seen += 1;
			const example = exampleOf(document, schema) as Record<string, unknown>;
			for (const name of schema.required ?? [])
				expect([operation.operationId, Object.keys(example)]).toEqual([
					operation.operationId,
					expect.arrayContaining([name]),
				]);
		}
	}
	expect(seen).toBeGreaterThan(20);
});

test('kinds and snippets', () => {
	expect(kindOf(document, { anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string or null');
	const [curl] = snippets({ method: 'POST', url: 'https://x.test/a', token: '', body: `{"a":"it's"}` });
	expect(curl?.code).toContain(`'{"a":"it'\\''s"}'`);
});
