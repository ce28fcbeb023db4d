import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { feeMonths } from '#server/db/tables/subscriptions.ts';
import { taxRateOf } from '#server/db/tax-rate.ts';
import type { DocumentRow } from '#server/domain/documents/issue.ts';
import { type Entry, OPERATOR_BOOKS, post } from '#server/domain/ledger/post.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import { findOnce, runFairly } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { planTax } from '#shared/rules/plan-tax.ts';
import { taxWithin } from '#shared/rules/pricing/money.ts';
import {
	addWaitingBill,
	type DueBill,
	listWaitingMonths,
	postponeBill,
	removeDueBill,
} from '../due-bills.ts';
import { getIssuer, isComplete, issueOperatorDocument, type OperatorDocument } from '../operator-document.ts';
import { readOpenInvoices } from './queries.ts';

/** A month is over this long after it has ended: a transaction that posts in it may end a little later. */
const settled = sql`interval '1 hour'`;

/** Fees charged on payments of a month, and fees refunded, in minor units. */
interface Fees {
	currency: string;
	chargedMinor: number;
	returnedMinor: number;
}

/** A month of UTC; `endsAt` is within it. */
interface Month {
	month: string;
	startsAt: Date;
	endsAt: Date;
}

type Parties = Pick<OperatorDocument, 'issuer' | 'organisation'>;

/**
 * Invoices the fees that the operator charged on payments, for each organisation, month and currency, once the month is over; where more was
 * refunded than charged, earlier invoices are credited. What is invoiced already stays as it is. Demo organisations and sandboxes have none.
 * @param now when it is, by the database unless a test says otherwise
 * @see docs/decisions/279-fee-invoices.md
 */
export async function issueFeeInvoices(services: Services, now: SQL = sql`now()`): Promise<void> {
	const { rows } = await services.database.db.execute<{ id: string }>(sql`
		SELECT o.id FROM organisations o WHERE NOT o.is_demo AND o.sandbox_of IS NULL
			AND EXISTS (SELECT FROM ledger_transfers t WHERE t.organisation_id = o.id AND ${isOpen(sql`o.id`, now)})
		ORDER BY 1`);
	await runFairly<{ id: string }>(
		services,
		{
			name: 'subscriptions.invoice-fees',
			find: findOnce(async () => rows),
			ownerOf: ({ id }) => id,
			keyOf: ({ id }) => id,
			async run(_, [{ id }]) {
				while (await services.database.transaction((tx) => invoiceNextMonth(services, tx, id, now)));
				return 1;
			},
		},
		new AbortController().signal,
	);
}

/** Transfers `t` of months that are over and not invoiced yet: found by the index of the journal. */
const isOpen = (organisationId: SQL, now: SQL): SQL => sql`t.occurred_at >= coalesce((
		SELECT (max(m.month) + interval '1 month') AT TIME ZONE 'UTC' FROM fee_months m WHERE m.organisation_id = ${organisationId}
	), '-infinity') AND t.occurred_at < date_trunc('month', ${now} - ${settled}, 'UTC')`;

const lockFees = (tx: Tx, organisationId: string) =>
	tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`fee invoices ${organisationId}`}, 0))`);

/** Invoices the earliest month that is open. False: there is none. */
async function invoiceNextMonth(
	services: Services,
	tx: Tx,
	organisationId: string,
	now: SQL,
): Promise<boolean> {
	// Two who invoice the same organisation take turns: the second finds the month done.
	await lockFees(tx, organisationId);
	const { rows } = await tx.execute<{ month: string }>(sql`
		SELECT date_trunc('month', t.occurred_at, 'UTC')::date::text AS month FROM ledger_transfers t
		WHERE t.organisation_id = ${organisationId} AND ${isOpen(sql`${organisationId}::uuid`, now)}
		ORDER BY t.occurred_at LIMIT 1`);
	const [first] = rows;
	if (!first) return false;
	const month = monthOf(first.month);
	const id = newId();
	await tx.insert(feeMonths).values({ id, organisationId, month: month.month });
	const fees = await addUpFees(tx, organisationId, month);
	if (fees.length === 0) return true;
	const parties = await readParties(tx, organisationId);
	// Later months wait for earlier ones: what is given back is credited on their invoices.
	if (isKnown(parties) && (await listWaitingMonths(tx, organisationId)).length === 0)
		await issueMonth(services, tx, { id, month, parties, fees });
	else await holdMonth(tx, { month, parties, fees });
	return true;
}

async function readParties(tx: Tx, organisationId: string): Promise<Parties> {
	return {
		issuer: await getIssuer(tx),
		organisation: await getOrganisationSettings(tx, organisationId),
	};
}

/** Whether the particulars are there with which invoices can be issued. */
const isKnown = ({ issuer, organisation }: Parties) =>
	isComplete(issuer, organisation, planTax(issuer, organisation, 0));

interface FeesOfMonth {
	month: Month;
	parties: Parties;
	fees: Fees[];
}

async function issueMonth(
	services: Services,
	tx: Tx,
	{ id, month, parties, fees }: FeesOfMonth & { id: string },
): Promise<void> {
	for (const ofCurrency of fees) {
		const dueMinor = ofCurrency.chargedMinor - ofCurrency.returnedMinor;
		if (dueMinor > 0) await invoice(services, tx, { id, month, parties, fees: ofCurrency });
		if (dueMinor < 0)
			await credit(services, tx, { month, parties, currency: ofCurrency.currency, amountMinor: -dueMinor });
	}
}

/** Books the tax of a month whose documents wait for particulars: it is owed by the time and not by the document. */
async function holdMonth(tx: Tx, { month, parties, fees }: FeesOfMonth): Promise<void> {
	const { issuer, organisation } = parties;
	for (const { currency, chargedMinor, returnedMinor } of fees) {
		const dueMinor = chargedMinor - returnedMinor;
		if (dueMinor === 0) continue;
		const id = newId();
		await addWaitingBill(tx, {
			...{ organisationId: organisation.id, id, currency },
			...{ kind: 'fees', month: month.month },
		});
		const { taxMinor, basisPoints } = planTax(issuer, organisation, Math.abs(dueMinor));
		await post(tx, [
			taxEntry('fee_month', { id, currency, taxMinor: Math.sign(dueMinor) * taxMinor, basisPoints }),
		]);
	}
}

/**
 * Issues the invoices for fees that waited, the earliest month first; the tax that was booked meanwhile is taken back, as that of the documents
 * is booked with them. While particulars are missing, they go on waiting.
 */
export async function issueWaitingMonths(services: Services, tx: Tx, organisationId: string): Promise<void> {
	await lockFees(tx, organisationId);
	const waiting = await listWaitingMonths(tx, organisationId);
	const parties = await readParties(tx, organisationId);
	if (!isKnown(parties)) {
		for (const bill of waiting) await postponeBill(tx, bill);
		return;
	}
	for (const [firstDay, bills] of Map.groupBy(waiting, (bill) => bill.month ?? '')) {
		const month = monthOf(firstDay);
		const [of] = await tx
			.select({ id: feeMonths.id })
			.from(feeMonths)
			.where(and(eq(feeMonths.organisationId, organisationId), eq(feeMonths.month, firstDay)));
		if (!of) throw new Error(`the fees of ${firstDay} wait without their month`);
		for (const bill of bills) {
			await takeBackTax(tx, bill);
			await removeDueBill(tx, bill);
		}
		const fees = await addUpFees(tx, organisationId, month);
		await issueMonth(services, tx, { id: of.id, month, parties, fees });
	}
}

async function takeBackTax(tx: Tx, { id, currency }: DueBill): Promise<void> {
	const { rows } = await tx.execute<{ tax: string; rate: number | null }>(sql`
		SELECT CASE WHEN credit = 'tax' THEN amount_minor ELSE -amount_minor END AS tax, ${sql.raw(taxRateOf('t'))} AS rate
		FROM ledger_transfers t
		WHERE organisation_id = ${OPERATOR_BOOKS} AND source_id = ${id} AND source_kind = 'fee_month'`);
	await post(
		tx,
		rows.map(({ tax, rate }) =>
			taxEntry('fee_month_invoiced', { id, currency, taxMinor: -Number(tax), basisPoints: rate ?? 0 }),
		),
	);
}

function monthOf(firstDay: string): Month {
	const startsAt = new Date(`${firstDay}T00:00:00Z`);
	const next = Date.UTC(startsAt.getUTCFullYear(), startsAt.getUTCMonth() + 1, 1);
	return { month: firstDay, startsAt, endsAt: new Date(next - 1) };
}

async function addUpFees(tx: Tx, organisationId: string, { startsAt }: Month): Promise<Fees[]> {
	const { rows } = await tx.execute<{ currency: string; charged: string; returned: string }>(sql`
		SELECT currency, coalesce(sum(amount_minor) FILTER (WHERE debit = 'platform_fees'), 0) AS charged,
			coalesce(sum(amount_minor) FILTER (WHERE credit = 'platform_fees'), 0) AS returned
		FROM ledger_transfers
		WHERE organisation_id = ${organisationId} AND occurred_at >= ${startsAt.toISOString()}::timestamptz
			AND occurred_at < ${startsAt.toISOString()}::timestamptz + interval '1 month' AND 'platform_fees' IN (debit, credit)
		GROUP BY 1 ORDER BY 1`);
	return rows.map(({ currency, charged, returned }) => ({
		...{ currency, chargedMinor: Number(charged), returnedMinor: Number(returned) },
	}));
}

const title = message`Fees for tickets and donations`;
const wasSettled = message`Settled: the fees were deducted from your payments and returned with refunds.`;

async function invoice(
	services: Services,
	tx: Tx,
	of: { id: string; month: Month; parties: Parties; fees: Fees },
): Promise<void> {
	const { chargedMinor, returnedMinor, currency } = of.fees;
	const { issuer, organisation } = of.parties;
	const { basisPoints, taxMinor, isReverseCharge } = planTax(
		issuer,
		organisation,
		chargedMinor - returnedMinor,
	);
	// Tax is worked out once, of the sum; what is returned has the rest of it.
	const chargedTax = returnedMinor === 0 ? taxMinor : taxWithin(chargedMinor, basisPoints);
	const lines = [
		lineOf(title, chargedMinor, chargedTax, basisPoints),
		...(returnedMinor > 0
			? [lineOf(message`Fees refunded`, -returnedMinor, taxMinor - chargedTax, basisPoints)]
			: []),
	];
	const document = await issueOperatorDocument(services, tx, {
		kind: 'invoice',
		...{ ...of.parties, currency, title, lines, period: of.month, isReverseCharge },
		...{ subjectId: of.id, payments: [], isSettled: true, note: wasSettled, corrects: null },
	});
	await postTax(tx, document, basisPoints);
}

/** Credits invoices, the newest first, until the fees are reached that were refunded beyond those charged in the same month. */
async function credit(
	services: Services,
	tx: Tx,
	of: { month: Month; parties: Parties; currency: string; amountMinor: number },
): Promise<void> {
	let leftMinor = of.amountMinor;
	for (const corrects of await readOpenInvoices(tx, of.parties.organisation.id, of.currency)) {
		const amountMinor = Math.min(leftMinor, corrects.openMinor);
		const basisPoints = corrects.invoice.content.taxes[0]?.basisPoints ?? 0;
		const taxMinor = taxWithin(amountMinor, basisPoints);
		const document = await issueOperatorDocument(services, tx, {
			kind: 'credit_note',
			...{ ...of.parties, currency: of.currency, title, period: of.month },
			lines: [lineOf(message`Fees refunded`, -amountMinor, -taxMinor, basisPoints)],
			...{ subjectId: corrects.invoice.subjectId, payments: [], note: wasSettled },
			corrects: corrects.invoice,
			isReverseCharge: corrects.invoice.content.lines.some(({ taxReason }) => taxReason === 'reverse_charge'),
		});
		await postTax(tx, document, basisPoints);
		leftMinor -= amountMinor;
		if (leftMinor === 0) return;
	}
	throw new Error(`more fees given back to ${of.parties.organisation.id} than were ever invoiced`);
}

const lineOf = (text: TranslatableMessage, grossMinor: number, taxMinor: number, basisPoints: number) => ({
	...{ text, grossMinor, taxMinor, basisPoints },
	netMinor: grossMinor - taxMinor,
});

/** Fees are booked as income whole, when they are charged; the tax in them when it is certain: with the invoice, or when the month is over. */
function taxEntry(
	sourceKind: 'fee_invoice' | 'fee_month' | 'fee_month_invoiced',
	of: { id: string; currency: string; taxMinor: number; basisPoints: number },
): Entry {
	const { id, currency, taxMinor } = of;
	const [debit, credit] = taxMinor > 0 ? (['fee_income', 'tax'] as const) : (['tax', 'fee_income'] as const);
	return {
		organisationId: OPERATOR_BOOKS,
		eventId: null,
		...{ subjectId: id, sourceKind, sourceId: id, currency },
		transfers: [
			{ kind: 'tax', debit, credit, amountMinor: Math.abs(taxMinor), taxBasisPoints: of.basisPoints },
		],
	};
}

async function postTax(tx: Tx, { id, currency, taxMinor }: DocumentRow, basisPoints: number): Promise<void> {
	await post(tx, [taxEntry('fee_invoice', { id, currency, taxMinor, basisPoints })]);
}
