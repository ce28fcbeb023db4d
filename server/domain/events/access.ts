import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Caller, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { EVENT_PASSWORD_LENGTH } from '#shared/contracts/events.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import { verifyPassword } from '../accounts/password-hash.ts';
import { proveGuess } from '../accounts/prove-password.ts';
import { markShortPassword } from './commands/mark-short-password.ts';
import type { EventRow, EventWithOrganiser } from './event-rows.ts';
import { findDateOfSeries, findWholeEvent } from './queries.ts';

/** Who looks at an event: the caller, and what `unlockEvent` gave for one behind a password. */
export interface Viewer {
	caller: Caller | undefined;
	eventAccess: string | undefined;
}

export interface VisibleEvent {
	event: EventWithOrganiser;
	/** The caller as a member of the organisation of the event; null for the public. */
	member: MemberRights | null;
}

/** The caller's rights where the event is theirs: membership of its organisation that reaches it. */
function memberAt(
	event: Pick<EventRow, 'id' | 'organisationId'>,
	caller: Caller | undefined,
): MemberRights | null {
	const membership = caller?.memberships.find(
		({ organisationId }) => organisationId === event.organisationId,
	);
	if (!membership) return null;
	const { eventIds, only } = membership;
	// A key that may not read events sees of them what everybody sees.
	if (only && !only.includes('events.view')) return null;
	return !eventIds || eventIds.includes(event.id) ? rightsOf(membership) : null;
}

/** Whether an event exists for people who are not members, password or not. */
export function existsForPublic(event: Pick<EventRow, 'status' | 'visibility' | 'publishedAt'>): boolean {
	if (event.visibility === 'invite_only' || event.status === 'draft') return false;
	// A draft that was put away was never shown.
	return event.status !== 'archived' || event.publishedAt !== null;
}

/**
 * Lets a viewer see an event, or throws: not-found for drafts and invitations, RESOURCE_ACCESS_DENIED with the rule
 * `password-needed` for a password that was not given. Every public call about an event goes through here.
 */
export function requireVisible(
	services: Services,
	event: EventWithOrganiser | null,
	viewer: Viewer,
): VisibleEvent {
	if (!event) throw notFound('Event');
	const member = memberAt(event, viewer.caller);
	if (member) return { event, member };
	if (!existsForPublic(event)) throw notFound('Event');
	if (event.visibility === 'password' && !isAccessToken(services, event, viewer.eventAccess))
		throw passwordNeeded();
	return { event, member: null };
}

/** Of an event behind a password, to those who did not give it. */
export const passwordNeeded = () =>
	new AppError('RESOURCE_ACCESS_DENIED', {
		message: 'This event needs its password. Send it to /unlock and the answer as X-Event-Access.',
		userMessage: message`This event is private. Enter its password.`,
		metadata: { rule: 'password-needed' },
	});

/** The event that a reference means, for a viewer who may see it. */
export async function getVisibleEvent(
	services: Services,
	reference: string,
	viewer: Viewer,
): Promise<VisibleEvent> {
	return requireVisible(services, await findWholeEvent(services, reference), viewer);
}

/** The event that a reference means, or the date that the slug of a series leads to, for a viewer who may see it. For reading alone. */
export async function getShownEvent(
	services: Services,
	reference: string,
	viewer: Viewer,
): Promise<VisibleEvent> {
	const event = (await findWholeEvent(services, reference)) ?? (await findDateOfSeries(services, reference));
	return requireVisible(services, event, viewer);
}

/**
 * Gives the access token of an event for its password.
 * @throws RESOURCE_ACCESS_DENIED for a wrong one, RATE_LIMIT_TOO_MANY_REQUESTS after too many
 */
export async function unlockEvent(
	services: Services,
	reference: string,
	password: string,
	address: string,
): Promise<string> {
	const event = (await findWholeEvent(services, reference)) ?? (await findDateOfSeries(services, reference));
	if (!event || !existsForPublic(event) || event.visibility !== 'password') throw notFound('Event');
	const isRight = await proveGuess(
		services,
		`event:${event.id}`,
		address,
		async () => (await verifyPassword(event.passwordHash, password)).isRight,
	);
	if (!isRight) {
		throw new AppError('RESOURCE_ACCESS_DENIED', {
			message: 'The password is wrong.',
			userMessage: message`Incorrect password. Try again.`,
			metadata: { rule: 'password-wrong' },
		});
	}
	if (password.length < EVENT_PASSWORD_LENGTH && !event.hasShortPassword) {
		await markShortPassword(services, event);
	}
	return accessToken(services, event);
}

/** Signed over the hash of the password: a new password voids the tokens of the old one. */
function accessToken(services: Services, event: EventRow): string {
	return createHmac('sha256', services.secret)
		.update(`event-access\n${event.id}\n${event.passwordHash ?? ''}`)
		.digest('base64url');
}

function isAccessToken(services: Services, event: EventRow, token: string | undefined): boolean {
	if (!token || !event.passwordHash) return false;
	const expected = Buffer.from(accessToken(services, event));
	const given = Buffer.from(token);
	return given.length === expected.length && timingSafeEqual(given, expected);
}
