import { exampleOf } from '#shared/lib/json-schema.ts';
import type { ApiOperation, OpenApiDocument } from './openapi.ts';

function bodyOf({ requestBody }: ApiOperation, document: OpenApiDocument) {
	if (!requestBody) return undefined;
	const json = requestBody.content['application/json']?.schema;
	if (json) {
		return {
			mode: 'raw',
			raw: JSON.stringify(exampleOf(document, json), null, 2),
			options: { raw: { language: 'json' } },
		};
	}
	const fields = Object.keys(requestBody.content['multipart/form-data']?.schema?.properties ?? {});
	return { mode: 'formdata', formdata: fields.map((key) => ({ key, type: 'file', src: [] })) };
}

function requestOf(method: string, path: string, operation: ApiOperation, document: OpenApiDocument) {
	const named = (where: string) => operation.parameters.filter((parameter) => parameter.in === where);
	const parts = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
	const body = bodyOf(operation, document);
	const isJson = body?.mode === 'raw';
	return {
		name: operation.summary,
		request: {
			method: method.toUpperCase(),
			description: `${operation.operationId}. ${operation.description}`,
			header: [
				...(isJson ? [{ key: 'Content-Type', value: 'application/json' }] : []),
				...named('header').map(({ name, description = '', required }) => ({
					key: name,
					// A new one for each press of Send; what it stands for is in the description.
					value: name === 'Idempotency-Key' ? '{{$guid}}' : '',
					description,
					disabled: name !== 'Idempotency-Key' && !required,
				})),
			],
			url: {
				raw: `{{baseUrl}}/${parts}`,
				host: ['{{baseUrl}}'],
				path: parts.split('/'),
				query: named('query').map(({ name, required, schema }) => ({
					key: name,
					value: String(exampleOf(document, schema) ?? ''),
					disabled: !required,
				})),
				variable: named('path').map(({ name }) => ({ key: name, value: '' })),
			},
			...(operation.security ? {} : { auth: { type: 'noauth' } }),
			...(body && { body }),
		},
		response: [],
	};
}

/** The operations of the API as a Postman collection, v2.1: a folder for each module, bodies from the examples of their schemas. */
export function postmanCollection(document: OpenApiDocument) {
	const all = Object.entries(document.paths).flatMap(([path, operations]) =>
		Object.entries(operations).map(([method, operation]) => ({
			folder: operation.tags[0] ?? '',
			item: requestOf(method, path, operation, document),
		})),
	);
	const folders = [...Map.groupBy(all, ({ folder }) => folder)].toSorted(([a], [b]) => (a < b ? -1 : 1));
	return {
		info: {
			name: document.info.title,
			description: document.info.description,
			schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
		},
		auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
		variable: [
			{ key: 'baseUrl', value: document.servers[0]?.url ?? '', type: 'string' },
			{ key: 'apiKey', value: '', type: 'string' },
		],
		item: folders.map(([name, items]) => ({ name, item: items.map(({ item }) => item) })),
	};
}
