import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFacts, listen } from '#server/domain/facts.ts';
import type { Poller, ScheduledJob } from '#server/domain/module.ts';
import { pollers, scheduledJobs } from '#server/domain/modules.ts';
import { countDelayed } from '#server/jobs/delayed-work.ts';
import { factClockPoller, factPoller } from '#server/jobs/fact-poller.ts';
import { runPoller } from '#server/jobs/poller-loop.ts';
import { upkeepJobs } from '#server/jobs/upkeep.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeConnection, makeDelivery } from '#tests/factories/connections.ts';
import { makeDoor } from '#tests/factories/door.ts';
import { makeEvent, moveEvent } from '#tests/factories/events.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { issueCard } from '#tests/factories/gift-cards.ts';
import { createMemoryService, makeFollowers, makeMailingList } from '#tests/factories/mailing-lists.ts';
import {
	buyTickets,
	holdTickets,
	makePricedEvent,
	payByCard,
	payByGiftCard,
	refundOrder,
} from '#tests/factories/money.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/*
 * Work of one organisation fails, or takes as long as the database lets it: that of another is done within seconds, whichever poller or job
 * it is of. Every poller and job has its scenario here, or the reason why it needs none.
 */
const { services, api } = useTestApi();
beforeAll(async () => {
	// What is committed from now on is new to those who look for changes.
	await makeConnection(services, await makeUser(services), { types: ['check_in.created'] });
	for (const one of pollers)
		if (one.name.includes('.find-')) await one.run(services, new AbortController().signal);
});

const withinMs = 15_000;
const old = new Date(Date.now() - 3_600_000);
/** So much is due of the organisation that is disturbed, before anything of the other. */
const many = 5;

const query = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
	(await services.database.pool.query<Row>(text, values)).rows;

/** Writes a row as it is, without the commands that would make it. */
async function insert(table: string, row: Record<string, unknown>): Promise<void> {
	const columns = Object.keys(row);
	await query(
		`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
		Object.values(row),
	);
}

const isThere = async (table: string, condition: string, value: string) =>
	(await query(`SELECT FROM ${table} WHERE ${condition} LIMIT 1`, [value])).length > 0;

/** Makes something of an organiser once. */
function onceFor<T>(make: (user: TestUser) => Promise<T>): (user: TestUser) => Promise<T> {
	const made = new Map<string, Promise<T>>();
	return (user) => {
		const one = made.get(user.organisationId) ?? make(user);
		made.set(user.organisationId, one);
		return one;
	};
}
const pricedEventOf = onceFor((user) => makePricedEvent(services, api, user, { capacity: 1_000 }));
const approvedEventOf = onceFor((user) =>
	makePricedEvent(services, api, user, { needsApproval: true, capacity: 1_000 }),
);
const fundraiserOf = onceFor((user) => makeFundraiser(services, api, user));
const draftOf = onceFor((user) => makeEvent(services, user));

/** Somebody who waits for a ticket of an event. */
async function seedEntry(user: TestUser): Promise<{ id: string; eventId: string }> {
	const { id: eventId, organisationId } = await makeEvent(services, user, { isPublished: true });
	const [type] = await query<{ id: string }>('SELECT id FROM ticket_types WHERE event_id = $1', [eventId]);
	const id = newId();
	await insert('waitlist_entries', {
		...{ id, organisation_id: organisationId, event_id: eventId, ticket_type_ids: [type?.id] },
		...{ party: 1, name: 'Grace', email: `${id}@example.org` },
	});
	return { id, eventId };
}

/** A message to the guests of an event, who are none. */
async function seedMessage(user: TestUser, state: Record<string, unknown>): Promise<string> {
	const { id: eventId, organisationId } = await draftOf(user);
	const id = newId();
	await insert('guest_messages', {
		...{ id, organisation_id: organisationId, event_id: eventId, subject: 'Doors', body: 'At seven' },
		...{ segment: { conditions: [] }, category: 'service', ...state },
	});
	return id;
}

/** A group whose guests pay for themselves, of which nothing is held. */
async function seedGroup(user: TestUser, due: Record<string, unknown>): Promise<string> {
	const { id: eventId, organisationId } = await makeEvent(services, user, { isPublished: true });
	const [type] = await query<{ id: string }>('SELECT id FROM ticket_types WHERE event_id = $1', [eventId]);
	const id = newId();
	await insert('group_bookings', {
		...{ id, organisation_id: organisationId, event_id: eventId, ticket_type_id: type?.id, places: 1 },
		...{ name: 'Choir', pays: 'each', leader_name: 'Clara', leader_email: `${id}@example.org` },
		...{ deadline_at: new Date(Date.now() + 86_400_000), ...due },
	});
	return id;
}

/** A mailing list of its own; nothing is called. */
async function seedMailingList(user: TestUser): Promise<string> {
	const service = createMemoryService();
	const id = newId();
	service.lists = [{ id, name: id, contacts: null }];
	return (await makeMailingList(services, user, service, id)).id;
}

type Mode = 'fails' | 'crawls';
type Disturbed = { services?: Services };

interface Scenario {
	/** Makes something due. @returns whether it is done */
	seed(user: TestUser): Promise<() => Promise<boolean>>;
	/** Where the work of an organisation is disturbed: a statement on this table, or in another way. */
	disturb:
		| {
				table: string;
				on: 'INSERT' | 'UPDATE';
				when?: string;
				column?: string;
				value?: (user: TestUser) => string;
		  }
		| ((user: TestUser, mode: Mode) => Disturbed);
	/** How often the disturbed organisation has it due. */
	times?: number;
	/** It is about single orders: the organisations of such scenarios are made once, with the events that are for sale. */
	isOfOrders?: boolean;
	/** What the delay is counted under; null: a call that cannot be recorded is repeated when its claim ends. */
	delayedAs?: string | null;
}

/** Statements on rows of somebody fail, or sleep until they are cancelled. */
async function disturbTable(
	{
		table,
		on,
		when = 'true',
		column = 'organisation_id',
	}: Exclude<Scenario['disturb'], (...args: never[]) => unknown>,
	value: string,
	mode: Mode,
): Promise<void> {
	const act = mode === 'fails' ? `RAISE EXCEPTION 'disturbed'` : 'PERFORM pg_sleep(60)';
	await query(
		`CREATE FUNCTION disturb() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${act}; RETURN NEW; END $$`,
	);
	await query(
		`CREATE TRIGGER disturb BEFORE ${on} ON ${table} FOR EACH ROW WHEN (NEW.${column}::text = '${value}' AND (${when})) EXECUTE FUNCTION disturb()`,
	);
}

const wakeSleepers = () =>
	query(
		`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
	);

/** What is disturbed from now on fails at once, so that each piece of work that crawls need not be woken by itself. */
const failFromNowOn = () =>
	query(
		`CREATE OR REPLACE FUNCTION disturb() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'over'; END $$`,
	);

/** Ends the waiting of listeners that crawl. */
let waking = new AbortController();

afterEach(async () => {
	waking = new AbortController();
	await wakeSleepers();
	await query('DROP FUNCTION IF EXISTS disturb() CASCADE');
	await query('UPDATE plan_settings SET are_charged = false WHERE are_charged');
});

const paymentOf = (organisationId: string, row: Record<string, unknown> = {}) => ({
	...{
		id: newId(),
		organisation_id: organisationId,
		subject_kind: 'order',
		subject_id: newId(),
		method: 'card',
	},
	...{ gateway: services.gateway.name, currency: 'EUR', amount_minor: 100, state: 'created', ...row },
});

async function makeScannedDoor(user: TestUser) {
	const door = await makeDoor({ services, api, owner: user }, { guests: 1 });
	const { status } = await api.post(`/api/staff-access/checkin/${door.token}`, {
		guestQrData: door.guests[0]?.code,
		nonce: randomUUID(),
	});
	expect(status).toBe(200);
	return door;
}

const scenarios: Record<string, Scenario | { reason: string }> = {
	'facts.dispatch': {
		async seed({ organisationId }) {
			const payload = { eventId: newId() };
			const fact = {
				name: 'events.event-published' as const,
				organisationId,
				eventId: payload.eventId,
				payload,
			};
			await services.database.transaction((tx) => createFacts(heard()).publish(tx, fact, services));
			return () => isThere('facts', 'organisation_id = $1 AND dispatched_at IS NOT NULL', organisationId);
		},
		disturb: ({ organisationId }, mode) => ({
			services: { ...services, facts: createFacts(heard(organisationId, mode)) },
		}),
		times: 120,
	},
	'facts.after-clock-change': { reason: 'one statement about times, that reads nothing of an organisation' },
	'notifications.after-clock-change': {
		reason: 'one statement about times, that reads nothing of an organisation',
	},
	'notifications.read-bounces': { reason: 'one mailbox of the installation' },
	'payments.test-gateway': { reason: 'another company’s server in tests and demos' },
	'status.look-around': { reason: 'work of the installation' },
	'orders.expire-holds': {
		isOfOrders: true,
		async seed(user) {
			const event = await pricedEventOf(user);
			const order = await holdTickets(api, event);
			await query(`UPDATE orders SET expires_at = $2 WHERE id = $1`, [order.id, old]);
			return () => isThere('orders', `id = $1 AND status = 'expired'`, order.id);
		},
		disturb: { table: 'orders', on: 'UPDATE', when: `NEW.status = 'expired'` },
		times: 2,
	},
	'orders.return-gift-cards': {
		isOfOrders: true,
		async seed(user) {
			const order = await holdTickets(api, await pricedEventOf(user));
			const { code } = await issueCard(services, user, { issuedMinor: 1_000 });
			expect((await payByGiftCard(api, order, { code })).status).toBe(201);
			expect((await api.delete(`/api/orders/${order.manageToken}/hold`)).status).toBe(204);
			await query('UPDATE gift_card_uses SET check_at = $2 WHERE order_id = $1', [order.id, old]);
			return () => isThere('gift_card_uses', 'order_id = $1 AND returned_minor > 0', order.id);
		},
		disturb: { table: 'gift_card_uses', on: 'UPDATE', when: 'NEW.returned_minor > 0' },
		times: 2,
	},
	'orders.issue-receipts': {
		isOfOrders: true,
		async seed(user) {
			const order = await holdTickets(api, await pricedEventOf(user));
			await payByCard(api, order);
			await query('UPDATE due_receipts SET due_at = $2 WHERE order_id = $1', [order.id, old]);
			return () => isThere('documents', 'subject_id = $1', order.id);
		},
		disturb: { table: 'documents', on: 'INSERT' },
		times: 2,
	},
	'orders.lapse-approvals': {
		isOfOrders: true,
		async seed(user) {
			const { id } = await holdTickets(api, await approvedEventOf(user));
			await query('UPDATE orders SET expires_at = $2 WHERE id = $1', [id, old]);
			return () => isThere('orders', `id = $1 AND status = 'cancelled'`, id);
		},
		disturb: { table: 'orders', on: 'UPDATE', when: `NEW.status = 'cancelled'` },
		times: 3,
	},
	'orders.lapse-changes': {
		isOfOrders: true,
		async seed(user) {
			const event = await pricedEventOf(user);
			const order = await holdTickets(api, event);
			await payByCard(api, order);
			const changeId = newId();
			await insert('order_changes', {
				...{ id: changeId, organisation_id: user.organisationId, event_id: event.id, order_id: order.id },
				...{ state: 'awaiting_payment', wanted: '{"tickets":[],"add":[]}', hash: '', lines: '[]' },
				...{ difference_minor: 100, expires_at: old },
			});
			return () => isThere('order_changes', `id = $1 AND state = 'lapsed'`, changeId);
		},
		disturb: { table: 'order_changes', on: 'UPDATE', when: `NEW.state = 'lapsed'` },
		times: 3,
	},
	'orders.remind-of-refund-requests': {
		isOfOrders: true,
		async seed(user) {
			const order = await holdTickets(api, await pricedEventOf(user));
			await payByCard(api, order);
			expect((await api.post(`/api/orders/${order.manageToken}/refund-requests`, {})).status).toBe(201);
			await query(`UPDATE refund_requests SET created_at = now() - interval '8 days' WHERE order_id = $1`, [
				order.id,
			]);
			return () => isThere('mails', `props ->> 'orderId' = $1 AND props ? 'isReminder'`, order.id);
		},
		disturb: { table: 'mails', on: 'INSERT', when: `NEW.props ? 'isReminder'` },
		times: 3,
	},
	'orders.lapse-transfers': {
		isOfOrders: true,
		async seed(user) {
			const order = await buyTickets(api, await pricedEventOf(user));
			const [ticket] = order.ids;
			const receiver = { name: 'Grace Hopper', email: 'grace@example.org' };
			const offered = await api.post(`${order.path}/attendees/${ticket}/transfer`, receiver);
			expect(offered.status).toBe(201);
			await query(`UPDATE ticket_transfers SET expires_at = $2 WHERE attendee_id = $1`, [ticket, old]);
			return () => isThere('ticket_transfers', `attendee_id = $1 AND state = 'lapsed'`, ticket as string);
		},
		disturb: { table: 'ticket_transfers', on: 'UPDATE', when: `NEW.state = 'lapsed'` },
		times: 3,
	},
	'orders.refund-resales': {
		isOfOrders: true,
		async seed(user) {
			const order = await buyTickets(api, await pricedEventOf(user));
			// Its price is due as if the ticket were sold.
			await query(
				`INSERT INTO resale_listings (id, organisation_id, event_id, order_id, attendee_id, ticket_type_id, price_minor, lines, state,
					buyer_order_id, refund_due_at, ended_at)
				SELECT gen_random_uuid(), organisation_id, event_id, order_id, id, ticket_type_id, 2400, '[]', 'sold', order_id, $2, $2
				FROM attendees WHERE id = $1`,
				[order.ids[0], old],
			);
			return () => isThere('refunds', `subject_id = $1 AND reason = 'resold'`, order.id);
		},
		disturb: { table: 'refunds', on: 'INSERT', when: `NEW.reason = 'resold'` },
		times: 3,
	},
	'waitlist.offer-places': {
		async seed(user) {
			const entry = await seedEntry(user);
			await query(
				`INSERT INTO place_reservations (id, organisation_id, event_id, pool_id, purpose, ref_id, places, due_at)
				SELECT gen_random_uuid(), organisation_id, event_id, id, 'saving', id, 1, $2 FROM capacity_pools WHERE event_id = $1`,
				[entry.eventId, old],
			);
			await query('UPDATE capacity_pools SET is_awaited = true, size = 1, held = 1 WHERE event_id = $1', [
				entry.eventId,
			]);
			return () => isThere('waitlist_offers', 'entry_id = $1', entry.id);
		},
		disturb: { table: 'waitlist_offers', on: 'INSERT' },
	},
	'gift-cards.send-due': {
		async seed(user) {
			const { id } = await issueCard(services, user, { recipientEmail: 'grace@example.org' });
			return () => isThere('gift_cards', 'id = $1 AND sent_at IS NOT NULL', id);
		},
		disturb: { table: 'gift_cards', on: 'UPDATE', when: 'NEW.sendings > 0' },
		times: many,
	},
	'door-sales.end-allotments': {
		async seed(user) {
			const { id: eventId, organisationId } = await makeEvent(services, user, { isPublished: true });
			await moveEvent(services, eventId, { start: -3, end: -1 });
			const id = newId();
			await insert('door_allotments', {
				...{
					id,
					organisation_id: organisationId,
					event_id: eventId,
					holder_id: newId(),
					device_id: 'device-1',
				},
				...{ ticket_type_id: newId(), quantity: 0 },
			});
			return () => isThere('door_allotments', `id = $1 AND state = 'ended'`, id);
		},
		disturb: { table: 'door_allotments', on: 'UPDATE' },
	},
	'groups.end-due': {
		async seed(user) {
			const id = await seedGroup(user, { deadline_at: old });
			return () => isThere('group_bookings', `id = $1 AND state = 'ended'`, id);
		},
		disturb: { table: 'group_bookings', on: 'UPDATE' },
	},
	'groups.notice-deadlines': {
		async seed(user) {
			const id = await seedGroup(user, { notice_at: old });
			return () => isThere('group_bookings', 'id = $1 AND notice_at IS NULL', id);
		},
		disturb: { table: 'group_bookings', on: 'UPDATE' },
	},
	'orders.bulk-runs': {
		async seed(user) {
			const { id: eventId } = await makeEvent(services, user);
			const { organisationId } = user;
			const runId = newId();
			await insert('bulk_runs', {
				id: runId,
				organisation_id: organisationId,
				event_id: eventId,
				state: 'running',
			});
			// Not an order: it is noted as one that cannot be refunded.
			await insert('bulk_run_orders', { organisation_id: organisationId, run_id: runId, order_id: newId() });
			return () => isThere('bulk_run_orders', `run_id = $1 AND state <> 'waiting'`, runId);
		},
		disturb: { table: 'bulk_run_orders', on: 'UPDATE' },
		times: many,
	},
	'notifications.send-mails': {
		async seed({ organisationId }) {
			const id = newId();
			await insert('mails', {
				...{
					id,
					organisation_id: organisationId,
					template: 'organisers/message',
					recipient: 'a@example.org',
				},
				...{
					props: { organisationId, messageId: newId() },
					dedupe_key: id,
					next_attempt_at: old,
					attempts: 3,
				},
			});
			return () => isThere('mails', `id = $1 AND status NOT IN ('queued', 'sending')`, id);
		},
		disturb: { table: 'mails', on: 'UPDATE', when: `NEW.status NOT IN ('queued', 'sending')` },
		times: 150,
	},
	'notifications.fundraiser-updates': {
		isOfOrders: true,
		async seed(user) {
			const event = await fundraiserOf(user);
			const order = await holdGift(api, event, { amountMinor: 1_000, updates: true });
			expect((await payByCard(api, order)).status).toBe(201);
			const posted = await api.post(
				`/api/events/${event.id}/fundraiser/updates`,
				{ title: 'The roof', body: 'It is dry.' },
				{ token: user.token },
			);
			return () =>
				isThere('mails', `template = 'fundraisers/update' AND props->>'updateId' = $1`, posted.body.id);
		},
		disturb: { table: 'mails', on: 'INSERT' },
	},
	'notifications.follower-news': {
		async seed(user) {
			const { id } = await makeEvent(services, user);
			const { organisationId } = user;
			await query('DELETE FROM follower_news WHERE organisation_id = $1', [organisationId]);
			await insert('follower_news', { organisation_id: organisationId, event_id: id, noted_at: old });
			return () => isThere('follower_news', 'event_id = $1 AND sent_at IS NOT NULL', id);
		},
		disturb: { table: 'follower_news', on: 'UPDATE' },
	},
	'messages.send': {
		async seed(user) {
			const id = await seedMessage(user, { state: 'scheduled', send_at: old });
			return () => isThere('guest_messages', `id = $1 AND state = 'sent'`, id);
		},
		disturb: { table: 'guest_messages', on: 'UPDATE' },
		times: many,
	},
	'events.publish-due': {
		async seed(user) {
			const { id } = await makeEvent(services, user);
			await query('UPDATE events SET publish_at = $2 WHERE id = $1', [id, old]);
			return () => isThere('events', `id = $1 AND publish_at IS NULL`, id);
		},
		disturb: { table: 'events', on: 'UPDATE', when: 'NEW.publish_at IS NULL' },
		times: many,
	},
	'events.announce-changes': {
		async seed(user) {
			const event = await makeEvent(services, user, { isPublished: true });
			const id = newId();
			await insert('event_change_sets', {
				...{
					id,
					organisation_id: user.organisationId,
					event_id: event.id,
					kind: 'edit',
					actor_kind: 'system',
				},
				...{ summary: {}, event_version: 1, notify: true, notify_at: old },
			});
			return () => isThere('event_change_sets', 'id = $1 AND notified_at IS NOT NULL', id);
		},
		disturb: { table: 'event_change_sets', on: 'UPDATE' },
		times: many,
	},
	'series.announce-changes': {
		async seed(user) {
			const [id, seriesId] = [newId(), newId()];
			const series = { organisation_id: user.organisationId, series_id: seriesId };
			await insert('event_series', {
				...{ id: seriesId, organisation_id: user.organisationId, title: 'Tuesdays', slug: `s-${seriesId}` },
			});
			await insert('event_series_changes', {
				...{ id, ...series, kind: 'edit', scope: 'all', from_key: '2030-01-08/1', actor_kind: 'system' },
				...{ dates: 1, notify: true, notify_at: old, before: {}, series_version: 2 },
			});
			return () => isThere('event_series_changes', `id = $1 AND state <> 'applied'`, id);
		},
		disturb: { table: 'event_series_changes', on: 'UPDATE' },
		times: many,
	},
	'questions.remove-file-contents': {
		async seed({ organisationId }) {
			const name = `${services.files.newStem()}-${organisationId.replaceAll('-', '').slice(-12)}.bin`;
			await insert('answer_file_removals', { file_name: name, owner_id: organisationId });
			return async () => !(await isThere('answer_file_removals', 'file_name = $1', name));
		},
		disturb({ organisationId }, mode) {
			const suffix = `-${organisationId.replaceAll('-', '').slice(-12)}.bin`;
			const remove = async (name: string) => {
				if (!name.endsWith(suffix)) return services.files.remove(name);
				if (mode === 'crawls') await query('SELECT pg_sleep(60)');
				throw new Error('disturbed');
			};
			return { services: { ...services, files: { ...services.files, remove } } };
		},
	},
	'settings.make-exports': {
		async seed({ userId }) {
			const id = newId();
			await insert('data_exports', { id, user_id: userId, next_attempt_at: old });
			return () => isThere('data_exports', `id = $1 AND status = 'ready'`, id);
		},
		disturb: {
			table: 'data_exports',
			on: 'UPDATE',
			when: `NEW.status = 'ready'`,
			column: 'user_id',
			value: ({ userId }) => userId,
		},
	},
	'integrations.deliver': {
		async seed(user) {
			const { deliveryId } = await makeDelivery(services, user);
			return () => isThere('outbound_attempts', 'delivery_id = $1', deliveryId);
		},
		disturb: { table: 'outbound_attempts', on: 'INSERT' },
		times: many,
		delayedAs: null,
	},
	'integrations.find-check-ins': {
		async seed(user) {
			await makeConnection(services, user, { types: ['check_in.created'] });
			await makeScannedDoor(user);
			return () => isThere('outbound_messages', 'organisation_id = $1', user.organisationId);
		},
		disturb: { table: 'outbound_messages', on: 'INSERT' },
		delayedAs: 'integrations.delayed-check-ins',
	},
	'integrations.delayed-check-ins': {
		async seed(user) {
			await makeConnection(services, user, { types: ['check_in.created'] });
			await makeScannedDoor(user);
			const { organisationId } = user;
			await query(
				`INSERT INTO delayed_work (poller, key, organisation_id, next_try_at, last_error)
				SELECT 'integrations.delayed-check-ins', id, organisation_id, now(), 'slow' FROM check_ins WHERE organisation_id = $1`,
				[organisationId],
			);
			return () => isThere('outbound_messages', 'organisation_id = $1', organisationId);
		},
		disturb: { table: 'outbound_messages', on: 'INSERT' },
	},
	'mailing-lists.send': {
		async seed(user) {
			const { organisationId } = user;
			const list = await seedMailingList(user);
			const [follower] = await makeFollowers(services, organisationId, [`${newId()}@example.org`]);
			// Who left before they were added needs no call.
			await query(`UPDATE followers SET state = 'left', left_at = now() WHERE id = $1`, [follower]);
			await insert('mailing_list_contacts', {
				...{ organisation_id: organisationId, mailing_list_id: list, follower_id: follower, next_at: old },
			});
			return () => isThere('mailing_list_contacts', `mailing_list_id = $1 AND state = 'removed'`, list);
		},
		disturb: { table: 'mailing_list_contacts', on: 'UPDATE', when: 'NEW.settled_at IS NOT NULL' },
		times: many,
		delayedAs: null,
	},
	'mailing-lists.fill': {
		async seed(user) {
			const list = await seedMailingList(user);
			await makeFollowers(services, user.organisationId, [`${newId()}@example.org`]);
			return () => isThere('mailing_list_contacts', 'mailing_list_id = $1', list);
		},
		disturb: { table: 'mailing_list_contacts', on: 'INSERT' },
		times: many,
	},
	'integrations.send-past': {
		async seed(user) {
			const { row } = await makeConnection(services, user);
			const now = new Date().toISOString();
			const nobody = '00000000-0000-0000-0000-000000000000';
			const backfill = {
				types: ['event.published'],
				since: now,
				startedAt: now,
				endedAt: null,
				total: 0,
				done: 0,
				sent: 0,
			};
			await query('UPDATE connections SET backfill = $2 WHERE id = $1', [
				row.id,
				{ ...backfill, at: { type: 0, eventId: nobody, id: nobody } },
			]);
			return () => isThere('connections', `id = $1 AND backfill ->> 'endedAt' IS NOT NULL`, row.id);
		},
		disturb: { table: 'connections', on: 'UPDATE' },
		times: many,
	},
	'payments.settle-events': {
		async seed({ organisationId }) {
			const id = newId();
			await insert('provider_events', {
				...{
					gateway: services.gateway.name,
					id,
					account: organisationId,
					type: 'payment payment.succeeded',
					object_id: id,
				},
				next_try_at: old,
			});
			return () => isThere('provider_events', 'id = $1 AND settled_at IS NOT NULL', id);
		},
		disturb: {
			table: 'provider_events',
			on: 'UPDATE',
			when: 'NEW.settled_at IS NOT NULL',
			column: 'account',
		},
		times: 60,
	},
	'payments.settle-payments': {
		async seed({ organisationId }) {
			const row = paymentOf(organisationId, { next_check_at: old });
			await insert('payments', row);
			return () => isThere('payments', 'id = $1 AND checks > 0', row.id);
		},
		disturb: { table: 'payments', on: 'UPDATE', when: 'NEW.checks > 0' },
		times: 30,
	},
	'payments.settle-refunds': {
		isOfOrders: true,
		async seed(user) {
			const event = await pricedEventOf(user);
			const order = await holdTickets(api, event);
			expect((await payByCard(api, order)).status).toBe(201);
			expect((await refundOrder(api, event, order, { token: user.token })).status).toBe(201);
			await query('UPDATE refunds SET next_check_at = $2 WHERE subject_id = $1', [order.id, old]);
			return () => isThere('refunds', `subject_id = $1 AND provider_id IS NOT NULL`, order.id);
		},
		disturb: { table: 'refunds', on: 'UPDATE', when: 'NEW.provider_id IS NOT NULL' },
		times: 2,
	},
	'payments.use-bank-details': {
		async seed({ organisationId }) {
			await insert('payment_settings', {
				...{ organisation_id: organisationId, pending_iban: 'DE89370400440532013000', pending_at: old },
				pending_due_at: old,
			});
			return () =>
				isThere('payment_settings', 'organisation_id = $1 AND pending_due_at IS NULL', organisationId);
		},
		disturb: { table: 'payment_settings', on: 'UPDATE' },
		times: 1,
	},
	'payments.charge-agreements': {
		async seed({ organisationId }) {
			const id = newId();
			const methodId = newId();
			await insert('saved_methods', {
				...{
					id: methodId,
					organisation_id: organisationId,
					payer_kind: 'organisation',
					payer_id: organisationId,
				},
				...{ gateway: services.gateway.name, provider_customer: `cus_${organisationId}` },
			});
			await insert('agreements', {
				...{
					id,
					organisation_id: organisationId,
					subject_kind: 'plan',
					subject_id: newId(),
					saved_method_id: methodId,
				},
				...{
					every: 'month',
					amount_minor: 100,
					currency: 'EUR',
					description: 'Plan',
					anchor_day: 1,
					state: 'past_due',
				},
				...{ is_ending: true, next_at: old },
			});
			return () => isThere('agreements', `id = $1 AND state = 'ended'`, id);
		},
		disturb: { table: 'agreements', on: 'UPDATE', when: `NEW.state = 'ended'` },
		times: 1,
	},
	'payments.sync-balances': {
		async seed(user) {
			const { organisationId } = user;
			const id = newId();
			await insert('payment_accounts', {
				...{
					id,
					organisation_id: organisationId,
					gateway: services.gateway.name,
					provider_account: `acct_${organisationId}`,
				},
				...{ country: 'DE', state: 'active', is_live: false, balance_due_at: old },
			});
			// The provider knows no such account: the reading fails, and is tried again in minutes.
			return () => isThere('payment_accounts', `id = $1 AND balance_due_at > now()`, id);
		},
		disturb: { table: 'payment_accounts', on: 'UPDATE', when: 'NEW.balance_due_at > now()' },
	},
	'reports.make-files': {
		async seed({ organisationId, userId }) {
			const id = newId();
			await insert('report_runs', {
				...{
					id,
					organisation_id: organisationId,
					name: 'Report',
					query: {},
					format: 'csv',
					asked_by: userId,
					needs: [],
				},
				...{ state: 'queued', attempts: 3 },
			});
			return () => isThere('report_runs', `id = $1 AND state = 'failed'`, id);
		},
		disturb: { table: 'report_runs', on: 'UPDATE', when: `NEW.state = 'failed'` },
		times: many,
	},
	'reports.run-schedules': {
		async seed({ organisationId, userId }) {
			const reportId = newId();
			await insert('reports', {
				id: reportId,
				organisation_id: organisationId,
				name: 'Report',
				query: {},
				owner_id: userId,
			});
			const id = newId();
			await insert('report_schedules', {
				...{
					id,
					organisation_id: organisationId,
					report_id: reportId,
					kind: 'daily',
					at_time: '08:00',
					time_zone: 'UTC',
				},
				...{ format: 'csv', recipients: [userId], runs_as: newId(), next_at: old },
			});
			return () => isThere('report_schedules', `id = $1 AND state <> 'on'`, id);
		},
		disturb: { table: 'report_schedules', on: 'UPDATE' },
		times: many,
	},
	'subscriptions.end-lapsed': {
		async seed({ organisationId }) {
			await insert('subscriptions', {
				...{ organisation_id: organisationId, plan: 'pro', every: 'month', state: 'grace', grace_until: old },
			});
			return () => isThere('subscriptions', `organisation_id = $1 AND state = 'ended'`, organisationId);
		},
		disturb: { table: 'subscriptions', on: 'UPDATE' },
	},
	'subscriptions.issue-bills': {
		async seed({ organisationId }) {
			const id = newId();
			await insert('due_bills', {
				...{
					organisation_id: organisationId,
					id,
					kind: 'fees',
					month: '2020-01-01',
					currency: 'EUR',
					due_at: old,
				},
			});
			return () => isThere('due_bills', 'id = $1 AND is_waiting', id);
		},
		disturb: { table: 'due_bills', on: 'UPDATE' },
		times: 2,
	},
	'analytics.find-changes': {
		async seed(user) {
			const door = await makeScannedDoor(user);
			await query('DELETE FROM figure_marks WHERE scope_id = $1', [door.event]);
			return () => isThere('figure_marks', 'scope_id = $1', door.event);
		},
		disturb: { table: 'figure_marks', on: 'INSERT' },
		delayedAs: 'analytics.recount-organisations',
	},
	'analytics.recount-organisations': {
		async seed(user) {
			const door = await makeScannedDoor(user);
			await query('DELETE FROM figure_marks WHERE scope_id = $1', [door.event]);
			await insert('delayed_work', {
				...{
					poller: 'analytics.recount-organisations',
					key: user.organisationId,
					organisation_id: user.organisationId,
				},
				...{ next_try_at: old, last_error: 'slow' },
			});
			return () => isThere('figure_marks', 'scope_id = $1', door.event);
		},
		disturb: { table: 'figure_marks', on: 'INSERT' },
		times: 1,
	},
	'analytics.recount-days': {
		async seed(user) {
			const { id } = await makeEvent(services, user);
			await query(
				`INSERT INTO figure_marks SELECT $1, $2, day::date, $3::timestamptz FROM generate_series('2026-01-01', '2026-03-31', interval '1 day') AS day`,
				[user.organisationId, id, old],
			);
			return () => isThere('event_day_figures', 'scope_id = $1', id);
		},
		disturb: { table: 'event_day_figures', on: 'INSERT' },
		times: 3,
	},
};

const heard = (disturbed?: string, mode?: Mode) => [
	listen({
		fact: 'events.event-published',
		async afterCommit({ organisationId }) {
			if (organisationId !== disturbed) return;
			if (mode === 'crawls')
				await sleep(20_000, undefined, { ref: false, signal: waking.signal }).catch(() => {});
			throw new Error('disturbed');
		},
	}),
];

/** Runs a poller as the worker does. */
function startLoop(one: Poller, on: Services) {
	const ending = new AbortController();
	const startMs = performance.now();
	const loop = runPoller(one, on, ending.signal);
	return {
		/** @returns after how many milliseconds something was done */
		async until(isDone: () => Promise<boolean>): Promise<number> {
			while (performance.now() - startMs < withinMs) {
				if (await isDone()) return performance.now() - startMs;
				await sleep(20);
			}
			return Number.POSITIVE_INFINITY;
		},
		/** Wakes what sleeps, and waits for the round in hand; a listener that hangs is left behind. */
		async stop(): Promise<void> {
			ending.abort();
			waking.abort();
			await failFromNowOn();
			let isOver = false;
			const over = Promise.race([loop, sleep(3_000)]).finally(() => {
				isOver = true;
			});
			while (!isOver) {
				await wakeSleepers();
				await Promise.race([over, sleep(20)]);
			}
		},
	};
}

const all = [factPoller, factClockPoller, ...pollers];

const removes = { reason: 'removes what is old, whoever it is of' };

const jobScenarios: Record<string, Scenario | { reason: string }> = {
	'accounts.end-ownership-offers': {
		async seed({ organisationId, userId }) {
			const heir = await makeMember(services, organisationId, 'admin');
			await insert('ownership_offers', {
				...{ organisation_id: organisationId, offered_by: userId, user_id: heir.userId, expires_at: old },
			});
			return async () => !(await isThere('ownership_offers', 'organisation_id = $1', organisationId));
		},
		disturb: { table: 'mails', on: 'INSERT' },
	},
	'notifications.remind-two-factor': {
		async seed({ organisationId }) {
			await query('UPDATE organisations SET needs_two_factor_from = $2 WHERE id = $1', [
				organisationId,
				new Date(Date.now() + 86_400_000),
			]);
			return () =>
				isThere(
					'mails',
					`organisation_id = $1 AND template = 'accounts/two-factor-required'`,
					organisationId,
				);
		},
		disturb: { table: 'mails', on: 'INSERT' },
	},
	'notifications.remind-guests': {
		async seed(user) {
			const door = await makeDoor({ services, api, owner: user }, { guests: 3 });
			await moveEvent(services, door.event, { start: 20, end: 22 });
			await query(`UPDATE orders SET confirmed_at = now() - interval '3 days' WHERE event_id = $1`, [
				door.event,
			]);
			return () => isThere('mails', `event_id = $1 AND template = 'events/reminder'`, door.event);
		},
		disturb: { table: 'mails', on: 'INSERT' },
	},
	'gift-cards.lapse': {
		async seed(user) {
			const { id } = await issueCard(services, user);
			await query(`UPDATE gift_cards SET expires_on = '2020-12-31' WHERE id = $1`, [id]);
			return () => isThere('gift_cards', `id = $1 AND state = 'lapsed'`, id);
		},
		disturb: { table: 'gift_cards', on: 'UPDATE', when: `NEW.state = 'lapsed'` },
		times: many,
	},
	'messages.forget-recipients': {
		async seed(user) {
			const started = new Date(Date.now() - 350 * 86_400_000);
			const id = await seedMessage(user, { state: 'sent', started_at: started, sent_at: started });
			return () => isThere('guest_messages', 'id = $1 AND counts IS NOT NULL', id);
		},
		disturb: { table: 'guest_messages', on: 'UPDATE' },
		times: many,
	},
	'waitlist.review-lists': {
		async seed(user) {
			const { id, eventId } = await seedEntry(user);
			await query(`UPDATE events SET waitlist_mode = 'off' WHERE id = $1`, [eventId]);
			return () => isThere('waitlist_entries', `id = $1 AND state = 'closed'`, id);
		},
		disturb: { table: 'waitlist_entries', on: 'UPDATE' },
	},
	'tickets.update-price-ranges': {
		async seed(user) {
			const event = await makePricedEvent(services, api, user, {
				priceTiers: [{ name: 'Early', priceMinor: 2_000, soldUpTo: 5, endsAt: null }],
			});
			await query('UPDATE events SET min_price_minor = 1 WHERE id = $1', [event.id]);
			return () => isThere('events', `id = $1 AND min_price_minor <> 1`, event.id);
		},
		disturb: { table: 'events', on: 'UPDATE' },
	},
	'messages.make-due': {
		async seed(user) {
			const { id } = await makeEvent(services, user, { isPublished: true });
			const rule = { kind: 'after_end', subject: 'Thanks', text: 'Come again.', offsetMinutes: 60 };
			await api.post(`/api/events/${id}/message-rules`, rule, { token: user.token });
			await moveEvent(services, id, { start: -5, end: -2 });
			await query(`UPDATE message_rules SET is_on_since = now() - interval '1 day' WHERE event_id = $1`, [
				id,
			]);
			await query(`UPDATE events SET published_at = now() - interval '1 day' WHERE id = $1`, [id]);
			return () => isThere('guest_messages', `event_id = $1 AND state = 'scheduled'`, id);
		},
		disturb: { table: 'guest_messages', on: 'INSERT' },
		times: many,
	},
	'notifications.summarise-registrations': {
		async seed(user) {
			const door = await makeDoor({ services, api, owner: user }, { guests: 1 });
			await query(`UPDATE orders SET confirmed_at = now() - interval '3 hours' WHERE event_id = $1`, [
				door.event,
			]);
			await insert('notification_choices', {
				user_id: user.userId,
				kind: 'registrations',
				channel: 'mail',
				is_on: true,
			});
			return () => isThere('mails', `recipient = $1 AND template = 'organisers/registrations'`, user.email);
		},
		// Of no organisation: people may be members of several.
		disturb: { table: 'mails', on: 'INSERT', column: 'recipient', value: ({ email }) => email },
	},
	'notifications.summarise-donations': {
		async seed(user) {
			const { organisationId } = user;
			const { id } = await makeEvent(services, user);
			await insert('gift_receipt_settings', {
				organisation_id: organisationId,
				regime: 'uk',
				sends_summary: true,
			});
			await insert('donations', {
				...{ id: newId(), organisation_id: organisationId, event_id: id, source: 'offline', way: 'cash' },
				...{ currency: 'GBP', amount_minor: 500, donor_name: 'Ada', donor_email: 'ada@example.org' },
				received_on: `${new Date().getUTCFullYear() - 1}-06-15`,
			});
			return () =>
				isThere('mails', `organisation_id = $1 AND template = 'orders/gift-summary'`, organisationId);
		},
		disturb: { table: 'mails', on: 'INSERT' },
	},
	'fundraisers.add-missing-donations': {
		isOfOrders: true,
		async seed(user) {
			const order = await holdGift(api, await fundraiserOf(user), { amountMinor: 1_000 });
			expect((await payByCard(api, order)).status).toBe(201);
			await query('DELETE FROM donations WHERE order_id = $1', [order.id]);
			return () => isThere('donations', 'order_id = $1', order.id);
		},
		disturb: { table: 'donations', on: 'INSERT' },
		times: 2,
	},
	'fundraisers.add-older-donations': {
		isOfOrders: true,
		async seed(user) {
			const order = await holdGift(api, await fundraiserOf(user), { amountMinor: 1_000 });
			expect((await payByCard(api, order)).status).toBe(201);
			await query('DELETE FROM donations WHERE order_id = $1', [order.id]);
			await query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
			await query(
				`UPDATE ledger_transfers SET created_at = created_at - interval '400 days' WHERE subject_id = $1`,
				[order.id],
			);
			await query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
			return () => isThere('donations', 'order_id = $1', order.id);
		},
		disturb: { table: 'donations', on: 'INSERT' },
		times: 2,
	},
	'series.make-dates': {
		async seed(user) {
			const made = await api.post(
				'/api/events',
				{
					...{ title: 'Choir', startsAtLocal: '2031-01-07T19:30', timeZone: 'UTC' },
					repeat: { rule: 'FREQ=WEEKLY' },
				},
				{ token: user.token },
			);
			const { id } = made.body.series;
			await query(
				`DELETE FROM events WHERE series_id = $1 AND id = (SELECT id FROM events WHERE series_id = $1 ORDER BY starts_at DESC LIMIT 1)`,
				[id],
			);
			return () => isThere('event_series', 'id = $1 AND extend_on > current_date', id);
		},
		disturb: { table: 'event_series', on: 'UPDATE' },
	},
	'subscriptions.invoice-fees': {
		async seed(user) {
			await payByCard(api, await holdTickets(api, await pricedEventOf(user)));
			await query('ALTER TABLE ledger_transfers DISABLE TRIGGER USER');
			await query(
				`UPDATE ledger_transfers SET occurred_at = occurred_at - interval '40 days' WHERE organisation_id = $1`,
				[user.organisationId],
			);
			await query('ALTER TABLE ledger_transfers ENABLE TRIGGER USER');
			return () => isThere('fee_months', 'organisation_id = $1', user.organisationId);
		},
		disturb: { table: 'fee_months', on: 'INSERT' },
	},
	'subscriptions.note-full-events': {
		async seed(user) {
			await query(
				`INSERT INTO plan_settings (id, are_charged) VALUES (1, true) ON CONFLICT (id) DO UPDATE SET are_charged = true`,
			);
			const event = await makeEvent(services, user, { isPublished: true });
			await query('UPDATE capacity_pools SET size = 10, confirmed = 9 WHERE event_id = $1 AND is_plan', [
				event.id,
			]);
			return () => isThere('plan_notices', 'subject_id = $1', event.id);
		},
		disturb: { table: 'plan_notices', on: 'INSERT' },
		times: 3,
	},
	'payments.reconcile': {
		async seed(user) {
			await payByCard(api, await holdTickets(api, await pricedEventOf(user)));
			await query('DELETE FROM balance_items WHERE organisation_id = $1', [user.organisationId]);
			return () => isThere('balance_items', 'organisation_id = $1', user.organisationId);
		},
		disturb: { table: 'balance_items', on: 'INSERT' },
	},
	'analytics.add-up-days': { reason: 'takes turns by organisation: page-views.test.ts' },
	'ledger.seal-days': { reason: 'seals the books of all as one' },
	'events.mark-what-is-over': { reason: 'one statement about times, that reads nothing of an organisation' },
	'events.forget-unused-words': removes,
	'events.remove-old-changes': removes,
	'series.remove-old-changes': removes,
	'organisers.remove-old-rows': removes,
	'fundraisers.forget-sources': removes,
	'orders.erase-declarations': removes,
	'orders.forget-payers': removes,
	'orders.forget-refund-accounts': removes,
	'orders.remove-transfer-accounts': removes,
	'waitlist.forget-entries': removes,
	'gift-cards.remove-unpaid': removes,
	'withdrawals.remove-old': removes,
	'groups.forget-invitations': removes,
	'developer.remove-old-rows': removes,
	'feedback.remove-old-reports': removes,
	'error-log.remove-old-errors': removes,
	'notifications.remove-old-mails': removes,
	'notifications.remove-old-notices': removes,
	'notifications.remove-old-reports': removes,
	'settings.expire-exports': removes,
	'integrations.remove-old-messages': removes,
	'mailing-lists.reconcile': { reason: 'compares all lists with followers, each night again' },
	'check-in.remove-old-changes': removes,
	'support.remove-old-messages': removes,
	'status.remove-old-looks': removes,
	'payments.remove-old-rows': removes,
	'questions.remove-unused-uploads': removes,
	'questions.remove-stray-files': removes,
	'reports.expire-files': removes,
	'reports.remove-old-rows': removes,
	'accounts.remove-old-rows': removes,
	'accounts.remove-old-team-rows': removes,
	'subscriptions.forget-notices': removes,
	'documents.erase-recipients': removes,
	'analytics.remove-old-views': removes,
	'platform.remove-stale-delays': removes,
	'platform.remove-idempotency-keys': removes,
	'platform.remove-dispatched-facts': removes,
};

const allJobs = [...scheduledJobs, ...upkeepJobs];
/** A job as the loop of pollers runs it. */
const asPoller = ({ name, run }: ScheduledJob): Poller => ({
	name,
	idleMs: 60_000,
	async run(on) {
		await run(on);
		return 0;
	},
});

test('every job has its scenario, or a reason to have none', () => {
	expect(Object.keys(jobScenarios).sort()).toEqual(allJobs.map(({ name }) => name).sort());
});

test('every poller has its scenario, or a reason to have none', () => {
	expect(Object.keys(scenarios).sort()).toEqual(all.map(({ name }) => name).sort());
});

const makePair = async () => ({ disturbed: await makeUser(services), other: await makeUser(services) });
let pairOfSellers: ReturnType<typeof makePair> | undefined;
const sellers = () => {
	pairOfSellers ??= makePair();
	return pairOfSellers;
};

const everyScenario = { ...scenarios, ...jobScenarios };
describe.each(
	[...all, ...allJobs.map(asPoller)].filter(({ name }) => !('reason' in (everyScenario[name] ?? {}))),
)('$name', (one) => {
	test.each(['fails', 'crawls'] as const)('of one organisation %s: that of another goes on', async (mode) => {
		const scenario = everyScenario[one.name] as Scenario;
		const { seed, disturb, times = 1, delayedAs = one.name } = scenario;
		const { disturbed, other } = await (scenario.isOfOrders ? sellers() : makePair());
		const ofDisturbed: (() => Promise<boolean>)[] = [];
		for (let time = 0; time < times; time += 1) ofDisturbed.push(await seed(disturbed));
		const isDone = await seed(other);
		await query('DELETE FROM delayed_work WHERE poller <> $1', [one.name]);
		let on = services;
		if (typeof disturb === 'function') on = disturb(disturbed, mode).services ?? services;
		else await disturbTable(disturb, disturb.value?.(disturbed) ?? disturbed.organisationId, mode);
		const worker = startLoop(one, on);
		try {
			expect(await worker.until(isDone)).toBeLessThan(withinMs);
			for (const isDisturbedDone of ofDisturbed) expect(await isDisturbedDone()).toBe(false);
			if (mode === 'crawls' || delayedAs === null) return;
			await expect
				.poll(async () => (await countDelayed(services.database.pool)).map((delayed) => delayed.poller))
				.toContain(delayedAs);
		} finally {
			await worker.stop();
			await query('DELETE FROM delayed_work');
			await query('DELETE FROM facts');
			await query('DELETE FROM mails');
		}
	});
});
