import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import { rememberDraftToPublish } from '#server/domain/accounts/commands/verify-email.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Fact } from '#server/domain/facts.ts';
import { requireQuota } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { allowsStep, type EventStep, hasNewDate } from '#shared/rules/event-state.ts';
import { type Author, bySystem } from '../changes/author.ts';
import { insertChangeSets } from '../changes/change-many.ts';
import { insertChangeSet } from '../changes/record-changes.ts';
import type { RowChange } from '../changes/rows.ts';
import { type EventRow, lockEvent, lockEvents } from '../event-rows.ts';

type Changes = Partial<typeof events.$inferInsert>;
type EventFact = Pick<Fact, 'name' | 'payload'>;

/** What a step does: nothing, or a change with what to announce. */
type Step = (row: EventRow, now: Date) => { changes: Changes; fact?: EventFact } | null;

const refusals: Record<EventStep, TranslatableMessage> = {
	publish: message`Cancelled events can’t be reopened. Duplicate this one instead.`,
	unpublish: message`Only a published event can be unpublished.`,
	cancel: message`Only a published event can be cancelled. Delete a draft instead.`,
	postpone: message`Only a published event can be postponed.`,
	archive: message`This event can’t be archived.`,
	unarchive: message`This event is not archived.`,
	delete: message`Only a draft can be deleted. Archive the event instead.`,
};

/** Throws the refusal of a step that the status does not allow. */
export function requireStep(step: EventStep, row: EventRow): void {
	if (allowsStep(step, row.status)) return;
	throw ruleViolation(`cannot-${step}`, refusals[step], { status: row.status });
}

/**
 * An organisation that an administrator locked opens nothing (docs/decisions/163-administration.md). Waits for a lock that is under way; called
 * with `holdOrganisation` before the event is locked, so that the two never wait for each other.
 */
async function refuseLocked(tx: Tx, organisationId: string): Promise<void> {
	const { rows } = await tx.execute<{ reason: string }>(
		sql`SELECT reason FROM organisation_marks WHERE organisation_id = ${organisationId} AND suspended_at IS NOT NULL`,
	);
	if (!rows[0]) return;
	throw ruleViolation(
		'organisation-locked',
		message`An administrator has locked your organisation: ${rows[0].reason} Contact them to publish again.`,
	);
}

/** Taken before the event's lock by whoever may open it. */
export const holdOrganisation = (tx: Tx, organisationId: string) =>
	tx.execute(sql`SELECT FROM organisations WHERE id = ${organisationId} FOR KEY SHARE`);

/**
 * Refuses to open an event of a locked organisation, or beyond what its plan allows.
 * @throws `organisation-locked`, INSUFFICIENT_QUOTA, SUBSCRIPTION_EXPIRED
 */
export async function requireOpening(services: Services, tx: Tx, row: EventRow): Promise<void> {
	const { organisationId } = row;
	await refuseLocked(tx, organisationId);
	if (row.endsAt > services.clock.now())
		await requireQuota(services, tx, organisationId, 'liveEvents', () => countLive(tx, row));
}

/** Other events of the organisation that are published and not over; all dates of a series are one. */
async function countLive(tx: Tx, { organisationId, id, seriesId }: EventRow): Promise<number> {
	const { rows } = await tx.execute<{ live: number }>(sql`
		SELECT count(DISTINCT coalesce(series_id, id))::int AS live FROM events
		WHERE organisation_id = ${organisationId} AND status = 'published' AND ends_at > now()
			AND id <> ${id} AND series_id IS DISTINCT FROM ${seriesId ?? id}::uuid`);
	return rows[0]?.live ?? 0;
}

/** A step in the history of the event. It is taken back by another step; only cancelling is undone, by `undoChange`. */
const statusChanges = (row: EventRow, next: Changes): RowChange[] =>
	next.status === undefined || next.status === row.status
		? []
		: (['status', 'statusMessage'] as const)
				.filter((name) => next[name] !== undefined && next[name] !== row[name])
				.map((name) => ({
					part: 'event',
					path: `event.${name}`,
					subject: '',
					before: row[name],
					after: next[name],
					inverse: { do: 'none' },
				}));

/** Takes one step of an event's life, locked against all others. A step that changes nothing announces nothing. */
async function takeStep(
	services: Services,
	{ organisationId, eventId }: EventScope,
	step: EventStep,
	by: Author,
	decide: Step,
): Promise<void> {
	const scope = { organisationId, eventId };
	await services.database.transaction(async (tx) => {
		if (step === 'publish' || step === 'unarchive') await holdOrganisation(tx, scope.organisationId);
		const row = await lockEvent(tx, scope);
		requireStep(step, row);
		const now = services.clock.now();
		const decided = decide(row, now);
		if (!decided) return;
		if (decided.changes.status === 'published') await requireOpening(services, tx, row);
		await tx
			.update(events)
			.set({
				...decided.changes,
				publishAt: null,
				publishError: '',
				version: sql`${events.version} + 1`,
				updatedAt: now,
			})
			.where(and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId)));
		await insertChangeSet(tx, scope, {
			by,
			kind: step === 'cancel' ? 'cancel' : 'edit',
			before: row,
			changes: statusChanges(row, decided.changes),
		});
		if (decided.fact) await services.facts.publish(tx, { ...scope, ...decided.fact } as Fact, services);
	});
}

/** Who may publish: a person whose address is verified, or the system. */
export type Publisher = { isEmailVerified: true } | { isEmailVerified: boolean; userId: string };

/**
 * Requires a verified email to publish, if email is set up. Otherwise the draft is remembered for the link in the verification email.
 * @throws `email-not-verified`
 */
export async function requireVerified(services: Services, author: Publisher, eventId: string): Promise<void> {
	if (!services.mailer.canSend || author.isEmailVerified || !('userId' in author)) return;
	await rememberDraftToPublish(services, author.userId, eventId);
	throw ruleViolation(
		'email-not-verified',
		message`Verify your email first: open the link we emailed you. It publishes this draft.`,
	);
}

/**
 * Opens an event to the public. A postponed one needs a new date first (docs/decisions/073-events.md). Where emails can be sent, the
 * author's address must be verified: the link in the verification email publishes the draft that was refused here.
 */
export async function publishEvent(
	services: Services,
	scope: EventScope,
	author: Publisher,
	/** Only while its planned time has come: a plan that was moved or taken back meanwhile is none. */
	only?: { dueBy: Date },
	by: Author = bySystem,
): Promise<void> {
	await requireVerified(services, author, scope.eventId);
	await takeStep(services, scope, 'publish', by, (row, now) =>
		only && row.status !== 'published' && !(row.publishAt && row.publishAt <= only.dueBy)
			? null
			: publishing(row, now),
	);
}

/** What publishing does to an event. @throws `no-new-date` */
function publishing(row: EventRow, now: Date): ReturnType<Step> {
	if (row.status === 'published') return row.publishAt === null ? null : { changes: {} };
	if (row.status === 'postponed' && !hasNewDate(row)) {
		throw ruleViolation('no-new-date', message`Set a new date first, then republish.`);
	}
	const isFirst = row.publishedAt === null;
	return {
		changes: { status: 'published', publishedAt: row.publishedAt ?? now, statusMessage: '' },
		fact: { name: 'events.event-published', payload: { eventId: row.id, ...(isFirst && { isFirst }) } },
	};
}

/**
 * Publishes drafts of one series, all or none, with one announcement to the listeners. Their series is locked.
 * @param how.eventIds dates of the series; those that are published already stay as they are
 * @returns how many were published
 * @throws what publishing one of them throws
 */
export async function publishDates(
	services: Services,
	tx: Tx,
	how: { organisationId: string; eventIds: readonly string[]; by: Author },
): Promise<number> {
	const { organisationId, by } = how;
	await holdOrganisation(tx, organisationId);
	const now = services.clock.now();
	const facts: Fact[] = [];
	const before: EventRow[] = [];
	for (const row of await lockEvents(tx, organisationId, how.eventIds)) {
		requireStep('publish', row);
		const decided = publishing(row, now);
		if (!decided?.fact) continue;
		before.push(row);
		facts.push({ organisationId, eventId: row.id, ...decided.fact } as Fact);
	}
	const [first] = before;
	if (!first) return 0;
	// All dates of a series count as one event; one that is ahead is preferred.
	await requireOpening(services, tx, before.find((row) => row.endsAt > now) ?? first);
	await tx
		.update(events)
		.set({
			status: 'published',
			publishedAt: sql`coalesce(${events.publishedAt}, ${now.toISOString()}::timestamptz)`,
			statusMessage: '',
			publishAt: null,
			publishError: '',
			version: sql`${events.version} + 1`,
			updatedAt: now,
		})
		.where(
			and(
				eq(events.organisationId, organisationId),
				inArray(
					events.id,
					before.map(({ id }) => id),
				),
			),
		);
	await insertChangeSets(
		tx,
		organisationId,
		before.map((row) => ({
			before: row,
			changes: statusChanges(row, { status: 'published', statusMessage: '' }),
		})),
		{ by, kind: 'edit', seriesChangeId: null, notify: false, note: '' },
	);
	await services.facts.publishAll(tx, facts, services);
	return before.length;
}

/** Takes an event back to a draft. Its tickets stay valid, nothing more is sold. */
export const unpublishEvent = (services: Services, scope: EventScope, by: Author = bySystem): Promise<void> =>
	takeStep(services, scope, 'unpublish', by, (row) =>
		row.status === 'draft'
			? null
			: {
					changes: { status: 'draft', statusMessage: '' },
					fact: { name: 'events.event-unpublished', payload: { eventId: row.id } },
				},
	);

/**
 * Calls an event off. Sales end at once; guests are notified, and orders and agreements touched, when the time for undoing it is over. The second
 * time changes nothing, its message included.
 */
export const cancelEvent = (
	services: Services,
	scope: EventScope,
	message: string,
	by: Author = bySystem,
): Promise<void> =>
	takeStep(services, scope, 'cancel', by, (row, now) =>
		row.status === 'cancelled'
			? null
			: {
					changes: { status: 'cancelled', cancelledAt: now, statusMessage: message },
					fact: { name: 'events.cancellation-begun', payload: { eventId: row.id } },
				},
	);

/**
 * Cancels an event as part of a cancellation of several, in the transaction of a caller, who writes the history. It is locked.
 * @returns what changed; empty: it was cancelled already
 * @throws `cannot-cancel`
 */
export async function cancelWithin(
	services: Services,
	tx: Tx,
	row: EventRow,
	words: string,
): Promise<RowChange[]> {
	requireStep('cancel', row);
	if (row.status === 'cancelled') return [];
	const now = services.clock.now();
	const changes: Changes = { status: 'cancelled', cancelledAt: now, statusMessage: words };
	await tx
		.update(events)
		.set({
			...changes,
			publishAt: null,
			publishError: '',
			version: sql`${events.version} + 1`,
			updatedAt: now,
		})
		.where(and(eq(events.organisationId, row.organisationId), eq(events.id, row.id)));
	await services.facts.publish(
		tx,
		{
			name: 'events.cancellation-begun',
			organisationId: row.organisationId,
			eventId: row.id,
			payload: { eventId: row.id },
		},
		services,
	);
	return statusChanges(row, changes);
}

/** Puts an event off until a new date is known; publishing puts it on again. */
export const postponeEvent = (
	services: Services,
	scope: EventScope,
	message: string,
	by: Author = bySystem,
): Promise<void> =>
	takeStep(services, scope, 'postpone', by, (row) =>
		row.status === 'postponed'
			? null
			: {
					changes: {
						status: 'postponed',
						statusMessage: message,
						previousStartsAt: row.startsAt,
					},
					fact: { name: 'events.event-postponed', payload: { eventId: row.id } },
				},
	);

/** Puts an event away; its page stays reachable by link, unless it was never shown. */
export const archiveEvent = (services: Services, scope: EventScope, by: Author = bySystem): Promise<void> =>
	takeStep(services, scope, 'archive', by, (row) =>
		row.status === 'archived'
			? null
			: {
					changes: { status: 'archived', archivedFrom: row.status },
					fact: { name: 'events.event-archived', payload: { eventId: row.id } },
				},
	);

/** Takes an archived event out again, in the status it was put away in. */
export const unarchiveEvent = (services: Services, scope: EventScope, by: Author = bySystem): Promise<void> =>
	takeStep(services, scope, 'unarchive', by, (row) => {
		const status = row.archivedFrom ?? 'draft';
		const changes: Changes = { status, archivedFrom: null };
		if (status !== 'published') return { changes };
		return { changes, fact: { name: 'events.event-published', payload: { eventId: row.id, isBack: true } } };
	});
