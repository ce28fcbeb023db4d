import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { readGiftReceiptSettings } from '#server/domain/documents/gift-settings.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import { missingDetails, readMissingDetails } from '#server/domain/tickets/seller-details.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { missingParticulars, type Particular } from '#shared/rules/particulars.ts';
import { findOrder, type OrderScope } from '../order-record.ts';
import { readSeller } from './content.ts';
import { issueDueGiftReceipt } from './gift-receipts.ts';
import { issueReceipt } from './issue-documents.ts';
import { withOrder } from './with-order.ts';

const name = 'orders.issue-receipts';
const ordersPerRound = 100;
/** Particulars that are entered make receipts due at once; this is for those that no fact reports. */
const waits = sql`interval '6 hours'`;

interface DueReceipt extends OrderScope {
	/** As the database has it: money that comes meanwhile makes it later. */
	dueAt: string;
	isWaiting: boolean;
}

/**
 * Issues the receipts of orders whose money has come, seconds after it: a sale does not wait for the number that all sales of an organisation
 * would share. Where a donation is receipted by itself, its receipt too. What waits for particulars of the seller stays due.
 */
export const receiptPoller = createFairPoller<DueReceipt>({
	name,
	idleMs: 1_000,
	...findDue<DueReceipt>(
		'orders.find-due-receipts',
		`SELECT organisation_id AS "organisationId", event_id AS "eventId", order_id AS "orderId", due_at::text AS "dueAt",
					is_waiting AS "isWaiting"
				FROM due_receipts WHERE due_at <= now() AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'order_id')}
				ORDER BY due_at LIMIT ${ordersPerRound}`,
	),
	keyOf: ({ orderId }) => orderId,
	atOnce: 1,
	async run(services, [due]) {
		if (due.isWaiting && (await isSellerUnknown(services, due.organisationId)))
			await postponeWaiting(services, due.organisationId);
		else await issueDue(services, due);
		return 1;
	},
});

/** Issues all receipts that are due. @returns how many orders were looked at */
export const issueDueReceipts = runDue(receiptPoller);

async function issueDue(services: Services, due: DueReceipt): Promise<void> {
	if (!(await findOrder(services, due)))
		return services.database.transaction((tx) => settle(tx, due, { isWaiting: false }));
	await withOrder(services, due, async (issuing) => {
		const { document, isWaiting } = await issueReceipt(issuing);
		const documents = document ? [...issuing.documents, document] : issuing.documents;
		const isGiftWaiting = await issueDueGiftReceipt({ ...issuing, documents });
		await settle(issuing.tx, due, { isWaiting: isWaiting || isGiftWaiting });
	});
}

/** Notes what came of it, unless money came meanwhile: then it is due again. */
async function settle(tx: Tx, due: DueReceipt, { isWaiting }: { isWaiting: boolean }): Promise<void> {
	const isIt = sql`organisation_id = ${due.organisationId} AND order_id = ${due.orderId} AND due_at = ${due.dueAt}::timestamptz`;
	await tx.execute(
		isWaiting
			? sql`UPDATE due_receipts SET is_waiting = true, due_at = now() + ${waits} WHERE ${isIt}`
			: sql`DELETE FROM due_receipts WHERE ${isIt}`,
	);
}

/**
 * Whether what every receipt says of an organisation is missing, and what those of donations say if it issues them by itself: none of its
 * orders needs to be looked at.
 */
async function isSellerUnknown({ database, clock }: Services, organisationId: string): Promise<boolean> {
	const { seller } = await readSeller(database.db, organisationId);
	if (missingParticulars('receipt', seller, seller).length === 0) return false;
	const { settings } = await readGiftReceiptSettings(database.db, organisationId, clock.now());
	return settings.regime === null || !settings.isAutomatic || settings.missing.length > 0;
}

const postponeWaiting = ({ database }: Services, organisationId: string) =>
	database.db.execute(sql`
		UPDATE due_receipts SET due_at = now() + ${waits}
		WHERE organisation_id = ${organisationId} AND is_waiting AND due_at <= now()`);

/** Has the receipts tried that wait for what the organisation has entered now, in that transaction. */
export async function retryWaitingReceipts(tx: Tx, organisationId: string | null): Promise<void> {
	if (organisationId === null) return;
	await tx.execute(sql`
		UPDATE due_receipts SET due_at = now() WHERE organisation_id = ${organisationId} AND is_waiting`);
}

/** More are not counted. */
const mostCounted = 1_000;

/**
 * Missing details before receipts and invoices can be issued for an organisation’s sales, and the number of pending receipts. An organisation that
 * sells nothing and has none waiting misses nothing.
 */
export async function readReadiness(
	db: DbOrTx,
	organisationId: string,
): Promise<{ missing: Particular[]; waiting: number }> {
	const { rows } = await db.execute<{ waiting: number }>(sql`
		SELECT count(*)::int AS waiting FROM (
			SELECT FROM due_receipts WHERE organisation_id = ${organisationId} AND is_waiting LIMIT ${mostCounted}) w`);
	const waiting = rows[0]?.waiting ?? 0;
	const missing = await readMissingDetails(db, { organisationId, eventId: null });
	if (missing || waiting === 0) return { missing: missing ?? [], waiting };
	const settings = await getOrganisationSettings(db, organisationId);
	return {
		missing: missingDetails(settings, { isTaxed: false, isUntaxed: false, isUnsaid: false }),
		waiting,
	};
}
