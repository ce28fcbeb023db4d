import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { type Listener, listen } from '../facts.ts';
import { listFollowedEvents } from '../organisers/followed-events.ts';
import { claimNews, everyFollower, findFollower, findNews } from '../organisers/followers.ts';
import { findReplyTo } from '../settings/queries.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { forgetMarketingOptOut } from './opt-outs.ts';

const name = 'notifications.follower-news';

/** Queues the emails about what one organiser published, to everybody who follows it, in the transaction that marks it as sent. */
async function tellFollowers(services: Services, organisationId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const eventIds = await claimNews(tx, organisationId);
		if (eventIds.length === 0) return;
		if ((await listFollowedEvents(services, organisationId, eventIds)).length === 0) return;
		for await (const rows of everyFollower(tx, organisationId)) {
			await enqueueMails(
				tx,
				rows.map((row) => ({
					template: 'organisers/new-event' as const,
					ref: { organisationId, followerId: row.id, eventIds },
					recipient: row.email,
					locale: row.locale,
					organisationId,
					dedupeKey: `organisers/new-event:${row.id}:${eventIds.toSorted().join()}`,
				})),
			);
		}
	});
}

/** Bundles what organisers published into at most one email a day to each follower. */
export const followerNewsPoller = createFairPoller<{ organisationId: string }>({
	name,
	idleMs: 60_000,
	find: (services, { without }) => findNews(services, isNotDelayed(name, 'n.organisation_id'), without),
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ organisationId }) => organisationId,
	async run(services, [{ organisationId }]) {
		await tellFollowers(services, organisationId);
		return 1;
	},
});

export const followerListeners: Listener[] = [
	listen({
		fact: 'organisers.follow-requested',
		async inTransaction(tx, { organisationId, payload: { followerId, email, locale, requestedAt } }) {
			if (!organisationId) return;
			await enqueueMails(tx, [
				{
					template: 'organisers/follow-confirm',
					ref: { organisationId, followerId },
					...{ recipient: email, locale, organisationId },
					// However often it is requested, an address gets one email in ten minutes.
					dedupeKey: `organisers/follow-confirm:${followerId}:${requestedAt.slice(0, 15)}`,
				},
			]);
		},
	}),
	listen({
		fact: 'organisers.consent-changed',
		async inTransaction(tx, { organisationId, payload: { followerId, change } }) {
			const row =
				organisationId && change === 'given' && (await findFollower(tx, { organisationId, id: followerId }));
			if (row) await forgetMarketingOptOut(tx, { organisationId, email: row.email });
		},
	}),
	listen({
		fact: 'organisers.message-received',
		async inTransaction(tx, { organisationId, payload: { messageId } }) {
			if (!organisationId) return;
			await enqueueMails(
				tx,
				(await recipientsOf(tx, organisationId)).map((recipient) => ({
					template: 'organisers/message' as const,
					ref: { organisationId, messageId },
					recipient,
					organisationId,
					dedupeKey: `organisers/message:${messageId}:${recipient}`,
				})),
			);
		},
	}),
];

/** Where messages to an organiser go: its own address for replies, otherwise its owners. */
async function recipientsOf(tx: Tx, organisationId: string): Promise<string[]> {
	const replyTo = await findReplyTo(tx, organisationId);
	if (replyTo) return [replyTo.address];
	const { rows } = await tx.execute<{ email: string }>(sql`
		SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
		WHERE m.organisation_id = ${organisationId} AND m.role = 'owner' AND u.disabled_at IS NULL
			AND u.email_verified_at IS NOT NULL`);
	return rows.map(({ email }) => email);
}
