import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { memberships } from '#server/db/tables/accounts.ts';
import { events } from '#server/db/tables/events.ts';
import { reportSchedules } from '#server/db/tables/reports.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { newId } from '#shared/lib/ids.ts';
import { type ReportFormat, reportLimits } from '#shared/rules/report-query.ts';
import { planReport, type ReportRights } from '../plan-query.ts';
import { getReport, type ReportReader, type RunRow, type ScheduleRow } from '../queries.ts';
import { dueBeside, nextTime, type ScheduleTimes } from '../schedules/schedule-times.ts';
import { queueRun } from './queue-run.ts';

export interface ScheduleInput extends Omit<ScheduleTimes, 'kind'> {
	kind: ScheduleRow['kind'];
	event: string | null;
	hours: number | null;
	format: ReportFormat;
	recipients: string[];
}

/**
 * Schedules a report to be created regularly with the rights of the caller.
 * @throws not-found; VALIDATION_FAILED; BUSINESS_RULE_VIOLATION `too-many-schedules`
 */
export async function createSchedule(
	services: Services,
	command: { maker: ReportReader; rights: ReportRights; reportId: string; input: ScheduleInput },
): Promise<ScheduleRow> {
	const { maker, input, reportId } = command;
	const { organisationId } = maker;
	const recipients = input.recipients.length > 0 ? [...new Set(input.recipients)] : [maker.userId];
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		await requireFeature(tx, organisationId, 'hasReports');
		const { report } = await getReport(tx, maker, reportId, { isLocked: true });
		requireAll((await planReport(tx, report.query, command.rights)).leftOut);
		const members = await tx.$count(
			memberships,
			and(eq(memberships.organisationId, organisationId), inArray(memberships.userId, recipients)),
		);
		if (members < recipients.length)
			throw fieldError('recipients', message`Reports are sent to members of the organisation.`);
		const existing = await tx.$count(
			reportSchedules,
			and(eq(reportSchedules.organisationId, organisationId), eq(reportSchedules.reportId, reportId)),
		);
		if (existing >= reportLimits.schedules)
			throw ruleViolation(
				'too-many-schedules',
				message`A report has at most ${reportLimits.schedules} schedules. Remove one that you no longer need.`,
			);
		const { format } = input;
		const [row] = await tx
			.insert(reportSchedules)
			.values({
				...(await timesOf(tx, command.rights, input, now)),
				format,
				...{ id: newId(), organisationId, reportId, recipients },
				runsAs: maker.userId,
				createdAt: now,
			})
			.returning();
		return row as ScheduleRow;
	});
}

/** When a new schedule is due, and first. @throws VALIDATION_FAILED */
async function timesOf(tx: Tx, rights: ReportRights, input: ScheduleInput, now: Date) {
	const { kind, atTime, timeZone } = input;
	if (kind === 'event') {
		const { event: eventId, hours } = input;
		if (!hours) throw fieldError('hours', message`Choose at least one hour.`);
		const isReached = eventId !== null && (!rights.eventIds || rights.eventIds.includes(eventId));
		const [event] = isReached
			? await tx
					.select()
					.from(events)
					.where(and(eq(events.organisationId, rights.organisationId), eq(events.id, eventId)))
			: [];
		if (!event) throw fieldError('event', message`Choose one of your events.`);
		const nextAt = dueBeside(event, hours);
		if (nextAt <= now) throw fieldError('hours', message`That time is in the past. Choose a later one.`);
		return { kind, atTime, timeZone, eventId, hours, nextAt };
	}
	const weekday = kind === 'weekly' ? input.weekday : null;
	const day = kind === 'monthly' ? input.day : null;
	if (kind === 'weekly' && weekday === null) throw fieldError('weekday', message`Choose a day of the week.`);
	if (kind === 'monthly' && day === null) throw fieldError('day', message`Choose a day of the month.`);
	const times = { kind, atTime, timeZone, weekday, day };
	return { ...times, nextAt: nextTime(times, now) };
}

function requireAll(leftOut: string[]): void {
	if (leftOut.length > 0)
		throw ruleViolation(
			'beyond-own-rights',
			message`This report has columns that you can’t see, so you can’t send or share it.`,
		);
}

interface Which {
	maker: ReportReader;
	reportId: string;
	scheduleId: string;
}

const isSchedule = ({ maker, reportId, scheduleId }: Which) =>
	and(
		eq(reportSchedules.organisationId, maker.organisationId),
		eq(reportSchedules.reportId, reportId),
		eq(reportSchedules.id, scheduleId),
	);

/**
 * Pauses or resumes a schedule. After resuming, the next due file is created with the rights of the member who resumed it.
 * @throws not-found, version conflict (412); FEATURE_NOT_AVAILABLE, SUBSCRIPTION_EXPIRED; BUSINESS_RULE_VIOLATION `beyond-own-rights`
 */
export async function setScheduleState(
	services: Services,
	command: Which & { rights: ReportRights; state: 'on' | 'paused'; ifMatch: number | undefined },
): Promise<ScheduleRow> {
	const { maker, reportId, state, ifMatch } = command;
	return services.database.transaction(async (tx) => {
		const { report } = await getReport(tx, maker, reportId);
		const [row] = await tx.select().from(reportSchedules).where(isSchedule(command)).for('update');
		if (!row) throw notFound('Schedule');
		if (ifMatch !== undefined && ifMatch !== row.version) throw versionConflict(row.version);
		const isOn = state === 'on';
		if (isOn) {
			await requireFeature(tx, maker.organisationId, 'hasReports');
			requireAll((await planReport(tx, report.query, command.rights)).leftOut);
		}
		const [updated] = await tx
			.update(reportSchedules)
			.set({
				...{ state, failures: 0, version: row.version + 1, pauseReason: isOn ? null : 'hand' },
				...(isOn && { runsAs: maker.userId, nextAt: await nextOf(tx, row, services.clock.now()) }),
			})
			.where(isSchedule(command))
			.returning();
		return updated as ScheduleRow;
	});
}

/** When a schedule that is turned on is due next. @throws BUSINESS_RULE_VIOLATION `schedule-over` */
async function nextOf(tx: Tx, row: ScheduleRow, now: Date): Promise<Date> {
	const { kind, eventId, hours, organisationId } = row;
	if (kind !== 'event') return nextTime({ ...row, kind }, now);
	const [event] = await tx
		.select()
		.from(events)
		.where(and(eq(events.organisationId, organisationId), eq(events.id, eventId ?? '')));
	const nextAt = event && dueBeside(event, hours ?? 0);
	if (!nextAt || nextAt <= now)
		throw ruleViolation(
			'schedule-over',
			message`The time relative to its event has passed. Add a new schedule.`,
		);
	return nextAt;
}

/**
 * Creates and sends the file of a schedule now, with the rights of the caller.
 * @throws not-found; BUSINESS_RULE_VIOLATION `beyond-own-rights`, `too-many-runs`
 */
export async function runSchedule(
	services: Services,
	command: Which & { rights: ReportRights },
): Promise<RunRow> {
	const { maker, rights, reportId, scheduleId } = command;
	return services.database.transaction(async (tx) => {
		const { report } = await getReport(tx, maker, reportId);
		const [row] = await tx.select().from(reportSchedules).where(isSchedule(command));
		if (!row) throw notFound('Schedule');
		requireAll((await planReport(tx, report.query, rights)).leftOut);
		const { name, query } = report;
		const run = { rights, name, query, reportId, scheduleId, format: row.format };
		return queueRun(services, tx, { ...run, requestedBy: maker.userId, isByHand: true });
	});
}

/** @throws not-found */
export async function deleteSchedule(services: Services, which: Which): Promise<void> {
	await getReport(services.database.db, which.maker, which.reportId);
	const removed = await services.database.db
		.delete(reportSchedules)
		.where(isSchedule(which))
		.returning({ id: reportSchedules.id });
	if (removed.length === 0) throw notFound('Schedule');
}
