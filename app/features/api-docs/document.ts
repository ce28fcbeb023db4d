/** What we read of the OpenAPI document; the server makes it of the contracts. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	description?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	minimum?: number;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
	additionalProperties?: Schema | boolean;
}

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

export function resolve(document: ApiDocument, schema: Schema | undefined): Schema | undefined {
	const name = schema?.$ref?.replace('#/components/schemas/', '');
	return name ? document.components?.schemas?.[name] : schema;
}

/** A value that a schema would take, to begin from. */
export function exampleOf(document: ApiDocument, given: Schema | undefined, depth = 0): unknown {
	const schema = resolve(document, given);
	if (!schema || depth > 6) return null;
	if (schema.const !== undefined) return schema.const;
	if (schema.default !== undefined) return schema.default;
	if (schema.enum) return schema.enum[0];
	const other = schema.anyOf ?? schema.oneOf;
	if (other) return exampleOf(document, other.find(({ type }) => type !== 'null') ?? other[0], depth + 1);
	if (schema.allOf) {
		return Object.assign({}, ...schema.allOf.map((one) => exampleOf(document, one, depth + 1) as object));
	}
	const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
	if (type === 'object' || schema.properties) {
		return Object.fromEntries(
			Object.entries(schema.properties ?? {}).map(([name, one]) => [
				name,
				exampleOf(document, one, depth + 1),
			]),
		);
	}
	if (type === 'array') return [exampleOf(document, schema.items, depth + 1)];
	if (type === 'boolean') return false;
	if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
	if (type === 'string') {
		if (schema.format === 'uuid') return '0192f3a1-0000-7000-8000-000000000000';
		if (schema.format === 'date-time') return '2027-03-14T19:30:00Z';
		if (schema.format === 'date') return '2027-03-14';
		if (schema.format === 'email') return 'ada@example.org';
		return 'text';
	}
	return null;
}

/** The kind of a value in a word: `string`, `integer or null`, `array of Event`. */
export function kindOf(document: ApiDocument, given: Schema | undefined): string {
	if (!given) return 'any';
	if (given.$ref) return given.$ref.split('/').at(-1) ?? 'object';
	const other = given.anyOf ?? given.oneOf;
	if (other) return [...new Set(other.map((one) => kindOf(document, one)))].join(' or ');
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
