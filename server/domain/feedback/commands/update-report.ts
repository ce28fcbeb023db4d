import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { users } from '#server/db/tables/accounts.ts';
import { feedbackActivity, feedbackReports } from '#server/db/tables/feedback.ts';
import type { Services } from '#server/services.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateFeedback } from '#shared/contracts/feedback.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { lockReport, type ReportRow } from '../rows.ts';

type Change = BodyOf<typeof updateFeedback>;
type Activity = typeof feedbackActivity.$inferInsert;

interface Acted {
	code: string;
	userId: string;
}

async function note(services: Services, tx: Tx, row: Omit<Activity, 'id' | 'createdAt'>): Promise<string> {
	const id = newId();
	await tx.insert(feedbackActivity).values({ ...row, id, createdAt: services.clock.now() });
	return id;
}

/** Sets a status and notifies the reporter; the status that it has already changes nothing and sends nothing. */
async function setStatus(
	services: Services,
	tx: Tx,
	report: ReportRow,
	to: { status: ReportRow['status']; duplicateOfId?: string | null; userId: string },
): Promise<void> {
	if (report.status === to.status) return;
	await tx
		.update(feedbackReports)
		.set({ status: to.status, duplicateOfId: to.duplicateOfId ?? null })
		.where(eq(feedbackReports.id, report.id));
	const activityId = await note(services, tx, {
		reportId: report.id,
		kind: 'status',
		text: to.status,
		authorId: to.userId,
	});
	await services.facts.publish(
		tx,
		{
			name: 'feedback.status-changed',
			organisationId: null,
			eventId: null,
			payload: { reportId: report.id, activityId },
		},
		services,
	);
}

/** Changes status, priority and assignee of a report. What stays as it is leaves no trace. */
export async function updateReport(
	services: Services,
	{ code, userId }: Acted,
	change: Change,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const report = await lockReport(tx, code);
		if (change.status) await setStatus(services, tx, report, { status: change.status, userId });
		if (change.priority && change.priority !== report.priority) {
			await tx
				.update(feedbackReports)
				.set({ priority: change.priority })
				.where(eq(feedbackReports.id, report.id));
			await note(services, tx, {
				reportId: report.id,
				kind: 'priority',
				text: change.priority,
				authorId: userId,
			});
		}
		if (change.assigneeId !== undefined && change.assigneeId !== report.assigneeId) {
			const name = await assigneeName(tx, change.assigneeId);
			await tx
				.update(feedbackReports)
				.set({ assigneeId: change.assigneeId })
				.where(eq(feedbackReports.id, report.id));
			await note(services, tx, { reportId: report.id, kind: 'assignee', text: name, authorId: userId });
		}
		await touch(services, tx, report.id);
	});
}

async function assigneeName(tx: Tx, assigneeId: string | null): Promise<string> {
	if (assigneeId === null) return '';
	const [user] = await tx
		.select()
		.from(users)
		.where(and(eq(users.id, assigneeId), eq(users.isAdmin, true)));
	if (!user) throw fieldError('assigneeId', message`Reports can only be assigned to administrators.`);
	return `${user.firstName} ${user.lastName}`.trim() || user.email;
}

async function touch(services: Services, tx: Tx, reportId: string): Promise<void> {
	await tx
		.update(feedbackReports)
		.set({ updatedAt: services.clock.now() })
		.where(eq(feedbackReports.id, reportId));
}

export async function addNote(services: Services, { code, userId }: Acted, text: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const report = await lockReport(tx, code);
		await note(services, tx, { reportId: report.id, kind: 'note', text, authorId: userId });
		await touch(services, tx, report.id);
	});
}

/** Marks a report as a repetition of another; what repeats this one repeats the other from now on. Idempotent. */
export async function mergeReport(services: Services, { code, userId }: Acted, into: string): Promise<void> {
	if (into === code)
		throw ruleViolation('merge-into-itself', message`A report cannot be a duplicate of itself.`);
	await services.database.transaction(async (tx) => {
		// Always in the same order, so that two who merge crosswise do not wait for each other.
		const [first, second] = [code, into].toSorted() as [string, string];
		const locked = { [first]: await lockReport(tx, first), [second]: await lockReport(tx, second) };
		const report = locked[code]!;
		const target = locked[into]!;
		if (target.duplicateOfId !== null) {
			throw ruleViolation(
				'merge-into-duplicate',
				message`That report is itself a duplicate. Choose the original.`,
			);
		}
		if (report.duplicateOfId === target.id) return;
		await tx
			.update(feedbackReports)
			.set({ duplicateOfId: target.id })
			.where(eq(feedbackReports.duplicateOfId, report.id));
		if (report.status === 'duplicate') {
			await tx
				.update(feedbackReports)
				.set({ duplicateOfId: target.id })
				.where(eq(feedbackReports.id, report.id));
		} else {
			await setStatus(services, tx, report, { status: 'duplicate', duplicateOfId: target.id, userId });
		}
		await note(services, tx, { reportId: target.id, kind: 'merge', text: code, authorId: userId });
		await touch(services, tx, report.id);
		await touch(services, tx, target.id);
	});
}
