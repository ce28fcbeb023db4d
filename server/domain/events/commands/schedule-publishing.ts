import { and, eq, sql } from 'drizzle-orm';
import { events } from '#server/db/tables/events.ts';
import { memberMaySql } from '#server/domain/accounts/member-may.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { lockEvent } from '../event-rows.ts';
import { readTypedTime } from '../event-times.ts';
import { publishEvent } from './change-status.ts';

const ofEvent = (scope: EventScope) =>
	and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId));

/**
 * Plans the publishing of a draft; `null` takes the plan back. Whoever plans it must be allowed to publish it at that time as well. The clock of the database decides what lies ahead, as it decides what is due.
 * @throws `email-not-verified`, `not-a-draft`; VALIDATION_FAILED about `publishAtLocal`
 */
export async function schedulePublishing(
	services: Services,
	scope: EventScope,
	plan: { publishAtLocal: string; isEmailVerified: boolean; userId: string } | null,
): Promise<void> {
	if (plan && services.mailer.canSend && !plan.isEmailVerified)
		throw ruleViolation(
			'email-not-verified',
			message`Verify your email first: open the link we emailed you.`,
		);
	await services.database.transaction(async (tx) => {
		const row = await lockEvent(tx, scope);
		if (!plan) {
			if (row.publishAt === null && row.publishError === '') return;
			await tx
				.update(events)
				.set({ publishAt: null, publishError: '', version: sql`${events.version} + 1` })
				.where(ofEvent(scope));
			return;
		}
		if (row.status !== 'draft')
			throw ruleViolation('not-a-draft', message`Only a draft can be published later.`, {
				status: row.status,
			});
		const typed = readTypedTime(plan.publishAtLocal, row.timeZone);
		if (!typed) throw fieldError('publishAtLocal', message`Enter a valid date.`, 'VALIDATION_INVALID_DATE');
		const publishAt = new Date(typed.instant);
		const { rows } = await tx.execute<{ isAhead: boolean }>(
			sql`SELECT ${publishAt.toISOString()}::timestamptz > clock_timestamp() AS "isAhead"`,
		);
		if (!rows[0]?.isAhead)
			throw fieldError('publishAtLocal', message`Choose a time in the future.`, 'VALIDATION_INVALID_DATE');
		if (publishAt >= row.endsAt)
			throw fieldError(
				'publishAtLocal',
				message`Choose a time before the event ends.`,
				'VALIDATION_INVALID_DATE',
			);
		await tx
			.update(events)
			.set({ publishAt, publishBy: plan.userId, publishError: '', version: sql`${events.version} + 1` })
			.where(ofEvent(scope));
	});
}

/**
 * Refuses what was planned by somebody who may not publish it any more. Plans of older processes name nobody.
 * @throws AUTH_INSUFFICIENT_PERMISSIONS
 */
async function refuseWithoutPlanner({ database }: Services, { organisationId, eventId }: EventScope) {
	const { rows } = await database.pool.query<{ isTheirs: boolean }>({
		name: 'events.may-planner-publish',
		text: `SELECT publish_by IS NULL OR EXISTS (
				SELECT FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
				WHERE m.organisation_id = e.organisation_id AND m.user_id = e.publish_by AND ${memberMaySql('events.publish')}
					AND (m.event_ids IS NULL OR e.id = ANY (m.event_ids))) AS "isTheirs"
			FROM events e WHERE organisation_id = $1 AND id = $2`,
		values: [organisationId, eventId],
	});
	if (rows[0] && !rows[0].isTheirs)
		throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
			userMessage: message`The person who scheduled this can no longer publish it. Check the event and publish it yourself.`,
		});
}

const perRound = 20;
const name = 'events.publish-due';
type DueEvent = EventScope & { dueBy: Date };

/**
 * Publishes due events. Concurrent workers wait for each other; the second finds the event published and does nothing. An event that
 * can't be published stays a draft with the reason.
 */
export const publishPoller = createFairPoller<DueEvent>({
	name,
	idleMs: 5_000,
	...findDue<DueEvent>(
		'events.due-to-publish',
		`SELECT organisation_id AS "organisationId", id AS "eventId", clock_timestamp() AS "dueBy" FROM events
			WHERE publish_at <= clock_timestamp() AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
			ORDER BY publish_at LIMIT ${perRound}`,
	),
	keyOf: ({ eventId }) => eventId,
	atOnce: 1,
	async run(services, [{ dueBy, ...scope }]) {
		try {
			await refuseWithoutPlanner(services, scope);
			await publishEvent(services, scope, { isEmailVerified: true }, { dueBy });
		} catch (error) {
			if (!(error instanceof AppError) || error.status >= 500) throw error;
			await services.database.transaction(async (tx) => {
				const [failed] = await tx
					.update(events)
					.set({
						publishAt: null,
						publishError: error.userMessage,
						version: sql`${events.version} + 1`,
					})
					.where(and(ofEvent(scope), sql`${events.publishAt} <= clock_timestamp()`))
					.returning({ eventId: events.id, byId: events.publishBy, version: events.version });
				if (failed)
					await services.facts.publish(
						tx,
						{ name: 'events.publishing-failed', ...scope, payload: failed },
						services,
					);
			});
		}
		return 1;
	},
});

/** Publishes all that is due. @returns how many events were settled */
export const publishDue = runDue(publishPoller);
