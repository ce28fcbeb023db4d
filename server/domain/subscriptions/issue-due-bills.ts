import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { agreementPeriods } from '#server/db/tables/payments.ts';
import { dueBills } from '#server/db/tables/subscriptions.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { issueBill } from './bill-document.ts';
import { type DueBill, postponeBill, removeDueBill } from './due-bills.ts';
import { issueWaitingMonths } from './fees/issue-fee-invoices.ts';

const name = 'subscriptions.issue-bills';

/** Issues the documents of the operator that waited for particulars, and the bills that an older version left out. */
export const billPoller = createFairPoller<Pick<DueBill, 'organisationId' | 'id'>>({
	name,
	idleMs: 5_000,
	...findDue<{ organisationId: string; id: string }>(
		'subscriptions.find-due-bills',
		`SELECT organisation_id AS "organisationId", id FROM due_bills
				WHERE due_at <= now() AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
				ORDER BY due_at LIMIT 100`,
	),
	keyOf: ({ id }) => id,
	atOnce: 1,
	async run(services, [due]) {
		await services.database.transaction((tx) => issueDue(services, tx, due));
		return 1;
	},
});

async function issueDue(
	services: Services,
	tx: Tx,
	{ organisationId, id }: Pick<DueBill, 'organisationId' | 'id'>,
): Promise<void> {
	const [due] = await tx
		.select()
		.from(dueBills)
		.where(and(eq(dueBills.organisationId, organisationId), eq(dueBills.id, id)));
	// Another worker issued it meanwhile.
	if (!due) return;
	if (due.kind === 'fees') return issueWaitingMonths(services, tx, organisationId);
	const [period] = await tx
		.select()
		.from(agreementPeriods)
		.where(and(eq(agreementPeriods.organisationId, organisationId), eq(agreementPeriods.id, id)));
	const bill = period && (await issueBill(services, tx, period, { hasWaited: due.isWaiting }));
	if (period && !bill) await postponeBill(tx, due);
	else await removeDueBill(tx, due);
}

/** Issues all documents of the operator that are due. @returns how many were looked at */
export const issueDueBills = runDue(billPoller);
