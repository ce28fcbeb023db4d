import type { DoorAccessState } from '#shared/contracts/door-setup.ts';
import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type { ApiScope } from '#shared/rules/api-keys.ts';
import type { MemberRights, OrganisationAction, OrganisationRole } from '#shared/rules/permissions.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import type { Translator } from '../platform/messages.ts';
import type { Services } from '../services.ts';

/** Who asks, from the bearer token. */
export interface Caller {
	userId: string;
	sessionId: string;
	email: string;
	/** An administrator who signed in with two factors. */
	isAdmin: boolean;
	/** An administrator who did not. */
	needsSecondFactor: boolean;
	/** When they last proved who they are. */
	confirmedAt: Date;
	isEmailVerified: boolean;
	/** The administrator who looks at the product as this user, and may only look; null: the user themself. */
	viewedBy: string | null;
	/** The API key that asks for the user; null: the user themself. Its one membership says what it may do. */
	key: CallerKey | null;
	memberships: CallerMembership[];
}

export interface CallerMembership {
	organisationId: string;
	role: OrganisationRole;
	eventIds: string[] | null;
	/** Allowed beyond the role, and not allowed in spite of it. */
	extra: readonly OrganisationAction[];
	denied: readonly OrganisationAction[];
	/** All that an API key may do; absent: whatever the role allows. */
	only?: readonly OrganisationAction[];
	/** The organisation requires two factors by now, and the session has none: what it may still do says `refuseWithoutTwoFactor`. */
	lacksTwoFactor?: boolean;
}

/** The API key behind a call. */
export interface CallerKey {
	id: string;
	name: string;
	/** Whose key it is. */
	organisationId: string;
	/** Of a test key: the sandbox of that organisation, which is all that it reaches. */
	sandboxId: string | null;
	scopes: ApiScope[];
	lastFour: string;
	expiresAt: Date | null;
}

/** One call that was made with a key, for the log that its organisation reads. */
export interface KeyCall {
	key: CallerKey;
	method: string;
	/** The path of the contract, without what was filled in. */
	route: string;
	status: number;
	/** The error code of a refusal. */
	code: string | null;
	durationMs: number;
	requestId: string;
}

/** A changing call in an organisation, for the log that its owners read. */
export interface OrganisationAct {
	organisationId: string;
	eventId: string | null;
	/** A person, or the API key that requested them. */
	actor: { kind: 'user'; id: string } | { kind: 'key'; id: string; name: string };
	/** Id of the endpoint. */
	action: string;
	/** What the endpoint does, in a sentence. */
	summary: string;
	/** Path parameters beyond organisation and event. */
	subject: string;
	/** The request without typed text: `describeInput`. */
	input: Record<string, unknown>;
	/** HTTP status of the answer. */
	outcome: number;
	requestId: string;
	/** Saves of a form while somebody types: those of one minute that write the same fields are one act. */
	isRepeatable: boolean;
}

/** The organisation (and event) that an endpoint with organisation access acts on; already checked. */
export interface OrganisationScope {
	organisationId: string;
	/** Set for `via: 'event'`; empty otherwise. */
	eventId: string;
	role: OrganisationRole;
	/** The part of the organisation that the member reaches; null: all of it. Others than null only `via: 'event'` and with `isPartial`. */
	eventIds: string[] | null;
	/** Allowed beyond the role, and not allowed in spite of it. */
	extra: readonly OrganisationAction[];
	denied: readonly OrganisationAction[];
	/** All that the API key may do which asks; absent: whatever the role allows. */
	only?: readonly OrganisationAction[];
}

/** The rights of a membership, or of whoever acts in an organisation. */
export function rightsOf(
	membership: Pick<CallerMembership, 'role' | 'eventIds' | 'extra' | 'denied' | 'only'>,
): MemberRights {
	const { role, eventIds, extra, denied, only } = membership;
	return { role, isLimited: eventIds !== null, extra, denied, only };
}

/** The staff link behind a token; already checked for life and ability. */
export interface StaffScope {
	staffLinkId: string;
	/** Name of the device, when the token is a device's. */
	device: string;
	label: string;
	organisationId: string;
	eventId: string;
	abilities: StaffAbility[];
	/** Set when the token is a device's own. */
	staffDeviceId: string | null;
	/** Check-in lists that the link opens; null: all of the event. */
	listIds: string[] | null;
	gateId: string | null;
	/** All but `open` are met only by endpoints that say `isOpenAfterEnd`. */
	state: DoorAccessState;
	/** When the way was closed; null while it is open. */
	endedAt: Date | null;
	/** When devices forget what they know. */
	wipeAt: Date;
}

/** The order behind a manage token; its signature is already checked. */
export interface OrderScope {
	orderId: string;
	organisationId: string;
	eventId: string;
}

/** The ticket that was transferred behind its holder's link; its signature and version are already checked. */
export interface HeldTicketScope extends OrderScope {
	attendeeId: string;
	holderVersion: number;
}

/** The offer of a ticket behind its receiver's link; its signature is already checked. */
export interface TransferScope extends OrderScope {
	attendeeId: string;
	transferId: string;
}

/** The entry of a waitlist behind its link; its signature and version are already checked. */
export interface WaitlistScope {
	organisationId: string;
	eventId: string;
	entryId: string;
}

/** The group behind its leader's link; its signature is already checked. */
export interface GroupScope {
	organisationId: string;
	eventId: string;
	groupId: string;
}

/** The group behind a link by which its places are claimed; its signature and version are already checked. */
export interface ClaimScope extends GroupScope {
	/** The invitation whose link it is; null: the link that is shared. */
	invitationId: string | null;
}

/** The gift cards behind the link of their buyer; its signature is already checked. */
export interface PurchaseScope {
	organisationId: string;
	purchaseId: string;
}

/** The agreement behind a donor's link; its signature is already checked. */
export interface AgreementScope {
	organisationId: string;
	agreementId: string;
}

/** The page behind a supporter's link; its signature is already checked. */
export interface SupporterPageScope {
	organisationId: string;
	eventId: string;
	pageId: string;
}

/** Request context for handlers beside the input. */
export interface RequestContext {
	requestId: string;
	/** Address of the client, as far as the proxy settings let it be believed. */
	address: string;
	userAgent: string;
	acceptLanguage: string;
	/** Says a sentence in the language of the sender. */
	translate: Translator;
	/** The client unpacks gzip; for the few answers that are large. */
	acceptsGzip: boolean;
	/** Idempotency-Key, when sent. */
	idempotencyKey: string | undefined;
	/** The Idempotency-Key, of an endpoint that requires one (`requiresKey`). @throws AppError VALIDATION_FAILED without one */
	needKey(): string;
	/** Version of If-Match, when sent. */
	ifMatch: number | undefined;
	/** X-Event-Access, when sent: what `unlockEvent` gave for an event behind a password. */
	eventAccess: string | undefined;
	/** Do Not Track or Global Privacy Control was sent. */
	asksNotToBeCounted: boolean;
	caller: Caller | undefined;
	/** Ends when the client goes away. */
	signal: AbortSignal;
}

export interface UploadedFile {
	name: string;
	type: string;
	bytes: Uint8Array;
}

/** A body as it came, for a handler that checks its signature. */
export interface SignedBody {
	rawBody: string;
	headers: { get(name: string): string | null };
}

export type HandlerInput<E extends AnyEndpoint> = {
	params: ParamsOf<E>;
	query: QueryOf<E>;
	body: BodyOf<E>;
	/** The uploaded file of endpoints that take one. */
	file: UploadedFile;
	/** The body as it came, of endpoints that check its signature. */
	signed: SignedBody;
	context: RequestContext;
	caller: Caller;
	scope: OrganisationScope;
	staff: StaffScope;
	order: OrderScope;
	ticket: HeldTicketScope;
	transfer: TransferScope;
	waitlistEntry: WaitlistScope;
	group: GroupScope;
	claim: ClaimScope;
	agreement: AgreementScope;
	purchase: PurchaseScope;
	supporterPage: SupporterPageScope;
};

export type Handler<E extends AnyEndpoint> = (
	input: HandlerInput<E>,
	services: Services,
) => Promise<ResultOf<E>> | ResultOf<E>;

/** An endpoint with the function that answers it. */
export interface Route {
	endpoint: AnyEndpoint;
	/** `prepared`: the result of `prepare`. */
	handler: (
		input: HandlerInput<AnyEndpoint>,
		services: Services,
		prepared: unknown,
	) => Promise<unknown> | unknown;
	prepare?: (input: HandlerInput<AnyEndpoint>, services: Services) => Promise<unknown>;
}

/**
 * Ties a contract to its handler. `caller`, `scope`, `staff`, `order`, `ticket`, `transfer`, `waitlistEntry`, `group`, `claim`, `agreement`, `purchase`, `supporterPage` and
 * `file` are set as the endpoint's access and upload say; reading one that the access does not give throws.
 */
export function handle<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): Route {
	return { endpoint, handler: handler as unknown as Handler<AnyEndpoint> };
}

/**
 * As `handle`, for an endpoint that calls an external server first: `prepare` runs without a connection to the database, also for a
 * request with an Idempotency-Key, whose transaction begins when `prepare` is done. It may read, and changes nothing. It does not run for a
 * key that has a stored response.
 */
export function handlePrepared<E extends AnyEndpoint, A>(
	endpoint: E,
	prepare: (input: HandlerInput<E>, services: Services) => Promise<A>,
	handler: (input: HandlerInput<E>, services: Services, prepared: A) => Promise<ResultOf<E>> | ResultOf<E>,
): Route {
	return {
		endpoint,
		prepare: prepare as unknown as Exclude<Route['prepare'], undefined>,
		handler: handler as unknown as Route['handler'],
	};
}

/** How the kernel finds out who asks for what; each function is supplied by the module that owns the table. */
export interface AccessResolvers {
	/** Accounts: the live session behind a bearer token. Throws AUTH_TOKEN_EXPIRED or AUTH_TOKEN_INVALID. */
	authenticate(services: Services, token: string): Promise<Caller>;
	/**
	 * Developer: the live API key behind a bearer token, as its maker within its scopes. Throws AUTH_TOKEN_INVALID or
	 * AUTH_TOKEN_EXPIRED, and AUTH_INSUFFICIENT_PERMISSIONS from an address that is not one of its networks.
	 */
	authenticateKey(services: Services, token: string, address: string): Promise<Caller>;
	/** Developer: notes a call by a key. Never throws and never waits. */
	noteKeyCall(services: Services, call: KeyCall): void;
	/** Events: an event by id, slug or code, whatever its state. */
	findEvent(
		services: Services,
		reference: string,
	): Promise<{ organisationId: string; eventId: string } | null>;
	/** Series: a series by id. */
	findSeries(services: Services, reference: string): Promise<{ organisationId: string } | null>;
	/** Accounts: an organisation by id or slug. */
	findOrganisation(services: Services, reference: string): Promise<{ organisationId: string } | null>;
	/**
	 * Admin: writes down that an administrator is about to change something; throws when it cannot, and then nothing is done.
	 * What it gives back writes down the outcome.
	 */
	startAuditEntry(
		services: Services,
		act: { caller: Caller; action: string; params: unknown; body: unknown; requestId: string },
	): Promise<(status: number) => Promise<void>>;
	/** Accounts: writes down what was done in an organisation. Never throws. */
	noteAct(services: Services, act: OrganisationAct): Promise<void>;
	/** Staff: a live link or device by its token. Null for unknown, expired and revoked alike, unless those are requested. */
	findStaff(
		services: Services,
		token: string,
		options?: { isOpenAfterEnd?: boolean },
	): Promise<StaffScope | null>;
	/** Orders: the order of a signed manage token. */
	findOrder(services: Services, manageToken: string): Promise<OrderScope | null>;
	/** Orders: the ticket of a holder's signed link, and the offer of a receiver's. */
	findTicket(services: Services, ticketToken: string): Promise<HeldTicketScope | null>;
	findTransfer(services: Services, transferToken: string): Promise<TransferScope | null>;
	/** Waitlist: the entry of a signed link. */
	findWaitlistEntry(services: Services, waitlistToken: string): Promise<WaitlistScope | null>;
	/** Groups: the group of its leader's signed link, and of a link by which its places are claimed. */
	findGroup(services: Services, groupToken: string): Promise<GroupScope | null>;
	findClaim(services: Services, claimToken: string): Promise<ClaimScope | null>;
	/** Payments: the agreement of a donor's signed link. */
	findAgreement(services: Services, agreementToken: string): Promise<AgreementScope | null>;
	/** Gift cards: the purchase of its buyer's signed link. */
	findPurchase(services: Services, purchaseToken: string): Promise<PurchaseScope | null>;
	/** Fundraisers: the page of a supporter's signed link. */
	findSupporterPage(services: Services, pageToken: string): Promise<SupporterPageScope | null>;
}
