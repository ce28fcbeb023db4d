import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { newIdSql } from '#server/db/statement.ts';
import { memberMaySql } from '#server/domain/accounts/member-may.ts';
import { listOwners } from '#server/domain/accounts/owners.ts';
import { type Fact, type Listener, listen, type RecordedFact } from '#server/domain/facts.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import type { NoticeKind } from '#shared/contracts/notices.ts';
import type { NotificationChannel, NotificationKind } from '#shared/contracts/settings.ts';
import type { DisputeState } from '#shared/rules/payment-states.ts';
import type { OrganisationAction } from '#shared/rules/permissions.ts';
import { usualChoice } from '../choices.ts';
import { enqueueMails, type NewMail } from '../commands/enqueue-mail.ts';
import { dayOfOrders } from './day-of-orders.ts';
import { insertNotices } from './insert-notices.ts';

/** A change of how somebody signs in is shown beside the mail, in the transaction of the change. */
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

/** Days and events of which everybody was notified by this process: a rush asks the database once. */
const noticedDays = createDatabaseMemo(() => new Set<string>());
const mostRemembered = 10_000;

/**
 * The first registration of a day stands under the bell of everybody who sees the orders of the event; how many there are is counted
 * when it is read. What the organiser brought in themselves (no mail goes out for it) notifies nobody.
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

interface MemberNotice {
	kind: NoticeKind;
	/** Notified once about this. */
	about: string;
	/** Of members who may do this at the organisation, or at the event. */
	action: OrganisationAction;
	change?: string;
}

/** Stands under the bell of members whatever they have chosen. */
async function noticeMembers(
	tx: Tx,
	fact: Pick<Fact, 'organisationId' | 'eventId'>,
	{ kind, about, action, change }: MemberNotice,
): Promise<void> {
	await tx.execute(sql`
		INSERT INTO notices (id, user_id, kind, organisation_id, event_id, facts, dedupe_key)
		SELECT ${sql.raw(newIdSql)}, u.id, ${kind}, m.organisation_id, e.id, ${JSON.stringify({ change })}::jsonb, ${`${kind}:${about}`}
		FROM (SELECT ${fact.eventId}::uuid AS id) e, memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
		WHERE m.organisation_id = ${fact.organisationId} AND ${sql.raw(memberMaySql(action))}
			AND (m.event_ids IS NULL OR e.id = ANY (m.event_ids))
		ON CONFLICT (user_id, dedupe_key) DO NOTHING`);
}

/** Stands under the bell of administrators: without an organisation, as they need not be its members. Nothing of sandboxes. */
async function noticeAdministrators(
	tx: Tx,
	{ organisationId, eventId }: Pick<Fact, 'organisationId' | 'eventId'>,
	{ kind, about }: Pick<MemberNotice, 'kind' | 'about'>,
): Promise<void> {
	await tx.execute(sql`
		INSERT INTO notices (id, user_id, kind, event_id, dedupe_key)
		SELECT ${sql.raw(newIdSql)}, u.id, ${kind}, ${eventId}, ${`${kind}:operator:${about}`}
		FROM organisations o, users u
		WHERE o.id = ${organisationId} AND o.sandbox_of IS NULL AND u.is_admin AND u.disabled_at IS NULL
		ON CONFLICT (user_id, dedupe_key) DO NOTHING`);
}

interface MemberNews {
	kind: NoticeKind;
	/** Two with one are notified once. */
	about: string;
	/** Sent beside the notice. */
	mail?: Pick<Extract<NewMail, { template: MemberMail }>, 'template' | 'ref'>;
	/** Of those who may do this; without it, those who see the money. */
	action?: OrganisationAction;
	/** The notification choice that it falls under, and what holds for whoever has not chosen; without it, that of money. */
	choice?: { kind: NotificationKind; usual: Record<NotificationChannel, boolean> };
}
type MemberMail =
	| 'organisers/dispute'
	| 'organisers/payout-failed'
	| 'organisers/refund-request'
	| 'organisers/withdrawal'
	| 'organisers/approvals'
	| 'organisers/goal-reached';

/** Sent once to all members concerned by something of the organisation or the event, as their settings say. */
async function tellMembers(
	tx: Tx,
	{ organisationId, eventId }: Pick<Fact, 'organisationId' | 'eventId'>,
	{ kind, about, mail, action = 'money.view', choice }: MemberNews,
): Promise<void> {
	const { kind: choiceKind, usual } = choice ?? { kind: 'money', usual: usualChoice.money };
	const { rows } = await tx.execute<{
		id: string;
		email: string;
		wants_mail: boolean;
		wants_notice: boolean;
	}>(sql`
		SELECT u.id, u.email, coalesce(c.is_on, ${usual.mail}) AND u.email_verified_at IS NOT NULL
				AND NOT coalesce(e.is_demo, false) AS wants_mail, coalesce(a.is_on, ${usual.app}) AS wants_notice
		FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
		LEFT JOIN events e ON e.organisation_id = m.organisation_id AND e.id = ${eventId}::uuid
		LEFT JOIN notification_choices c ON c.user_id = u.id AND c.kind = ${choiceKind} AND c.channel = 'mail'
		LEFT JOIN notification_choices a ON a.user_id = u.id AND a.kind = ${choiceKind} AND a.channel = 'app'
		WHERE m.organisation_id = ${organisationId} AND ${sql.raw(memberMaySql(action))}
			AND (m.event_ids IS NULL OR ${eventId}::uuid = ANY (m.event_ids))
		ORDER BY u.id`);
	await insertNotices(
		tx,
		rows
			.filter((one) => one.wants_notice)
			.map(({ id: userId }) => ({ userId, kind, organisationId, eventId, dedupeKey: `${kind}:${about}` })),
	);
	if (!mail) return;
	const mails = rows
		.filter((one) => one.wants_mail)
		.map(({ id, email: recipient }) => {
			const dedupeKey = `${mail.template}:${about}:${id}`;
			return { ...mail, recipient, organisationId, eventId, dedupeKey } as NewMail;
		});
	await enqueueMails(tx, mails);
}

/** Of which states of a dispute people are notified. */
const disputeNotices: Partial<Record<DisputeState, NoticeKind>> = {
	inquiry: 'dispute-opened',
	needs_response: 'dispute-opened',
	won: 'dispute-won',
	lost: 'dispute-lost',
};

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
		fact: 'payments.cards-tried',
		async inTransaction(tx, fact) {
			const about = `${fact.eventId}:${fact.payload.day}`;
			await noticeMembers(tx, fact, { kind: 'cards-tried', about, action: 'money.view' });
			await noticeAdministrators(tx, fact, { kind: 'cards-tried', about });
		},
	}),
	listen({
		fact: 'payments.dispute-noted',
		async inTransaction(tx, fact) {
			const { organisationId, payload } = fact;
			const { disputeId } = payload;
			const kind = disputeNotices[payload.state];
			if (!kind || organisationId === null) return;
			const mail = { template: 'organisers/dispute' as const, ref: { organisationId, disputeId } };
			// Whoever asks first may take the money later: it is one dispute, and one mail.
			await tellMembers(tx, fact, { kind, about: disputeId, ...(kind === 'dispute-opened' && { mail }) });
		},
	}),
	listen({
		fact: 'payments.payout-failed',
		async inTransaction(tx, fact) {
			const { organisationId, payload } = fact;
			if (organisationId === null) return;
			const { payoutId } = payload;
			const mail = { template: 'organisers/payout-failed' as const, ref: { organisationId, payoutId } };
			await tellMembers(tx, fact, { kind: 'payout-failed', about: payoutId, mail });
		},
	}),
	listen({
		fact: 'orders.refund-request-changed',
		async inTransaction(tx, fact) {
			const { requestId, state } = fact.payload;
			if (state !== 'open') return;
			await tellMembers(tx, fact, { kind: 'refund-requested', about: requestId, action: 'refunds.make' });
		},
	}),
	listen({
		fact: 'orders.approval-changed',
		// The first of a day: there may be hundreds.
		async afterCommit({ organisationId, eventId, payload }, services) {
			if (payload.state !== 'asked' || organisationId === null || eventId === null) return;
			const mail = { template: 'organisers/approvals' as const, ref: { organisationId, eventId } };
			const about = `${eventId}:${dayOfOrders(services.clock.now()).name}`;
			await services.database.transaction((tx) =>
				tellMembers(
					tx,
					{ organisationId, eventId },
					{
						...{ kind: 'approval-asked', about, mail, action: 'orders.manage' },
						choice: { kind: 'registrations', usual: { mail: true, app: true } },
					},
				),
			);
		},
	}),
	listen({
		fact: 'orders.refund-request-waits',
		async inTransaction(tx, fact) {
			const { organisationId, eventId, payload } = fact;
			if (organisationId === null || eventId === null) return;
			const mail = {
				template: 'organisers/refund-request' as const,
				ref: { organisationId, eventId, ...payload },
			};
			const about = payload.requestId;
			await tellMembers(tx, fact, { kind: 'refund-requested', about, action: 'refunds.make', mail });
		},
	}),
	listen({
		fact: 'withdrawals.received',
		async inTransaction(tx, fact) {
			const { organisationId, payload } = fact;
			const { withdrawalId, isAccepted } = payload;
			if (organisationId === null || isAccepted) return;
			// It may be about nothing that the organisation sold, and concerns its money whatever event it names.
			const scope = { organisationId, eventId: null };
			const mail = { template: 'organisers/withdrawal' as const, ref: { organisationId, withdrawalId } };
			await tellMembers(tx, scope, { kind: 'withdrawal-received', about: withdrawalId, mail });
		},
	}),
	listen({
		fact: 'fundraisers.goal-reached',
		async inTransaction(tx, fact) {
			const { organisationId, eventId, payload } = fact;
			if (organisationId === null || eventId === null) return;
			const mail = {
				template: 'organisers/goal-reached' as const,
				ref: { organisationId, eventId, ...payload },
			};
			const about = `${eventId}:${payload.goalMinor}`;
			await tellMembers(tx, fact, { kind: 'goal-reached', about, mail });
		},
	}),
	listen({
		fact: 'fundraisers.page-reported',
		inTransaction: (tx, fact) =>
			noticeMembers(tx, fact, {
				kind: 'page-reported',
				about: `${fact.payload.pageId}:${fact.payload.version}`,
				action: 'fundraiser.edit',
			}),
	}),
	listen({
		fact: 'events.publishing-failed',
		async inTransaction(tx, { organisationId, payload: { eventId, byId, version } }) {
			if (organisationId === null) return;
			const owners = await listOwners(tx, organisationId);
			const users = new Set([...owners.map(({ id }) => id), ...(byId === null ? [] : [byId])]);
			await insertNotices(
				tx,
				[...users].map((userId) => ({
					...{ userId, kind: 'publishing-failed' as const, organisationId, eventId },
					dedupeKey: `publishing-failed:${eventId}:${version}`,
				})),
			);
		},
	}),
	listen({
		fact: 'messages.message-reviewed',
		inTransaction: (tx, fact) =>
			noticeMembers(tx, fact, {
				kind: 'message-reviewed',
				about: `${fact.payload.messageId}:${fact.payload.version}`,
				action: 'messages.send',
				change: fact.payload.outcome,
			}),
	}),
	listen({
		fact: 'check-in.list-narrowed',
		inTransaction: (tx, fact) =>
			noticeMembers(tx, fact, {
				kind: 'list-narrowed',
				about: fact.payload.changeId,
				action: 'check_ins.perform',
				change: fact.payload.listName,
			}),
	}),
	listen({
		fact: 'door-sales.drawer-closed',
		async inTransaction(tx, fact) {
			const { organisationId, eventId, payload } = fact;
			if (organisationId === null || eventId === null) return;
			const { rows } = await tx.execute<{ id: string }>(sql`
				SELECT id FROM cash_drawers WHERE organisation_id = ${organisationId} AND id = ${payload.drawerId}
					AND counted_minor <> expected_minor`);
			if (rows.length > 0) await tellMembers(tx, fact, { kind: 'cash-difference', about: payload.drawerId });
		},
	}),
	listen({
		fact: 'orders.order-confirmed',
		afterCommit: (fact, services) => noticeRegistrations([fact], services),
		afterCommitMany: noticeRegistrations,
	}),
];
