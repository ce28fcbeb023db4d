import { and, eq, inArray } from 'drizzle-orm';
import { guestMessages, messageRules } from '#server/db/tables/messages.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairJob } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';

/** A rule whose time has come beside a date. */
interface DueRule {
	organisationId: string;
	ruleId: string;
	kind: string;
	/** The rule as it was when this was found. */
	version: number;
	eventId: string;
	/** The start or the end that it is due beside. */
	ruleFor: Date;
	dueAt: Date;
}

const name = 'messages.make-due';
const batchSize = 500;
/** Made so long before they are due; the poller that sends them waits for the minute. */
const aheadMinutes = 5;

/**
 * Rules `before_start` and `after_end` of published events that are due, each once beside a start or an end. What fell due while no worker ran
 * is made up for within three days, what goes before the start only until then; what was due before the rule held, or before the event
 * was published, is not. An event that is moved is due again beside its new time, unless the rule wrote within the 12 hours before, or after:
 * its guests learn of the change by the email about it.
 */
const dueRules = `
	SELECT r.organisation_id AS "organisationId", r.id AS "ruleId", r.kind, r.version, e.id AS "eventId", d.rule_for AS "ruleFor",
		d.due_at AS "dueAt"
	FROM message_rules r
	CROSS JOIN LATERAL (
		SELECT id, starts_at, ends_at, status, is_demo, published_at, created_at FROM events
		WHERE organisation_id = r.organisation_id AND id = r.event_id
		UNION ALL
		SELECT id, starts_at, ends_at, status, is_demo, published_at, created_at FROM events
		WHERE organisation_id = r.organisation_id AND series_id = r.series_id AND series_id IS NOT NULL
			AND starts_at < now() + make_interval(mins => r.offset_minutes + ${aheadMinutes})
	) e
	CROSS JOIN LATERAL (
		SELECT CASE r.kind WHEN 'after_end' THEN e.ends_at ELSE e.starts_at END AS rule_for,
			CASE r.kind WHEN 'after_end' THEN e.ends_at + make_interval(mins => r.offset_minutes)
				ELSE e.starts_at - make_interval(mins => r.offset_minutes) END AS due_at
	) d
	WHERE r.is_on AND r.kind = ANY('{before_start,after_end}') AND r.kind <> 'confirmation'
		AND e.status = 'published' AND NOT e.is_demo
		AND d.due_at <= now() + interval '${aheadMinutes} minutes' AND d.due_at > now() - interval '3 days'
		AND d.due_at >= r.is_on_since AND d.due_at >= coalesce(e.published_at, e.created_at)
		AND (r.kind = 'after_end' OR e.starts_at > now() - interval '10 minutes')
		AND NOT EXISTS (SELECT FROM guest_messages m WHERE m.organisation_id = r.organisation_id AND m.rule_id = r.id
			AND m.event_id = e.id AND (m.rule_for = d.rule_for OR m.send_at > d.due_at - interval '12 hours'))
		AND (r.kind, r.organisation_id, r.id, e.id) > ($1::text, $2::uuid, $3::uuid, $4::uuid)
		AND ${isNotDelayed(name, `r.id || ':' || e.id`)}
	ORDER BY r.kind, r.organisation_id, r.id, e.id LIMIT ${batchSize}`;

/** Makes the messages of rules that are due; the poller of messages sends them. */
export const makeDueMessages = createFairJob<DueRule>({
	name,
	cron: '*/5 * * * *',
	dueInSandboxes: true,
	createFind() {
		const first = '00000000-0000-0000-0000-000000000000';
		let after = ['', first, first, first];
		return async ({ database }) => {
			const { rows } = await database.pool.query<DueRule>(dueRules, after);
			const last = rows.at(-1);
			if (last) after = [last.kind, last.organisationId, last.ruleId, last.eventId];
			return rows;
		};
	},
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ ruleId, eventId }) => `${ruleId}:${eventId}`,
	run: insertMessages,
});

/** One message for each, of rules that are as they were when they were found. @returns how many */
async function insertMessages(
	{ database, clock }: Services,
	due: readonly [DueRule, ...DueRule[]],
): Promise<number> {
	const [{ organisationId }] = due;
	return database.transaction(async (tx) => {
		const rows = await tx
			.select()
			.from(messageRules)
			.where(
				and(
					eq(messageRules.organisationId, organisationId),
					inArray(
						messageRules.id,
						due.map(({ ruleId }) => ruleId),
					),
				),
			)
			.orderBy(messageRules.id)
			.for('share');
		const rules = new Map(rows.map((row) => [row.id, row]));
		const now = clock.now();
		const messages = due.flatMap(({ ruleId, version, eventId, ruleFor, dueAt }) => {
			const rule = rules.get(ruleId);
			if (rule?.version !== version) return [];
			const { subject, body, segment } = rule;
			return {
				...{ id: newId(), organisationId, eventId, subject, body, segment, ruleId, ruleFor },
				...{ category: 'service' as const, state: 'scheduled' as const, sendAt: dueAt },
				...{ createdAt: now, updatedAt: now },
			};
		});
		if (messages.length === 0) return 0;
		const made = await tx
			.insert(guestMessages)
			.values(messages)
			.onConflictDoNothing()
			.returning({ id: guestMessages.id });
		return made.length;
	});
}
