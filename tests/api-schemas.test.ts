import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { routes } from '#server/domain/modules.ts';
import { apiFiles } from '#server/http/api-files.ts';
import { exampleOf, resolve, type Schema } from '#shared/lib/json-schema.ts';
import { z } from '#shared/lib/z.ts';

/*
 * The API document as validators of others read it: they know nothing of the schemas it is made from, and of its patterns only what is
 * common to all languages.
 */
const document = JSON.parse(
	apiFiles['/api/openapi.json']?.write({ productName: 'Foyer', appUrl: 'https://foyer.test' }) ?? '{}',
);
const ajv = (unicodeRegExp: boolean) => {
	const validator = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp });
	validator.addSchema({ $id: 'api', ...document });
	return validator;
};
const validators = [ajv(false), ajv(true)];

interface Found {
	at: string;
	schema: Schema;
}
const schemas: Found[] = [];
(function walk(value: unknown, at: string): void {
	if (typeof value !== 'object' || value === null) return;
	schemas.push({ at, schema: value as Schema });
	for (const [name, part] of Object.entries(value)) {
		// Values, not schemas.
		if (!['default', 'examples', 'enum', 'const', 'data'].includes(name))
			walk(part, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
	}
})(document, '');

/** What a validator says against a value of the schema at a place of the document. */
const faultsOf = (at: string, value: unknown) =>
	validators.flatMap((validator) => {
		const validate = validator.compile({ $ref: `api#${encodeURI(at)}` });
		return validate(value)
			? []
			: (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
	});

const bodies = routes.flatMap(({ endpoint }) => {
	const { path, method, body } = endpoint;
	const at = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
	const operation = document.paths[path][method.toLowerCase()];
	return body
		? [
				{
					id: endpoint.id,
					body,
					at,
					schema: operation.requestBody.content['application/json'].schema as Schema,
				},
			]
		: [];
});

test('patterns say what every validator reads: no flags, no properties of Unicode, nothing ahead or behind', () => {
	const patterns = new Set(
		schemas.flatMap(({ schema }) => (typeof schema.pattern === 'string' ? [schema.pattern] : [])),
	);
	expect(patterns.size).toBeGreaterThan(25);
	const unreadable = [...patterns].filter((pattern) => {
		for (const flags of ['', 'u']) {
			try {
				new RegExp(pattern, flags);
			} catch {
				return true;
			}
		}
		return /\\[pPuk]|\\[1-9]|\(\?(?!:)/.test(pattern);
	});
	expect(unreadable).toEqual([]);
	const flagged = new Set<string>();
	for (const { endpoint } of routes)
		for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
			if (!schema) continue;
			z.toJSONSchema(schema, {
				io: 'input',
				unrepresentable: 'any',
				override({ zodSchema, jsonSchema }) {
					const of = (zodSchema as { _zod: { bag?: { patterns?: Set<RegExp> } } })._zod.bag?.patterns ?? [];
					for (const { source, flags } of of)
						if (flags !== '' && JSON.stringify(jsonSchema).includes(JSON.stringify(source)))
							flagged.add(`${endpoint.id} /${source}/${flags}`);
				},
			});
		}
	expect([...flagged]).toEqual([]);
});

test('each example of the document is one of its schema', () => {
	const faults = schemas.flatMap(({ at, schema }) =>
		(Array.isArray(schema.examples) ? schema.examples : []).flatMap((example) =>
			faultsOf(at, example).map((fault) => `${at} ${fault}`),
		),
	);
	expect([...new Set(faults)]).toEqual([]);
	const defaults = schemas.flatMap(({ at, schema }) =>
		schema.default === undefined || typeof schema.type !== 'string'
			? []
			: faultsOf(at, schema.default).map((fault) => `${at} ${fault}`),
	);
	expect(defaults).toEqual([]);
});

test('a body with all its fields, as the collection and the documentation have it, is accepted', () => {
	const faults = bodies.flatMap(({ id, at, schema }) =>
		faultsOf(at, exampleOf(document, schema)).map((fault) => `${id} ${fault}`),
	);
	expect([...new Set(faults)]).toEqual([]);
});

/** Each way in which a required field of a value can be left out. */
function* withoutRequired(
	schema: Schema | undefined,
	value: unknown,
): Generator<[field: string, without: unknown]> {
	const own = resolve(document, schema);
	if (!own) return;
	if (Array.isArray(value)) {
		for (const [at, item] of value.entries())
			for (const [field, without] of withoutRequired(own.items, item))
				yield [`${at}.${field}`, value.with(at, without)];
		return;
	}
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		const { [name]: _, ...rest } = value as Record<string, unknown>;
		if (own.required?.includes(name)) yield [name, rest];
		for (const [field, without] of withoutRequired(own.properties?.[name], inner))
			yield [`${name}.${field}`, { ...value, [name]: without }];
	}
}

test('what a body may leave out, and nothing else, is optional', () => {
	expect(bodies.length).toBeGreaterThan(100);
	const faults = bodies.flatMap(({ id, at, body, schema }) => {
		const minimal = exampleOf(document, schema, { isMinimal: true });
		const others = faultsOf(at, minimal).map((fault) => `${id} for others: ${fault}`);
		const answer = body.safeParse(minimal);
		const own = answer.success
			? []
			: answer.error.issues.map(
					(issue: { path: PropertyKey[]; message: string }) =>
						`${id} ${issue.path.join('.')}: ${issue.message}`,
				);
		const needless = [...withoutRequired(schema, minimal)].flatMap(([field, without]) =>
			body.safeParse(without).success ? [`${id} ${field} can be left out`] : [],
		);
		return [...others, ...own, ...needless];
	});
	expect([...new Set(faults)]).toEqual([]);
});
