import type { DbOrTx } from '#server/db/client.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { ReportRun } from '#shared/contracts/report-runs.ts';
import type { Dataset, ReadyReport, Report } from '#shared/contracts/reports.ts';
import { grainsOf, reportForms } from '#shared/rules/report-query.ts';
import { datasets } from './datasets/catalogue.ts';
import { listQuestions, withQuestions } from './datasets/questions.ts';
import { planQuery, type ReportRights } from './plan-query.ts';
import type { ReportRow, RunRow } from './queries.ts';
import { presentChoices } from './read-report.ts';
import { readyReports } from './ready-reports.ts';

export function presentReport({ report, ownerName }: ReportRow, userId: string): Report {
	const { id, name, note, query, chart, sharing, version } = report;
	return {
		...{ id, name, note, query, chart, sharing, version },
		owner: { id: report.ownerId, name: ownerName },
		isMine: report.ownerId === userId,
		createdAt: report.createdAt.toISOString(),
		updatedAt: report.updatedAt.toISOString(),
	};
}

export function presentRun(row: RunRow, now: Date): ReportRun {
	const { id, reportId, scheduleId, name, format, rows, bytes, sha256, error } = row;
	const isOver = row.state === 'done' && row.expiresAt !== null && row.expiresAt <= now;
	return {
		...{ id, reportId, scheduleId, name, format, rows, bytes, sha256, error },
		state: isOver ? 'expired' : row.state,
		createdAt: row.createdAt.toISOString(),
		endedAt: row.endedAt?.toISOString() ?? null,
		expiresAt: row.expiresAt?.toISOString() ?? null,
	};
}

/** The catalogue, and what of it a reader may see. */
export async function presentDatasets(
	db: DbOrTx,
	rights: ReportRights,
	translate: Translator,
): Promise<Dataset[]> {
	const questions = rights.can('attendees.view') ? await listQuestions(db, rights) : [];
	return Object.values(datasets).map((catalogued) => {
		const dataset = withQuestions(catalogued, questions);
		const isAllowed = rights.can(dataset.needs);
		const may = (needs: Parameters<typeof rights.can>[0] | undefined) =>
			isAllowed && (needs === undefined || rights.can(needs));
		return {
			id: dataset.id,
			label: translate(dataset.label),
			description: translate(dataset.description),
			isAllowed,
			columns: Object.entries(dataset.columns).map(([id, column]) => ({
				id,
				label: translate(column.label),
				type: column.type,
				grains: [...grainsOf(column.type)],
				choices: presentChoices(column.choices ?? {}, translate),
				isPersonal: column.isPersonal ?? false,
				isAllowed: may(column.needs),
			})),
			measures: Object.entries(dataset.measures).map(([id, measure]) => ({
				id,
				label: translate(measure.label),
				type: measure.type,
				isAllowed: may(measure.needs),
				forms: measure.per || measure.of.kind === 'distinct' ? [] : [...reportForms],
			})),
		};
	});
}

/** Ready-made reports of which a reader may see everything. */
export function presentReady(rights: ReportRights, translate: Translator): ReadyReport[] {
	return readyReports.flatMap(({ key, name, description, query, chart }) => {
		if (!rights.can(datasets[query.dataset].needs)) return [];
		if (planQuery(query, rights).leftOut.length > 0) return [];
		return [{ key, name: translate(name), description: translate(description), query, chart }];
	});
}
