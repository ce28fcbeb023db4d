import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import type { Schema } from '#shared/lib/json-schema.ts';
import { scopesFor } from '#shared/rules/api-keys.ts';
import { clientRuntime } from './client-runtime.ts';
import type { ApiOperation, OpenApiDocument } from './openapi.ts';

/** Whether a program with an API key may call an endpoint. What payment providers send us is no call of a program. */
export function isForKeys({ access, signedBodyBytes }: AnyEndpoint): boolean {
	if (signedBodyBytes !== undefined) return false;
	if (access.kind === 'organisation') return scopesFor(access.action).length > 0;
	return access.kind === 'public' || (access.kind === 'user' && access.takesKeys === true);
}

/** The one schema whose name the language has taken. */
const nameOf = (name: string) => (name === 'Error' ? 'ErrorBody' : name);
const comment = (text: string | undefined) => (text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '');
const union = (types: string[]) => [...new Set(types)].join(' | ') || 'never';
const inBrackets = (type: string) => (/ [|&] /.test(type) ? `(${type})` : type);

function objectType({ properties, required = [], additionalProperties }: Schema): string {
	if (!properties) {
		const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
		return `Record<string, ${values}>`;
	}
	const fields = Object.entries(properties).map(
		([name, schema]) =>
			`${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
	);
	return fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Record<string, never>';
}

/** Writes a JSON schema as a type; limits such as lengths and patterns are left to the server. */
function typeOf(schema: Schema): string {
	if (schema.$ref) return nameOf(schema.$ref.replace('#/components/schemas/', ''));
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
	const either = schema.anyOf ?? schema.oneOf;
	// Options beside fields say which of these are needed.
	if (either && !schema.properties) return union(either.map(typeOf));
	if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
	const own = simpleType(schema);
	const all = [own, ...(schema.allOf ?? []).map(typeOf)].filter((type) => type !== 'unknown');
	return all.length > 0
		? all.map((type) => (all.length > 1 ? inBrackets(type) : type)).join(' & ')
		: 'unknown';
}

function simpleType(schema: Schema): string {
	if (schema.type === 'object' || schema.properties) return objectType(schema);
	if (schema.type === 'array') return `${inBrackets(typeOf(schema.items ?? {}))}[]`;
	if (schema.type === 'integer') return 'number';
	return typeof schema.type === 'string' ? schema.type : 'unknown';
}

function inputType({ parameters, requestBody }: ApiOperation): string {
	const group = (where: string) => {
		const found = parameters.filter((one) => one.in === where);
		if (found.length === 0) return [];
		const required = found.filter((one) => one.required).map(({ name }) => name);
		const properties = Object.fromEntries(found.map(({ name, schema }) => [name, schema]));
		return [`${where}${required.length > 0 ? '' : '?'}: ${objectType({ properties, required })}`];
	};
	const json = requestBody?.content['application/json']?.schema;
	const body = requestBody
		? [`body${requestBody.required ? '' : '?'}: ${json ? typeOf(json) : 'FormData'}`]
		: [];
	return `{ ${[...group('path'), ...group('query'), ...body].join('; ')} }`;
}

/** What a call is answered with; `file` stands for an answer that is not JSON. */
function outputOf({ responses }: ApiOperation): { type: string; isFile: boolean } {
	const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
	if (!success?.content) return { type: 'undefined', isFile: false };
	const schema = success.content['application/json']?.schema;
	return schema ? { type: typeOf(schema), isFile: false } : { type: 'Response', isFile: true };
}

/** The typed client of these operations: one TypeScript file without dependencies. */
export function clientSource(document: OpenApiDocument): string {
	const types: string[] = [];
	const table: string[] = [];
	for (const [path, operations] of Object.entries(document.paths)) {
		for (const [method, operation] of Object.entries(operations)) {
			const id = JSON.stringify(operation.operationId);
			const { type, isFile } = outputOf(operation);
			const input = inputType(operation);
			types.push(`${comment(operation.summary)}${id}: { input: ${input}; output: ${type} };`);
			const row = [method.toUpperCase(), path, ...(isFile ? ['file'] : [])];
			table.push(`${id}: ${JSON.stringify(row)},`);
		}
	}
	const schemas = Object.entries(document.components.schemas).map(
		([name, schema]) => `${comment(schema.description)}export type ${nameOf(name)} = ${typeOf(schema)};`,
	);
	return [
		`// Client of the ${document.info.title}, version ${document.info.version}. Generated from its schemas; do not edit.`,
		"//   const client = createClient({ apiKey: '…' });",
		"//   const event = await client.call('events.createEvent', { body: { title, startsAt } });",
		"//   for await (const event of client.each('events.listOrganisationEvents', { path: { organisation } })) …",
		`const defaultBaseUrl = ${JSON.stringify(document.servers[0]?.url)};`,
		...schemas,
		`export interface Operations {\n${types.join('\n')}\n}`,
		`const operations = {\n${table.join('\n')}\n} as const satisfies Record<keyof Operations, readonly string[]>;`,
		clientRuntime,
	].join('\n');
}
