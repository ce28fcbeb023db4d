import type { Schema } from '#shared/lib/json-schema.ts';

export interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	required?: boolean;
	description?: string;
	schema?: Schema;
}

export interface Operation {
	operationId: string;
	summary?: string;
	description?: string;
	parameters?: Parameter[];
	requestBody?: { content?: Record<string, { schema?: Schema }> };
	responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
	security?: object[];
	'x-error-codes'?: string[];
}

/** The parts of the OpenAPI document that are used here; the server generates it from the contracts. */
export interface ApiDocument {
	info: { title: string; version: string };
	paths: Record<string, Record<string, Operation>>;
	components?: { schemas?: Record<string, Schema> };
}

export interface IndexEntry {
	id: string;
	method: string;
	path: string;
	summary: string;
}

/** All calls by the part of the product that their id names, in the order of the document. */
export function indexOf(document: ApiDocument): { group: string; calls: IndexEntry[] }[] {
	const groups = new Map<string, IndexEntry[]>();
	for (const [path, methods] of Object.entries(document.paths)) {
		for (const [method, operation] of Object.entries(methods)) {
			if (!operation.operationId) continue;
			const group = operation.operationId.split('.')[0] as string;
			const entry = {
				id: operation.operationId,
				method: method.toUpperCase(),
				path,
				summary: operation.summary ?? '',
			};
			groups.set(group, [...(groups.get(group) ?? []), entry]);
		}
	}
	return [...groups]
		.map(([group, calls]) => ({ group, calls }))
		.sort((a, b) => a.group.localeCompare(b.group));
}

/** The kind of a value in a word: `string`, `integer or null`, `array of Event`. */
export function kindOf(document: ApiDocument, given: Schema | undefined): string {
	if (!given) return 'any';
	if (given.$ref) return given.$ref.split('/').at(-1) ?? 'object';
	const other = given.anyOf ?? given.oneOf;
	if (other && !given.properties) return [...new Set(other.map((one) => kindOf(document, one)))].join(' or ');
	if (given.enum) return given.enum.map(String).join(' | ');
	if (given.type === 'array') return `array of ${kindOf(document, given.items)}`;
	const type = Array.isArray(given.type) ? given.type.join(' or ') : (given.type ?? 'any');
	return given.format ? `${type} (${given.format})` : type;
}

export interface Call {
	method: string;
	url: string;
	token: string;
	body: string;
}

/** The same call in three languages. */
export function snippets({
	method,
	url,
	token,
	body,
}: Call): { id: string; language: string; code: string }[] {
	const auth = token || 'YOUR_TOKEN';
	const quoted = body.replaceAll("'", "'\\''");
	return [
		{
			id: 'curl',
			language: 'curl',
			code: [
				`curl -X ${method} '${url}'`,
				`-H 'Authorization: Bearer ${auth}'`,
				...(body ? [`-H 'Content-Type: application/json'`, `-d '${quoted}'`] : []),
			].join(' \\\n  '),
		},
		{
			id: 'typescript',
			language: 'TypeScript',
			code: `const response = await fetch('${url}', {\n  method: '${method}',\n  headers: { Authorization: 'Bearer ${auth}'${body ? ", 'Content-Type': 'application/json'" : ''} },${body ? `\n  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),` : ''}\n});\nconsole.log(response.status, await response.json());`,
		},
		{
			id: 'python',
			language: 'Python',
			code: `import requests\n\nresponse = requests.request(\n    '${method}', '${url}',\n    headers={'Authorization': 'Bearer ${auth}'},${body ? `\n    data='''${body}''',` : ''}\n)\nprint(response.status_code, response.json())`,
		},
	];
}
