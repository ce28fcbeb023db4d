import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { documents } from '#server/db/tables/documents.ts';
import { agreementPeriods } from '#server/db/tables/payments.ts';
import { taxRateOf } from '#server/db/tax-rate.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type PlanTax, planTax } from '#shared/rules/plan-tax.ts';
import { planNames } from '#shared/rules/plans.ts';
import type { DocumentRow } from '../documents/issue.ts';
import { listDocumentsOf } from '../documents/queries.ts';
import { OPERATOR_BOOKS, post } from '../ledger/post.ts';
import type { PeriodRow } from '../payments/agreements/agreement-record.ts';
import { listPayments } from '../payments/queries.ts';
import { getOrganisationSettings } from '../settings/queries.ts';
import { getIssuer, isComplete, issueOperatorDocument } from './operator-document.ts';
import { readChoice } from './queries.ts';

/** Books a paid period of a plan as income of the operator, and the tax in it. A period that is booked stays as it is. */
export async function postPlan(tx: Tx, period: PeriodRow): Promise<void> {
	const [issuer, organisation] = [
		await getIssuer(tx),
		await getOrganisationSettings(tx, period.organisationId),
	];
	const { basisPoints, netMinor, taxMinor } = planTax(issuer, organisation, period.amountMinor);
	const rate = basisPoints > 0 ? { taxBasisPoints: basisPoints } : {};
	await post(tx, [
		{
			organisationId: OPERATOR_BOOKS,
			eventId: null,
			subjectId: period.id,
			sourceKind: 'agreement_period',
			sourceId: period.id,
			currency: period.currency,
			transfers: [
				{ kind: 'plan', debit: 'buyer', credit: 'plan_income', amountMinor: netMinor, ...rate },
				{ kind: 'tax', debit: 'buyer', credit: 'tax', amountMinor: taxMinor, ...rate },
			],
		},
	]);
}

/** A period in the books: its bill has the same amounts. */
async function readBooked(tx: Tx, period: PeriodRow): Promise<Omit<PlanTax, 'isReverseCharge'>> {
	const { rows } = await tx.execute<{ net: string; tax: string; rate: number }>(sql`
		SELECT coalesce(sum(amount_minor) FILTER (WHERE kind = 'plan'), 0) AS net,
			coalesce(sum(amount_minor) FILTER (WHERE kind = 'tax'), 0) AS tax, coalesce(max(${sql.raw(taxRateOf('t'))}), 0) AS rate
		FROM ledger_transfers t WHERE organisation_id = ${OPERATOR_BOOKS} AND source_kind = 'agreement_period'
			AND source_id = ${period.id}`);
	const row = rows[0] as (typeof rows)[number];
	return { netMinor: Number(row.net), taxMinor: Number(row.tax), basisPoints: row.rate };
}

/** Books by how much the tax of a bill that waited differs from what was booked with the payment, before the particulars were there. */
async function correctTax(tx: Tx, period: PeriodRow, moreMinor: number, basisPoints: number): Promise<void> {
	const [debit, credit] =
		moreMinor > 0 ? (['plan_income', 'tax'] as const) : (['tax', 'plan_income'] as const);
	await post(tx, [
		{
			organisationId: OPERATOR_BOOKS,
			eventId: null,
			...{ subjectId: period.id, sourceKind: 'bill_tax', sourceId: period.id, currency: period.currency },
			transfers: [
				{ kind: 'tax', debit, credit, amountMinor: Math.abs(moreMinor), taxBasisPoints: basisPoints },
			],
		},
	]);
}

/**
 * Issues the bill of a paid period: an invoice of the operator with the next number of the operator's own series. Once issued, it is the same
 * one. A bill that waited has the tax of the particulars that it names.
 * @returns null: particulars are missing
 */
export async function issueBill(
	services: Services,
	tx: Tx,
	period: PeriodRow,
	{ hasWaited }: { hasWaited: boolean },
): Promise<DocumentRow | null> {
	const { organisationId, id: subjectId, currency } = period;
	await tx.execute(sql`SELECT FROM agreement_periods WHERE organisation_id = ${organisationId} AND id = ${subjectId}
		FOR NO KEY UPDATE`);
	const [known] = await listDocumentsOf(tx, { organisationId: OPERATOR_BOOKS, subjectId });
	if (known) return known;
	const [issuer, organisation, booked, payments] = [
		await getIssuer(tx),
		await getOrganisationSettings(tx, organisationId),
		await readBooked(tx, period),
		await listPayments(tx, { organisationId, subjectId }),
	];
	const grossMinor = booked.netMinor + booked.taxMinor;
	const today = planTax(issuer, organisation, grossMinor);
	const tax = hasWaited
		? today
		: { ...booked, isReverseCharge: booked.taxMinor === 0 && today.isReverseCharge };
	if (!isComplete(issuer, organisation, tax)) return null;
	await correctTax(tx, period, tax.taxMinor - booked.taxMinor, tax.basisPoints);
	const { isReverseCharge, ...amounts } = tax;
	const { plan, every } = readChoice(period.detail);
	const name = planNames[plan];
	return issueOperatorDocument(services, tx, {
		kind: 'invoice',
		...{ issuer, organisation, subjectId, currency, title: message`${name} plan` },
		lines: [
			{
				text: every === 'year' ? message`${name} plan for a year` : message`${name} plan for a month`,
				grossMinor,
				...amounts,
			},
		],
		period,
		isReverseCharge,
		payments: payments
			.filter(({ state }) => state === 'succeeded')
			.map(({ method, capturedMinor, settledAt, createdAt }) => ({
				method,
				amountMinor: capturedMinor,
				paidAt: (settledAt ?? createdAt).toISOString(),
			})),
		note: null,
		corrects: null,
	});
}

/** The bill of a period of an organisation's plan. @throws not-found, also for one that is not issued yet */
export async function getBill(
	db: DbOrTx,
	scope: { organisationId: string; billId: string },
): Promise<DocumentRow> {
	const [found] = await db
		.select({ document: documents })
		.from(agreementPeriods)
		.innerJoin(
			documents,
			and(eq(documents.organisationId, OPERATOR_BOOKS), eq(documents.subjectId, agreementPeriods.id)),
		)
		.where(
			and(eq(agreementPeriods.organisationId, scope.organisationId), eq(agreementPeriods.id, scope.billId)),
		);
	if (!found) throw notFound('Bill');
	return found.document as DocumentRow;
}
