import type { ErrorCode } from '../errors/catalogue.ts';
import type { z } from '../lib/z.ts';
import type { OrganisationAction } from '../rules/permissions.ts';
import type { StaffAbility } from '../rules/staff-abilities.ts';

/**
 * Who may call an endpoint. The server enforces it before the handler runs; the access matrix is generated from it.
 * - `public`: anyone; a bearer token is read when there is one.
 * - `user`: signed in; with `takesKeys` also an API key. `admin`: signed in with the isAdmin flag.
 * - `organisation`: a member whose role allows `action` on the organisation that owns the object named by `via`:
 *   `event` is the path parameter {event}; `series` is {series}, by id, for members who see all events; `organisation` is the path parameter {organisation}, else `organisationId` in the
 *   query or body, else the caller's first organisation. An object of another organisation is not found, and neither is the
 *   organisation for a member who is limited to selected events. With `isPartial` the endpoint serves them their part
 *   (`scope.eventIds`), which the handler must apply.
 * - `staff`: a live staff link whose token is the path parameter {token}, with `ability` when one is named. With
 *   `isOpenAfterEnd` also one that ended, so that a device can submit its queue and is instructed to wipe its data; the handler must check it.
 * - `order`: the signed manage token of an order as path parameter {manageToken}.
 * - `agreement`: the signed link of a donor to their monthly donation as path parameter {agreementToken}.
 * - `ticket`: the signed link of the holder of a transferred ticket, as path parameter {ticketToken}.
 * - `transfer`: the signed link of a ticket offer, as path parameter {transferToken}.
 * - `waitlist`: the signed link of a waitlist entry as path parameter {waitlistToken}.
 * - `group`: the signed link of the leader of a group as path parameter {groupToken}.
 * - `claim`: the signed link to claim a spot of a group as path parameter {claimToken}.
 * - `purchase`: the signed link of a gift card purchase as path parameter {purchaseToken}.
 * - `supporter`: the signed link of a supporter to their page as path parameter {pageToken}.
 */
export type Access =
	| { kind: 'public' }
	| { kind: 'user'; takesKeys?: true }
	| { kind: 'admin' }
	| {
			kind: 'organisation';
			action: OrganisationAction;
			via: 'event' | 'series' | 'organisation';
			isPartial?: true;
	  }
	| { kind: 'staff'; ability?: StaffAbility; isOpenAfterEnd?: boolean }
	| { kind: 'order' }
	| { kind: 'ticket' }
	| { kind: 'transfer' }
	| { kind: 'waitlist' }
	| { kind: 'group' }
	| { kind: 'claim' }
	| { kind: 'agreement' }
	| { kind: 'purchase' }
	| { kind: 'supporter' };

export const publicAccess = { kind: 'public' } as const;
export const userAccess = { kind: 'user' } as const;
export const adminAccess = { kind: 'admin' } as const;
export const orderAccess = { kind: 'order' } as const;

const memberAccess =
	<V extends 'event' | 'series' | 'organisation'>(via: V) =>
	<A extends OrganisationAction>(action: A) =>
		({ kind: 'organisation', action, via }) as const;

/** Members whose role allows the action on the organisation of {event}. */
export const eventAccess = memberAccess('event');
/** Members who see all events and whose role allows the action on the organisation of {series}. */
export const seriesAccess = memberAccess('series');
/** Members who see all events and whose role allows the action on {organisation}, or on the one named or theirs. */
export const organisationAccess = memberAccess('organisation');
/** As `organisationAccess`, for members of selected events too: the handler limits the answer to `scope.eventIds`. */
export const partialAccess = <A extends OrganisationAction>(action: A) =>
	({ ...organisationAccess(action), isPartial: true }) as const;

/** Whether the path parameter is a signed link of its owner, which needs no account. */
export const isLinkAccess = (kind: Access['kind']): boolean =>
	[
		'order',
		'ticket',
		'transfer',
		'waitlist',
		'group',
		'claim',
		'agreement',
		'purchase',
		'supporter',
	].includes(kind);

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A family of rate limits; sizes are settings of the operator. */
export type LimitFamily =
	| 'read'
	| 'write'
	| 'signIn'
	| 'mail'
	| 'order'
	| 'scan'
	| 'export'
	| 'upload'
	| 'report';

/** A response that is not JSON; the handler returns a Response. */
export interface BinaryOutput {
	contentType: string;
	description: string;
}

/** A multipart upload instead of a JSON body: one file part. */
export interface Upload {
	field: string;
	maxBytes: number;
	description: string;
}

export interface Endpoint<
	P extends z.ZodType = z.ZodType,
	Q extends z.ZodType = z.ZodType,
	B extends z.ZodType = z.ZodType,
	O extends z.ZodType | BinaryOutput = z.ZodType | BinaryOutput,
> {
	/** Stable name, `module.verbNoun`; the OpenAPI operationId and the key of tests. */
	id: string;
	method: Method;
	/** Path with parameters in braces: `/api/events/{event}`. */
	path: string;
	summary: string;
	access: Access;
	limit: LimitFamily;
	params?: P;
	query?: Q;
	body?: B;
	/** Maximum body size in bytes, if more than 100 kB. */
	maxBodyBytes?: number;
	upload?: Upload;
	/** Maximum size of a raw body in bytes; the handler verifies its signature before parsing it. */
	signedBodyBytes?: number;
	/** Status of a successful response; default 200. */
	status?: 200 | 201 | 202 | 204;
	output: O;
	/**
	 * How a repeated Idempotency-Key is handled: `replay` (the default of POST) stores the first response and returns it again;
	 * `command` means that the command stores the key with its effect, in one transaction.
	 */
	idempotency?: 'replay' | 'command';
	/**
	 * It moves places of an event: calls with a key wait for each other before they begin, a few at a time for each event, so that those
	 * who change what is sold have few of them before them.
	 */
	movesPlaces?: true;
	/** A call without an Idempotency-Key is refused: what it does moves money, and a repeated call may not do it twice. */
	requiresKey?: true;
	/** The answer carries an ETag, and edits take If-Match. */
	hasVersion?: boolean;
	/** Shows what is its owner's alone (secrets, files of people's data): refused to an administrator who views as somebody. */
	isHiddenFromViewers?: boolean;
	/**
	 * Pages of other origins may call it and read the answer (CORS, without credentials). It answers nothing but what anyone may know:
	 * the script of the page around reads all of it. tests/open-to-sites.test.ts names every such endpoint.
	 */
	isOpenToSites?: true;
	/** Codes that this endpoint answers beyond those that any endpoint may. */
	errors?: ErrorCode[];
}

/** Declares one endpoint. Contracts are data: the server mounts them, the client and the OpenAPI document derive from them. */
export function endpoint<
	P extends z.ZodType = z.ZodUndefined,
	Q extends z.ZodType = z.ZodUndefined,
	B extends z.ZodType = z.ZodUndefined,
	O extends z.ZodType | BinaryOutput = z.ZodType,
>(descriptor: Endpoint<P, Q, B, O>): Endpoint<P, Q, B, O> {
	return descriptor;
}

// biome-ignore lint/suspicious/noExplicitAny: the widest endpoint, for code that walks over all of them
export type AnyEndpoint = Endpoint<any, any, any, any>;

type Part<E, K extends 'params' | 'query' | 'body' | 'output'> = E extends { [key in K]?: infer S }
	? Exclude<S, undefined>
	: never;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Whether the answer is a file to keep. Live updates are none: they go on until the page is left. */
export const isFile = ({ output }: AnyEndpoint): boolean =>
	'contentType' in output && output.contentType !== 'text/event-stream';

/** The input of a handler, after validation. */
export type ParamsOf<E extends AnyEndpoint> = OutputOf<Part<E, 'params'>>;
export type QueryOf<E extends AnyEndpoint> = OutputOf<Part<E, 'query'>>;
export type BodyOf<E extends AnyEndpoint> = OutputOf<Part<E, 'body'>>;
/** The request before validation. */
export type CallParamsOf<E extends AnyEndpoint> = InputOf<Part<E, 'params'>>;
export type CallQueryOf<E extends AnyEndpoint> = InputOf<Part<E, 'query'>>;
export type CallBodyOf<E extends AnyEndpoint> = InputOf<Part<E, 'body'>>;
/** The response: the parsed body, or the response itself where the output is not JSON. */
export type ResultOf<E extends AnyEndpoint> =
	Part<E, 'output'> extends z.ZodType ? z.output<Part<E, 'output'>> : Response;
