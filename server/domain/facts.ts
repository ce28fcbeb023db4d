import type { SecurityChange } from '#shared/contracts/auth.ts';
import type { Tx } from '../db/client.ts';
import { facts as factsTable } from '../db/tables/platform.ts';
import type { Services } from '../services.ts';
import type { PersonalDataSource } from './personal-data.ts';

/**
 * The catalogue of facts: what modules announce, in the past tense, to modules on their right. A fact is written in the
 * transaction of the change it tells of. Payloads carry ids; listeners read the rest.
 */
export interface FactCatalogue {
	'accounts.verification-requested': { userId: string; mailTokenId: string };
	'accounts.password-reset-requested': { userId: string; mailTokenId: string };
	'accounts.register-repeated': { userId: string; mailTokenId: string };
	/** Without a leave token the old address has no say; `isTaken`: the new one has an account of its own already. */
	'accounts.email-change-requested': {
		userId: string;
		leaveTokenId: string | null;
		enterTokenId: string;
		isTaken: boolean;
	};
	'accounts.password-changed': { userId: string };
	/** Heard inside the change, while the account still has the address that it is told at. */
	'accounts.security-changed': { userId: string; change: SecurityChange };
	/** Somebody wants to delete their account; organisations that are theirs alone end with it. Heard by those who may refuse. */
	'accounts.erasure-asked': { userId: string; organisationIds: string[] };
	/** Heard inside the erasure, while the account still bears its name and address. */
	'accounts.user-erased': { userId: string; organisationIds: string[] };
	'settings.export-ready': { userId: string; exportId: string };
	'accounts.organisation-renamed': { organisationId: string; name: string };
	'events.event-created': { eventId: string };
	/** `fields` are the columns that changed; money and capacity rules may refuse some of them. */
	'events.event-updated': { eventId: string; fields: string[] };
	'events.event-duplicated': { eventId: string; fromEventId: string };
	'events.event-published': { eventId: string };
	'events.event-unpublished': { eventId: string };
	'events.event-cancelled': { eventId: string; message: string };
	'events.event-postponed': { eventId: string };
	'events.event-archived': { eventId: string };
	'events.event-deleted': { eventId: string };
	'events.event-rescheduled': { eventId: string };
	/** Heard inside the deletion by those who may refuse it. */
	'tickets.ticket-type-deleted': { ticketTypeId: string };
	/** Somebody is to get the way to a door by mail. */
	'staff.link-shared': {
		staffLinkId: string;
		shortCode: string;
		email: string;
		note: string;
		shareId: string;
	};
	/** Written by the sale's own statement: only listeners `after` hear it. */
	'orders.order-confirmed': { orderId: string; notify: boolean };
	'orders.order-cancelled': { orderId: string; attendeeIds: string[]; notify: boolean };
	'orders.confirmation-requested': { orderId: string; requestId: string };
	'feedback.status-changed': { reportId: string; activityId: string };
	'support.message-received': { messageId: string };
	/** The address is what was typed; whether it has tickets is found out by who hears this. */
	'support.tickets-asked-for': { email: string };
	'check-in.conflict-found': { checkInId: string };
}

export type FactName = keyof FactCatalogue;

export interface Fact<N extends FactName = FactName> {
	name: N;
	organisationId: string | null;
	eventId: string | null;
	payload: FactCatalogue[N];
}

/** A fact as a later listener gets it: with the id that makes its work safe to repeat. */
export type RecordedFact<N extends FactName = FactName> = Fact<N> & { id: string };

/**
 * What a module does when something happens on its left. `with` runs inside the announcing transaction and can refuse it by
 * throwing: for rules that must hold at once. `after` runs in the worker, at least once: for mails and figures.
 */
export interface Listener<N extends FactName = FactName> {
	fact: N;
	with?: (tx: Tx, fact: Fact<N>, services: Services) => Promise<void>;
	after?: (fact: RecordedFact<N>, services: Services) => Promise<void>;
	/**
	 * The same as `after` for many facts about different things at once, all or none: after a rush there are thousands. When it
	 * fails, they are heard one by one.
	 */
	afterMany?: (facts: RecordedFact<N>[], services: Services) => Promise<void>;
}

/** Declares a listener with the payload of its fact. */
export function listen<N extends FactName>(listener: Listener<N>): Listener {
	return listener as unknown as Listener;
}

export interface Facts {
	/** Announces a fact in a transaction: runs the listeners that belong inside it, then writes the row for the others. */
	announce<N extends FactName>(tx: Tx, fact: Fact<N>, services: Services): Promise<void>;
	/** The listeners of the worker. */
	listenersAfter(name: FactName): NonNullable<Listener['after']>[];
	/** The same for many facts at once; null when one of them hears only single facts. */
	listenersAfterMany(name: FactName): NonNullable<Listener['afterMany']>[] | null;
	/** True when somebody listens in the worker; a fact that nobody waits for is not written. */
	isAwaited(name: FactName): boolean;
	/** What all modules know about a person. */
	personalData: PersonalDataSource[];
}

/** Builds the hub from the listeners of all modules. */
export function createFacts(listeners: Listener[], personalData: PersonalDataSource[] = []): Facts {
	const inside = new Map<FactName, NonNullable<Listener['with']>[]>();
	const after = new Map<FactName, NonNullable<Listener['after']>[]>();
	const afterMany = new Map<FactName, NonNullable<Listener['afterMany']>[]>();
	for (const listener of listeners) {
		if (listener.afterMany)
			afterMany.set(listener.fact, [...(afterMany.get(listener.fact) ?? []), listener.afterMany]);
		if (listener.with) inside.set(listener.fact, [...(inside.get(listener.fact) ?? []), listener.with]);
		if (listener.after) after.set(listener.fact, [...(after.get(listener.fact) ?? []), listener.after]);
	}
	return {
		personalData,
		async announce(tx, fact, services) {
			for (const run of inside.get(fact.name) ?? []) await run(tx, fact, services);
			if (!after.has(fact.name)) return;
			await tx.insert(factsTable).values({
				name: fact.name,
				organisationId: fact.organisationId,
				eventId: fact.eventId,
				payload: fact.payload,
			});
		},
		listenersAfter: (name) => after.get(name) ?? [],
		listenersAfterMany(name) {
			const many = afterMany.get(name) ?? [];
			return many.length > 0 && many.length === after.get(name)?.length ? many : null;
		},
		isAwaited: (name) => after.has(name),
	};
}
