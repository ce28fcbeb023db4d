import { and, desc, eq, isNull } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { jsonObject, plainArray } from '#server/db/statement.ts';
import { paymentAccounts, payments } from '#server/db/tables/payments.ts';
import { createDatabaseBatcher } from '#server/platform/concurrency/request-batcher.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { type PaymentRow, paymentColumns, type ShownPayment, type ShownRefund } from './payment-record.ts';

export type AccountRow = typeof paymentAccounts.$inferSelect;

/** An order, or later whatever else is paid for. */
export interface SubjectScope {
	organisationId: string;
	subjectId: string;
}

/** The payment account that an organisation uses now; undefined when it has none. */
export async function findAccount(db: DbOrTx, organisationId: string): Promise<AccountRow | undefined> {
	const [row] = await db
		.select()
		.from(paymentAccounts)
		.where(and(eq(paymentAccounts.organisationId, organisationId), isNull(paymentAccounts.disconnectedAt)));
	return row;
}

/** Whether cards may be charged through an account: the provider lets it, and no administrator stopped it. */
export const canCharge = (account: Pick<AccountRow, 'chargesEnabled' | 'stoppedAt'>): boolean =>
	account.chargesEnabled && account.stoppedAt === null;

/** The account that a payment was made through, also when it is no longer the organisation's. */
export const getAccountOf = (db: DbOrTx, payment: PaymentRow): Promise<AccountRow> =>
	getAccountById(db, payment.accountId ?? '');

export async function getAccountById(db: DbOrTx, id: string): Promise<AccountRow> {
	const [row] = await db.select().from(paymentAccounts).where(eq(paymentAccounts.id, id));
	if (!row) throw notFound('Payment account');
	return row;
}

/** The provider's id of the account that a payment was made through; null: the installation's own. */
export async function getProviderAccount(db: DbOrTx, payment: PaymentRow): Promise<string | null> {
	return payment.accountId === null ? null : (await getAccountOf(db, payment)).providerAccount;
}

/** The payments of a subject, the oldest first. */
export function listPayments(db: DbOrTx, scope: SubjectScope): Promise<PaymentRow[]> {
	return db
		.select(paymentColumns)
		.from(payments)
		.where(and(eq(payments.organisationId, scope.organisationId), eq(payments.subjectId, scope.subjectId)))
		.orderBy(payments.id);
}

/** What was paid for a subject, the oldest first, and what it owes in the books. */
export interface SubjectMoney {
	payments: ShownPayment[];
	refunds: ShownRefund[];
	balanceMinor: number;
}

const paymentFields: Record<keyof ShownPayment, string> = {
	id: 'p.id',
	method: 'p.method',
	gateway: 'p.gateway',
	state: 'p.state',
	currency: 'p.currency',
	amountMinor: 'p.amount_minor',
	capturedMinor: 'p.captured_minor',
	refundedMinor: 'p.refunded_minor',
	refundingMinor: 'p.refunding_minor',
	contestedMinor: 'p.contested_minor',
	failure: 'p.failure',
	note: 'p.note',
	receivedOn: 'p.received_on',
	createdAt: 'p.created_at',
	settledAt: 'p.settled_at',
};
const refundFields: Record<keyof ShownRefund, string> = {
	id: 'r.id',
	paymentId: 'r.payment_id',
	amountMinor: 'r.amount_minor',
	state: 'r.state',
	reason: 'r.reason',
	note: 'r.note',
	failure: 'r.failure',
	sentOn: 'r.sent_on',
	sentWay: 'r.sent_way',
	giftCardId: 'r.gift_card_id',
	createdAt: 'r.created_at',
	settledAt: 'r.settled_at',
};

const moneyOfSubjects = {
	name: 'payments.of-subjects',
	text: `
SELECT w.organisation_id || ' ' || w.subject_id AS key,
	(SELECT json_agg(${jsonObject(paymentFields)} ORDER BY p.id) FROM payments p
		WHERE p.organisation_id = w.organisation_id AND p.subject_id = w.subject_id) AS payments,
	(SELECT json_agg(${jsonObject(refundFields)} ORDER BY r.id) FROM refunds r
		WHERE r.organisation_id = w.organisation_id AND r.subject_id = w.subject_id) AS refunds,
	(SELECT balance_minor FROM ledger_subjects s
		WHERE s.organisation_id = w.organisation_id AND s.subject_id = w.subject_id) AS balance
FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) AS u(organisation_id, subject_id)) AS w`,
};

type JsonRow<Row extends { createdAt: Date; settledAt: Date | null }> = Omit<
	Row,
	'createdAt' | 'settledAt'
> & {
	createdAt: string;
	settledAt: string | null;
};

const withInstants = <Row extends { createdAt: string; settledAt: string | null }>(row: Row) => ({
	...row,
	createdAt: new Date(row.createdAt),
	settledAt: row.settledAt === null ? null : new Date(row.settledAt),
});

/** Payments, refunds and balance of a subject. All who ask meanwhile are answered by one question. */
export const readMoney = createDatabaseBatcher(
	200,
	async (services: Services, scopes: SubjectScope[]): Promise<SubjectMoney[]> => {
		const { rows } = await services.database.pool.query<{
			key: string;
			payments: JsonRow<ShownPayment>[] | null;
			refunds: JsonRow<ShownRefund>[] | null;
			balance: string | null;
		}>({
			...moneyOfSubjects,
			values: [
				plainArray(scopes.map(({ organisationId }) => organisationId)),
				plainArray(scopes.map(({ subjectId }) => subjectId)),
			],
		});
		const found = new Map(rows.map((row) => [row.key, row]));
		return scopes.map(({ organisationId, subjectId }) => {
			const row = found.get(`${organisationId} ${subjectId}`.toLowerCase());
			return {
				payments: (row?.payments ?? []).map(withInstants),
				refunds: (row?.refunds ?? []).map(withInstants),
				balanceMinor: Number(row?.balance ?? 0),
			};
		});
	},
);

export async function getPayment(
	db: DbOrTx,
	scope: { organisationId: string; paymentId: string },
): Promise<PaymentRow> {
	const [row] = await db
		.select(paymentColumns)
		.from(payments)
		.where(and(eq(payments.organisationId, scope.organisationId), eq(payments.id, scope.paymentId)));
	if (!row) throw notFound('Payment');
	return row;
}

/** The account at the provider of that name, current or former: whose an event of the provider is. */
export async function findAccountByProvider(
	db: DbOrTx,
	gateway: AccountRow['gateway'],
	providerAccount: string,
): Promise<AccountRow | undefined> {
	const [row] = await db
		.select()
		.from(paymentAccounts)
		.where(and(eq(paymentAccounts.gateway, gateway), eq(paymentAccounts.providerAccount, providerAccount)))
		.orderBy(desc(paymentAccounts.id));
	return row;
}
