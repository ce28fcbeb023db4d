import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import { z } from '#shared/lib/z.ts';
import type { HandlerInput, OrganisationAct } from './handler.ts';

/** Longer lists are given by their length. */
const longestList = 20;
const typed = '…';

/**
 * The request without typed text: switches, numbers, choices, ids and instants stay, texts are only named. So
 * neither secrets nor data of guests get into the log, whatever an endpoint takes. Derived from the schema of the body.
 */
export function describeInput(schema: z.ZodType | undefined, value: unknown): Record<string, unknown> {
	const described = schema ? describe(schema, value, 0) : {};
	return typeof described === 'object' && described !== null && !Array.isArray(described)
		? (described as Record<string, unknown>)
		: {};
}

function describe(schema: z.ZodType, value: unknown, depth: number): unknown {
	if (value === undefined || value === null) return value;
	if (
		schema instanceof z.ZodOptional ||
		schema instanceof z.ZodNullable ||
		schema instanceof z.ZodDefault ||
		schema instanceof z.ZodPrefault
	)
		return describe(schema.unwrap() as z.ZodType, value, depth);
	if (schema instanceof z.ZodPipe) return describe(schema.out as z.ZodType, value, depth);
	if (schema instanceof z.ZodObject && typeof value === 'object') {
		if (depth > 2) return typed;
		const shape = schema.shape as Record<string, z.ZodType>;
		return Object.fromEntries(
			Object.entries(value)
				.filter(([key, inner]) => inner !== undefined && key in shape)
				.map(([key, inner]) => [key, describe(shape[key] as z.ZodType, inner, depth + 1)]),
		);
	}
	if (schema instanceof z.ZodArray && Array.isArray(value)) {
		if (value.length > longestList) return value.length;
		return value.map((one) => describe(schema.element as z.ZodType, one, depth + 1));
	}
	return isChoice(schema, value) ? value : typed;
}

/** A value that nobody typed. */
function isChoice(schema: z.ZodType, value: unknown): boolean {
	return (
		typeof value === 'boolean' ||
		typeof value === 'number' ||
		schema instanceof z.ZodEnum ||
		schema instanceof z.ZodLiteral ||
		schema instanceof z.ZodUUID ||
		schema instanceof z.ZodISODateTime
	);
}

/** The first sentence of an endpoint's summary. */
export const firstSentence = (summary: string): string => summary.split(/[.:;](?:\s|$)/, 1)[0] ?? '';

/** Refusals that say nothing of what was tried: bad input, another version, too many calls. */
const untold = new Set([400, 408, 409, 412, 413, 415, 428, 429]);
/** Sales and scans have records of their own. */
const unloggedLimits = new Set(['scan', 'order', 'report']);

/** A call as an entry of the organisation's log; null for one that changes nothing, or has a record of its own. */
export function actOf(
	endpoint: AnyEndpoint,
	input: HandlerInput<AnyEndpoint>,
	call: { rawParams: Record<string, string>; status: number; requestId: string },
): OrganisationAct | null {
	const { access } = endpoint;
	if (access.kind !== 'organisation' || endpoint.method === 'GET') return null;
	if (unloggedLimits.has(endpoint.limit) || untold.has(call.status) || call.status >= 500) return null;
	const { caller, scope } = input;
	const subject = Object.entries(call.rawParams)
		.filter(([name]) => name !== 'organisation' && name !== 'event')
		.map(([, value]) => value);
	return {
		organisationId: scope.organisationId,
		eventId: scope.eventId || null,
		actor: caller.key
			? { kind: 'key', id: caller.key.id, name: caller.key.name }
			: { kind: 'user', id: caller.userId },
		action: endpoint.id,
		summary: firstSentence(endpoint.summary).slice(0, 300),
		subject: subject.join(' '),
		input: describeInput(endpoint.body, input.body),
		outcome: call.status,
		requestId: call.requestId,
		isRepeatable: endpoint.method === 'PATCH' || endpoint.method === 'PUT',
	};
}
