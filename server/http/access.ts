import { type Access, type AnyEndpoint, isFile, isLinkAccess } from '#shared/contracts/endpoint.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { apiKeyPrefix, scopesFor } from '#shared/rules/api-keys.ts';
import { memberCan, type OrganisationAction } from '#shared/rules/permissions.ts';
import type { Services } from '../services.ts';
import {
	type AccessResolvers,
	type Caller,
	type HandlerInput,
	type OrganisationScope,
	rightsOf,
} from './handler.ts';

export interface AccessKernel {
	services: Services;
	resolvers: AccessResolvers;
}

/** The request before validation. */
interface Sent {
	params: Record<string, string>;
	query: unknown;
	body: unknown;
}

const noInvitation = 'Invalid or expired scanner access. Please get a new QR code from the event organizer.';

/**
 * The caller behind the Authorization header. Endpoints of staff links and of signed links read none: the token in their path
 * is another kind, and the two are never mixed.
 * @throws AUTH_REQUIRED when the endpoint needs somebody and nobody is there
 */
export async function identify(
	kernel: AccessKernel,
	endpoint: AnyEndpoint,
	authorization: string | undefined,
	address: string,
): Promise<Caller | undefined> {
	const { kind } = endpoint.access;
	// Before anything else, whoever may call it: also where no bearer token is read otherwise.
	if (endpoint.method !== 'GET' && authorization !== undefined && isViewAuthorization(authorization)) {
		throw viewOnly(message`You’re viewing as another user, read-only. Stop viewing to make changes.`);
	}
	if (kind === 'staff' || isLinkAccess(kind)) return undefined;
	if (authorization === undefined) {
		if (kind !== 'public') throw new AppError('AUTH_REQUIRED');
		return undefined;
	}
	const match = /^Bearer ([\w.~+/-]{1,500}=*)$/i.exec(authorization);
	if (!match?.[1]) {
		throw new AppError('AUTH_TOKEN_INVALID', { message: 'The Authorization header is not a bearer token.' });
	}
	return match[1].startsWith(apiKeyPrefix)
		? kernel.resolvers.authenticateKey(kernel.services, match[1], address)
		: kernel.resolvers.authenticate(kernel.services, match[1]);
}

/**
 * Refuses callers of the wrong kind: who only looks, API keys where a person is required, and people who are no administrators.
 * @throws AUTH_INSUFFICIENT_PERMISSIONS
 */
export function refuseCaller(endpoint: AnyEndpoint, caller: Caller): void {
	const { access } = endpoint;
	if (caller.key && (access.kind === 'admin' || (access.kind === 'user' && !access.takesKeys))) {
		throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
			message: 'API keys cannot be used here: this call is for people who sign in.',
			metadata: { rule: 'people-only' },
		});
	}
	if (caller.viewedBy !== null && endpoint.isHiddenFromViewers) {
		throw viewOnly(message`This is hidden while you view as another user.`);
	}
	if (access.kind === 'admin' && !caller.isAdmin) {
		throw caller.needsSecondFactor ? twoFactorNeeded() : new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
	}
}

const isViewAuthorization = (authorization: string) => /^Bearer view_/i.test(authorization);

function viewOnly(message: TranslatableMessage): AppError {
	return new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
		userMessage: message,
		metadata: { rule: 'view-only' },
	});
}

function twoFactorNeeded(): AppError {
	return new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
		userMessage: message`Admins must use 2FA. Turn it on in your settings.`,
		metadata: { rule: 'two-factor-needed' },
	});
}

/** Resolves the object that the endpoint acts on and checks the right to it; sets `scope`, `staff` or what a signed link names in the input. */
export async function authorise(
	kernel: AccessKernel,
	endpoint: AnyEndpoint,
	input: HandlerInput<AnyEndpoint>,
	sent: Sent,
): Promise<void> {
	const { access } = endpoint;
	if (access.kind === 'organisation') {
		input.scope = await organisationScope(kernel, endpoint, access, input.caller, sent);
	} else if (access.kind === 'staff') {
		const staff = await kernel.resolvers.findStaff(kernel.services, sent.params.token ?? '', {
			isOpenAfterEnd: access.isOpenAfterEnd ?? false,
		});
		if (!staff) throw new AppError('RESOURCE_ACCESS_DENIED', { status: 401, message: noInvitation });
		if (access.ability && !staff.abilities.includes(access.ability)) {
			throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
				message: `This link may not: ${access.ability}.`,
			});
		}
		input.staff = staff;
	} else if (access.kind === 'order') {
		const order = await kernel.resolvers.findOrder(kernel.services, sent.params.manageToken ?? '');
		if (!order) throw notFound('Order');
		input.order = order;
	} else if (access.kind === 'ticket') {
		const ticket = await kernel.resolvers.findTicket(kernel.services, sent.params.ticketToken ?? '');
		if (!ticket) throw notFound('Ticket');
		input.ticket = ticket;
	} else if (access.kind === 'transfer') {
		const transfer = await kernel.resolvers.findTransfer(kernel.services, sent.params.transferToken ?? '');
		if (!transfer) throw notFound('Transfer');
		input.transfer = transfer;
	} else if (access.kind === 'waitlist') {
		const entry = await kernel.resolvers.findWaitlistEntry(kernel.services, sent.params.waitlistToken ?? '');
		if (!entry) throw notFound('Waitlist entry');
		input.waitlistEntry = entry;
	} else if (access.kind === 'group') {
		const group = await kernel.resolvers.findGroup(kernel.services, sent.params.groupToken ?? '');
		if (!group) throw notFound('Group');
		input.group = group;
	} else if (access.kind === 'claim') {
		const claim = await kernel.resolvers.findClaim(kernel.services, sent.params.claimToken ?? '');
		if (!claim) throw notFound('Group');
		input.claim = claim;
	} else if (access.kind === 'agreement') {
		const agreement = await kernel.resolvers.findAgreement(kernel.services, sent.params.agreementToken ?? '');
		if (!agreement) throw notFound('Monthly donation');
		input.agreement = agreement;
	} else if (access.kind === 'purchase') {
		const purchase = await kernel.resolvers.findPurchase(kernel.services, sent.params.purchaseToken ?? '');
		if (!purchase) throw notFound('Gift card');
		input.purchase = purchase;
	} else if (access.kind === 'supporter') {
		const page = await kernel.resolvers.findSupporterPage(kernel.services, sent.params.pageToken ?? '');
		if (!page) throw notFound('Page');
		input.supporterPage = page;
	}
}

const missing = { event: 'Event', series: 'Series', organisation: 'Organisation' } as const;

/** Checks the caller's role on the object that the endpoint names; what belongs to others does not exist. */
async function organisationScope(
	kernel: AccessKernel,
	endpoint: AnyEndpoint,
	access: Access & { kind: 'organisation' },
	caller: Caller,
	sent: Sent,
): Promise<OrganisationScope> {
	const { action, via, isPartial = false } = access;
	let organisationId: string | undefined;
	let eventId = '';
	/** The first organisation of the caller that the endpoint answers them for. */
	const first = () => caller.memberships.find((one) => isPartial || !one.eventIds) ?? caller.memberships[0];
	if (via === 'event') {
		const event = await kernel.resolvers.findEvent(kernel.services, sent.params.event ?? '');
		if (!event) throw notFound('Event');
		({ organisationId, eventId } = event);
	} else if (via === 'series') {
		const series = await kernel.resolvers.findSeries(kernel.services, sent.params.series ?? '');
		if (!series) throw notFound('Series');
		({ organisationId } = series);
	} else {
		const named =
			sent.params.organisation ??
			(sent.query as { organisationId?: unknown } | undefined)?.organisationId ??
			(sent.body as { organisationId?: unknown } | null | undefined)?.organisationId;
		organisationId =
			named === undefined
				? first()?.organisationId
				: (await kernel.resolvers.findOrganisation(kernel.services, String(named)))?.organisationId;
	}
	const membership = caller.memberships.find((one) => one.organisationId === organisationId);
	const { eventIds = null, only } = membership ?? {};
	const isWithinReach = !eventIds || (via === 'event' ? eventIds.includes(eventId) : isPartial);
	if (!membership || !isWithinReach) throw notFound(missing[via]);
	if (!memberCan(rightsOf(membership), action)) {
		if (only && !only.includes(action)) throw scopeMissing(action);
		throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
			message: `Your role (${membership.role}) does not allow ${action}.`,
		});
	}
	if (membership.lacksTwoFactor && caller.viewedBy === null) refuseWithoutTwoFactor(endpoint, action);
	const { lacksTwoFactor: _, ...scope } = membership;
	return { ...scope, eventId };
}

/**
 * What members without two factors may not do once their organisation requires them: change anything, or take data along as a file.
 * They read on, also what is requested by a POST that changes nothing (`limit: 'read'`), and whoever checks guests in goes on: check-in
 * never stops.
 * @throws AUTH_INSUFFICIENT_PERMISSIONS (`two-factor-needed`)
 */
function refuseWithoutTwoFactor(endpoint: AnyEndpoint, action: OrganisationAction): void {
	const isRead = endpoint.method === 'GET' || endpoint.limit === 'read';
	if ((!isRead || isFile(endpoint)) && action !== 'check_ins.perform') throw memberNeedsTwoFactor();
}

/** @returns the refusal of a member whose organisation requires two factors */
export const memberNeedsTwoFactor = () =>
	new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
		userMessage: message`Your organization requires 2FA. Turn it on in your settings, then try again.`,
		metadata: { rule: 'two-factor-needed' },
	});

function scopeMissing(action: OrganisationAction): AppError {
	const scopes = scopesFor(action);
	return new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
		message:
			scopes.length > 0 ? `This API key lacks the scope ${scopes.join(' or ')}.` : 'No API key may do this.',
		metadata: { rule: 'scope-missing', action, scopes },
	});
}
