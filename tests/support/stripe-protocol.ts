import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { stripeApiVersion } from '#server/platform/payments/api-version.ts';
import { parseForm } from '#server/platform/payments/test-gateway/form.ts';

interface OpenApi {
	info: { version: string };
	paths: Record<string, Record<string, ApiOperation>>;
	components: { schemas: Record<string, Schema> };
}
interface ApiOperation {
	parameters: { in: string; name: string; schema: Schema }[];
	requestBody?: { content: Record<string, { schema: Schema }> };
	responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}
type Schema = Record<string, unknown>;

const file = join(import.meta.dirname, '../fixtures/stripe/openapi-part.json');
const api = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;

/** Properties of version 2026-10-28.endive that Stripe's file of 2026-08-26.dahlia does not have yet; the types of the package name them. */
const newer: Readonly<Record<string, readonly string[]>> = {
	payment_intent: ['payment_record'],
	payment_method_details_card: ['electronic_commerce_indicator'],
	dispute: ['intended_submission_method'],
	dispute_evidence_details: ['submission_method'],
};

const isObject = (value: unknown): value is Schema =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** OpenAPI 3.0 as JSON Schema: `nullable` becomes a type, and objects have the named properties only. */
function toJsonSchema(schema: unknown, isClosed: boolean): unknown {
	if (Array.isArray(schema)) return schema.map((item) => toJsonSchema(item, isClosed));
	if (!isObject(schema)) return schema;
	const { nullable, ...rest } = schema;
	const converted: Schema = {};
	for (const [name, value] of Object.entries(rest)) {
		if (name === 'enum') {
			// A list of versions ends with that of the file.
			const isVersions = (value as unknown[]).includes(api.info.version);
			converted.enum = isVersions ? [...(value as unknown[]), stripeApiVersion] : value;
		} else if (name === 'required') converted.required = value;
		else if (name === '$ref') converted.$ref = `stripe${String(value)}`;
		else if (name === 'properties') {
			converted.properties = Object.fromEntries(
				Object.entries(value as Schema).map(([property, inner]) => [property, toJsonSchema(inner, isClosed)]),
			);
		} else converted[name] = toJsonSchema(value, isClosed);
	}
	if (isClosed && converted.properties && converted.additionalProperties === undefined) {
		converted.additionalProperties = false;
	}
	return nullable ? { anyOf: [converted, { type: 'null' }] } : converted;
}

const schemas = Object.fromEntries(
	Object.entries(api.components.schemas).map(([name, schema]) => {
		const converted = toJsonSchema(schema, true) as Schema;
		for (const property of newer[name] ?? []) (converted.properties as Schema)[property] = {};
		// What an event is about is checked by its type, below.
		if (name === 'notification_event_data') (converted.properties as Schema).object = { type: 'object' };
		return [name, converted];
	}),
);

const options = { strict: false, allErrors: true, validateFormats: false } as const;
const responses = new Ajv(options).addSchema({ $id: 'stripe', components: { schemas } });
/** Forms know texts only. */
const requests = new Ajv({ ...options, coerceTypes: true }).addSchema({
	$id: 'stripe',
	components: { schemas },
});

const compiled = new Map<string, ValidateFunction>();
/** @param schemaOf is asked once for each key: schemas of Stripe are large */
function check(ajv: Ajv, key: string, schemaOf: () => unknown, value: unknown, what: string): void {
	let validate = compiled.get(key);
	if (!validate) {
		validate = ajv.compile(schemaOf() as Schema);
		compiled.set(key, validate);
	}
	if (validate(value)) return;
	// Of the alternatives that do not fit, those of plain ids say nothing.
	const found = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'anyOf');
	const lines = found.map(
		(error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
	);
	throw new Error(`${what} is not as Stripe documents it:\n${lines.slice(0, 20).join('\n')}`);
}

const operations = Object.entries(api.paths).flatMap(([template, ofPath]) => {
	const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
	return Object.entries(ofPath).map(([method, operation]) => ({
		...{ method: method.toUpperCase(), pattern, operation },
		name: `${method.toUpperCase()} ${template}`,
	}));
});

const findOperation = (method: string, path: string) =>
	operations.find((one) => one.method === method && one.pattern.test(path));

/** Operations that Stripe does not publish in its file; the types of the package describe them. */
const unpublished = /^\/v2\/core\/(?:accounts|account_links|event_destinations)/;

/** Fails when a request is not one that Stripe documents. */
export function checkRequest(method: string, url: URL, body: string): void {
	if (unpublished.test(url.pathname)) return;
	const found = findOperation(method, url.pathname);
	if (!found) throw new Error(`${method} ${url.pathname} is no operation of Stripe's file.`);
	const { name, operation } = found;
	const schema = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema;
	if (method === 'POST') {
		check(
			requests,
			`request ${name}`,
			() => toJsonSchema(schema, true),
			plain(parseForm(body)),
			`The request ${name}`,
		);
		return;
	}
	const properties = Object.fromEntries(
		operation.parameters.filter((parameter) => parameter.in === 'query').map((p) => [p.name, p.schema]),
	);
	const query = () => toJsonSchema({ type: 'object', properties }, true);
	check(requests, `query ${name}`, query, plain(parseForm(url.search.slice(1))), `The query of ${name}`);
}

/** Fails when a response is not one that Stripe documents. */
export function checkResponse(method: string, url: URL, status: number, body: unknown): void {
	if (unpublished.test(url.pathname)) return;
	const found = findOperation(method, url.pathname);
	if (!found) throw new Error(`${method} ${url.pathname} is no operation of Stripe's file.`);
	const response = found.operation.responses[String(status)] ?? found.operation.responses.default;
	const key = `response ${found.name} ${status < 400 ? 'ok' : 'error'}`;
	const schema = () => toJsonSchema(response?.content['application/json']?.schema, true);
	check(responses, key, schema, body, `The response ${status} of ${found.name}`);
}

/** Fails when an event, or the object in it, is not as Stripe documents it. Thin events have the fields of the package's types. */
export function checkEvent(body: unknown): void {
	const event = body as { object: string; type: string; data: { object: { object: string } } };
	if (event.object === 'v2.core.event') {
		check(responses, 'thin event', () => thinEvent, event, `The event ${event.type}`);
		return;
	}
	const ref = (name: string) => () => ({ $ref: `stripe#/components/schemas/${name}` });
	check(responses, 'event', ref('event'), event, `The event ${event.type}`);
	const { object } = event.data.object;
	check(responses, `object ${object}`, ref(object), event.data.object, `The ${object} of ${event.type}`);
}

const thinEvent = {
	type: 'object',
	required: ['id', 'object', 'type', 'created', 'livemode'],
	additionalProperties: false,
	properties: {
		id: { type: 'string' },
		object: { const: 'v2.core.event' },
		type: { type: 'string', pattern: '^v2\\.core\\.' },
		created: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT' },
		livemode: { type: 'boolean' },
		context: { type: 'string' },
		related_object: {
			type: 'object',
			required: ['id', 'type', 'url'],
			additionalProperties: false,
			properties: { id: { type: 'string' }, type: { type: 'string' }, url: { type: 'string' } },
		},
	},
};

/** Fields have no prototype, which the validator does not take for objects. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A fetch that checks what passes through it, in both directions. Failures of the check fail the test, whatever the caller does with them. */
export function checkedFetch(
	inner: typeof globalThis.fetch,
	onFailure: (error: unknown) => void,
): typeof globalThis.fetch {
	const guard = (work: () => void) => {
		try {
			work();
		} catch (error) {
			onFailure(error);
		}
	};
	return async (input, init) => {
		const request = new Request(input, init);
		const url = new URL(request.url);
		const text = await request.clone().text();
		guard(() => checkRequest(request.method, url, text));
		const response = await inner(request);
		const body: unknown = await response.clone().json();
		guard(() => checkResponse(request.method, url, response.status, body));
		return response;
	};
}
