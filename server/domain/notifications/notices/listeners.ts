import type { DbOrTx } from '#server/db/client.ts';
import { newIdSql } from '#server/db/statement.ts';
import { memberMaySql } from '#server/domain/accounts/member-may.ts';
import { type Listener, listen, type RecordedFact } from '#server/domain/facts.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { usualChoice } from '../choices.ts';
import { dayOfOrders } from './day-of-orders.ts';
import { insertNotices } from './insert-notices.ts';

/** A change of how somebody signs in is told beside the mail, in the transaction of the change. */
function noticeSecurityChange(db: DbOrTx, services: Services, userId: string, change: string): Promise<void> {
	return insertNotices(db, [
		{
			userId,
			kind: 'security',
			facts: { change },
			dedupeKey: `security:${change}:${services.clock.now().toISOString()}`,
		},
	]);
}

/** Days and events of which everybody was told by this process: a rush asks the database once. */
const noticedDays = createDatabaseMemo(() => new Set<string>());
const mostRemembered = 10_000;

/**
 * The first registration of a day stands under the bell of everybody who sees the orders of the event; how many there are is counted
 * when it is read. What the organiser brought in themselves (no mail goes out for it) tells nobody.
 */
async function noticeRegistrations(
	facts: RecordedFact<'orders.order-confirmed'>[],
	services: Services,
): Promise<void> {
	const day = dayOfOrders(services.clock.now());
	const known = noticedDays(services);
	if (known.size > mostRemembered) known.clear();
	const fresh = new Map<string, { organisationId: string; eventId: string }>();
	for (const { organisationId, eventId, payload } of facts) {
		if (!organisationId || !eventId || !payload.notify) continue;
		if (!known.has(`${day.name}:${eventId}`)) fresh.set(eventId, { organisationId, eventId });
	}
	if (fresh.size === 0) return;
	const events = [...fresh.values()];
	await services.database.pool.query({
		name: 'notices.registrations',
		text: `INSERT INTO notices (id, user_id, kind, organisation_id, event_id, facts, dedupe_key)
			SELECT ${newIdSql}, u.id, 'registrations', f.organisation_id, f.event_id, $3::jsonb,
				'registrations:' || f.event_id || ':' || $4::text
			FROM unnest($1::uuid[], $2::uuid[]) AS f (organisation_id, event_id)
			JOIN memberships m ON m.organisation_id = f.organisation_id AND ${memberMaySql('orders.view')}
				AND (m.event_ids IS NULL OR f.event_id = ANY (m.event_ids))
			JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
			LEFT JOIN notification_choices c ON c.user_id = u.id AND c.kind = 'registrations' AND c.channel = 'app'
			WHERE coalesce(c.is_on, $5)
			ON CONFLICT (user_id, dedupe_key) DO NOTHING`,
		values: [
			events.map(({ organisationId }) => organisationId),
			events.map(({ eventId }) => eventId),
			JSON.stringify({ fromId: day.fromId, toId: day.toId }),
			day.name,
			usualChoice.registrations.app,
		],
	});
	for (const { eventId } of events) known.add(`${day.name}:${eventId}`);
}

export const noticeListeners: Listener[] = [
	listen({
		fact: 'accounts.security-changed',
		inTransaction: (tx, { payload }, services) =>
			noticeSecurityChange(tx, services, payload.userId, payload.change),
	}),
	listen({
		fact: 'accounts.password-changed',
		inTransaction: (tx, { payload }, services) =>
			noticeSecurityChange(tx, services, payload.userId, 'password-changed'),
	}),
	listen({
		fact: 'settings.export-ready',
		inTransaction: (tx, { payload: { userId, exportId } }) =>
			insertNotices(tx, [{ userId, kind: 'export-ready', dedupeKey: `export-ready:${exportId}` }]),
	}),
	listen({
		fact: 'orders.order-confirmed',
		afterCommit: (fact, services) => noticeRegistrations([fact], services),
		afterCommitMany: noticeRegistrations,
	}),
];
