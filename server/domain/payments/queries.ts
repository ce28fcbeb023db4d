import { and, desc, eq, isNull } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { paymentAccounts, payments, refunds } from '#server/db/tables/payments.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { type PaymentRow, paymentColumns, type RefundRow, refundColumns } from './payment-record.ts';

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

export function listRefunds(db: DbOrTx, scope: SubjectScope): Promise<RefundRow[]> {
	return db
		.select(refundColumns)
		.from(refunds)
		.where(and(eq(refunds.organisationId, scope.organisationId), eq(refunds.subjectId, scope.subjectId)))
		.orderBy(refunds.id);
}

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
