import { errorBodySchema } from '#server/platform/wire.ts';
import { type AnyEndpoint, isLinkAccess } from '#shared/contracts/endpoint.ts';
import { type ErrorCode, errorCatalogue } from '#shared/errors/catalogue.ts';
import type { Schema } from '#shared/lib/json-schema.ts';
import { z } from '#shared/lib/z.ts';
import { scopesFor } from '#shared/rules/api-keys.ts';
import { guestSampleOf, guestSchemaOf } from '#shared/rules/webhook-guests.ts';
import { webhookSamples } from '#shared/rules/webhook-samples.ts';
import { webhookTypeTexts } from '#shared/rules/webhook-texts.ts';
import { type WebhookType, webhookTypes } from '#shared/rules/webhook-types.ts';
import { idempotencyKeyPattern, ifMatchPattern } from './call.ts';
import { type Json, mapReferences, type NamedSchemas, nameSchemas, toSchema } from './openapi-schemas.ts';

type Content = Record<string, { schema?: Schema }>;

export interface ApiOperation {
	operationId: string;
	tags: string[];
	summary: string;
	description: string;
	parameters: {
		name: string;
		in: 'path' | 'query' | 'header';
		required: boolean;
		schema: Schema;
		description?: string;
	}[];
	requestBody?: { required: boolean; content: Content };
	responses: Record<string, { content?: Content }>;
	security?: object[];
}

/** The document, as far as the client and the collection are written from it. */
export interface OpenApiDocument {
	info: { title: string; version: string; description: string };
	servers: { url: string }[];
	paths: Record<string, Record<string, ApiOperation>>;
	components: { schemas: Record<string, Schema> };
}

function accessNote(endpoint: AnyEndpoint): string {
	const { access } = endpoint;
	if (access.kind === 'organisation') {
		const scopes = scopesFor(access.action);
		const keys = scopes.length > 0 ? ` API keys: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.` : '';
		return `Access: member of the organisation whose role allows \`${access.action}\`.${keys}`;
	}
	if (access.kind === 'staff')
		return `Access: staff link${access.ability ? ` with the ability \`${access.ability}\`` : ''}.`;
	if (access.kind === 'order') return 'Access: the signed link of the order.';
	if (access.kind === 'ticket') return 'Access: the signed link of the ticket holder.';
	if (access.kind === 'waitlist') return 'Access: the signed link of a waitlist entry.';
	if (access.kind === 'group') return 'Access: the signed link of the leader of the group.';
	if (access.kind === 'claim') return 'Access: a signed link to claim spots of the group.';
	if (access.kind === 'transfer') return 'Access: the signed link of the ticket offer.';
	if (access.kind === 'agreement') return 'Access: the signed link of the donor.';
	if (access.kind === 'purchase') return 'Access: the signed link of the buyer.';
	if (access.kind === 'supporter') return 'Access: the signed link of the supporter.';
	if (access.kind === 'public')
		return endpoint.isOpenToSites
			? 'Access: anyone. CORS: open to any origin, without credentials.'
			: 'Access: anyone.';
	if (access.kind === 'admin') return 'Access: administrators.';
	return access.takesKeys ? 'Access: any signed-in user, any API key.' : 'Access: any signed-in user.';
}

function parametersOf(endpoint: AnyEndpoint, named: NamedSchemas): Json[] {
	const list = (schema: z.ZodType | undefined, where: 'path' | 'query') => {
		if (!schema) return [];
		const json = toSchema(schema, 'input', named) as { properties?: Json; required?: string[] };
		return Object.entries(json.properties ?? {}).map(([name, part]) => ({
			name,
			in: where,
			required: where === 'path' || (json.required ?? []).includes(name),
			schema: part,
		}));
	};
	const headers: Json[] = [];
	if (endpoint.method === 'POST') {
		headers.push({
			name: 'Idempotency-Key',
			in: 'header',
			required: endpoint.requiresKey === true,
			schema: { type: 'string', pattern: idempotencyKeyPattern.source },
			description: 'A repeated key with the same body returns the first response again.',
		});
	}
	if (endpoint.hasVersion && endpoint.method !== 'GET') {
		headers.push({
			name: 'If-Match',
			in: 'header',
			required: false,
			schema: { type: 'string', pattern: ifMatchPattern.source },
			description: 'ETag of the version you read. The call fails if there is a newer version.',
		});
	}
	return [...list(endpoint.params, 'path'), ...list(endpoint.query, 'query'), ...headers];
}

/** The statuses below 500 with which a call may be refused: by the kernel, as the contract has it, and by rules of its module. */
export function refusalsOf({ access, method, params, body, upload, errors = [] }: AnyEndpoint): number[] {
	const isChange = method !== 'GET';
	const statuses = new Set([400, 429, ...errors.map((code) => errorCatalogue[code].status)]);
	// The token of a link is no bearer token; who views as somebody else may change nothing, wherever.
	const isLink = isLinkAccess(access.kind);
	if (!isLink) statuses.add(401);
	if (isChange || (access.kind !== 'public' && !isLink)) statuses.add(403);
	if (params || access.kind === 'organisation' || isLink) statuses.add(404);
	if (isChange) for (const status of [409, 422]) statuses.add(status);
	if (body || upload) for (const status of [413, 415]) statuses.add(status);
	return [...statuses].filter((status) => status < 500).toSorted((a, b) => a - b);
}

/** What the kernel answers a refused call with, by status. */
const codesOfKernel: Partial<Record<number, ErrorCode[]>> = {
	400: ['VALIDATION_FAILED', 'VALIDATION_INVALID_FORMAT'],
	401: ['AUTH_REQUIRED', 'AUTH_TOKEN_EXPIRED', 'AUTH_TOKEN_INVALID'],
	403: ['AUTH_INSUFFICIENT_PERMISSIONS'],
	404: ['RESOURCE_NOT_FOUND'],
	409: ['BUSINESS_RULE_VIOLATION'],
	413: ['VALIDATION_FAILED'],
	415: ['VALIDATION_INVALID_FORMAT'],
	422: ['BUSINESS_RULE_VIOLATION'],
	429: ['RATE_LIMIT_EXCEEDED'],
};

/** Every code that an endpoint may answer, in the order of the catalogue. */
function errorCodesOf(endpoint: AnyEndpoint): ErrorCode[] {
	const own = new Set([
		...refusalsOf(endpoint).flatMap((status) => codesOfKernel[status] ?? []),
		...(endpoint.errors ?? []),
		...(['SERVER_OVERLOADED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const),
	]);
	return (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => own.has(code));
}

/** What connections are sent, by type. */
function webhooksOf(): Json {
	const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
		name,
		in: 'header',
		required: true,
		schema: { type: 'string' },
	}));
	const dataOf = (type: WebhookType): Json => {
		const sample = webhookSamples[type];
		const guests = guestSampleOf(type, sample);
		const examples = guests ? [sample, { ...sample, ...guests }] : [sample];
		return { type: 'object', ...(guests && { properties: guestSchemaOf(guests) }), examples };
	};
	const envelope = (type: WebhookType) => ({
		type: 'object',
		required: ['type', 'timestamp', 'data', 'id', 'sequence', 'organisationId', 'livemode', 'apiVersion'],
		properties: {
			type: { const: type },
			timestamp: { type: 'string', format: 'date-time' },
			data: dataOf(type),
			id: { type: 'string' },
			sequence: { type: 'integer' },
			organisationId: { type: 'string', format: 'uuid' },
			eventId: { type: ['string', 'null'], format: 'uuid' },
			livemode: { type: 'boolean' },
			apiVersion: { type: 'integer' },
		},
	});
	return Object.fromEntries(
		webhookTypes.map((type) => [
			type,
			{
				post: {
					summary: webhookTypeTexts[type],
					parameters: headers,
					requestBody: { content: { 'application/json': { schema: envelope(type) } } },
					responses: { '2XX': { description: 'Received. Any other status is retried.' } },
				},
			},
		]),
	);
}

function operationOf(endpoint: AnyEndpoint, named: NamedSchemas): Json {
	const isBinary = !(endpoint.output instanceof z.ZodType);
	const status = endpoint.status ?? 200;
	const answer: Json = { description: isBinary ? endpoint.output.description : 'Success' };
	if (isBinary) answer.content = { [endpoint.output.contentType]: {} };
	else if (status !== 204) {
		answer.content = { 'application/json': { schema: toSchema(endpoint.output, 'output', named) } };
	}
	const operation: Json = {
		operationId: endpoint.id,
		tags: [endpoint.id.split('.')[0]],
		summary: endpoint.summary,
		description: accessNote(endpoint),
		parameters: parametersOf(endpoint, named),
		responses: {
			[status]: answer,
			...(endpoint.hasVersion && endpoint.method === 'GET' && { 304: { description: 'Not changed' } }),
			...Object.fromEntries(
				refusalsOf(endpoint).map((refusal) => [refusal, { $ref: '#/components/responses/Error' }]),
			),
			default: { $ref: '#/components/responses/Error' },
		},
	};
	operation['x-error-codes'] = errorCodesOf(endpoint);
	if (!['public', 'staff'].includes(endpoint.access.kind) && !isLinkAccess(endpoint.access.kind))
		operation.security = [{ bearer: [] }];
	if (endpoint.upload) {
		operation.requestBody = {
			required: true,
			description: endpoint.upload.description,
			content: {
				'multipart/form-data': {
					schema: {
						type: 'object',
						required: [endpoint.upload.field],
						properties: {
							[endpoint.upload.field]: { type: 'string', contentMediaType: 'application/octet-stream' },
						},
					},
				},
			},
		};
	} else if (endpoint.body) {
		operation.requestBody = {
			required: !endpoint.body.safeParse(undefined).success,
			content: { 'application/json': { schema: toSchema(endpoint.body, 'input', named) } },
		};
	}
	return operation;
}

/** The OpenAPI 3.1 document of these endpoints, made from the schemas that validate. */
export function openApiDocument(
	endpoints: AnyEndpoint[],
	options: { productName: string; appUrl: string },
): OpenApiDocument {
	const named: NamedSchemas = { input: {}, output: {} };
	const paths: Record<string, Record<string, ApiOperation>> = {};
	toSchema(errorBodySchema, 'output', named);
	for (const endpoint of endpoints) {
		const operation = operationOf(endpoint, named) as unknown as ApiOperation;
		paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
	}
	const { schemas, rename } = nameSchemas(named);
	const document = {
		openapi: '3.1.0',
		info: {
			title: `${options.productName} API`,
			version: '1',
			description:
				'Errors have a code from the error catalogue. Lists return {data, nextCursor}. Every POST accepts an Idempotency-Key.',
		},
		servers: [{ url: options.appUrl }],
		paths: mapReferences(paths, rename),
		webhooks: webhooksOf(),
		components: {
			schemas,
			responses: {
				Error: {
					description: `One of: ${Object.keys(errorCatalogue).join(', ')}`,
					content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } },
				},
			},
			securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
		},
	};
	return document as unknown as OpenApiDocument;
}
