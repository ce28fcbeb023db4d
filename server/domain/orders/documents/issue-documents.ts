import type { DbOrTx, Tx } from '#server/db/client.ts';
import { type DocumentLine, onlyFilled } from '#server/domain/documents/content.ts';
import { nobody, type Recipient, recipientOf } from '#server/domain/documents/gift-documents.ts';
import { type DocumentRow, issueDocument } from '#server/domain/documents/issue.ts';
import { getDocument, listDocumentsOf } from '#server/domain/documents/queries.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import { translateFor } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { GiftReceiptOffer, InvoiceRecipient } from '#shared/contracts/documents.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getOrder, type OrderLine, type OrderRecord, type OrderScope } from '../order-record.ts';
import { documentBase, documentLines, missingOn } from './content.ts';
import { giftReceiptOffer } from './gift-receipts.ts';
import { type Issuing, withOrder } from './with-order.ts';

/** Each exchange of an invoice is two documents; nobody needs many. */
const mostInvoices = 10;

/** Whether money for an order has come and something is left of what was sold. */
export const isInvoiceable = (order: OrderRecord, payments: readonly PaymentRow[]): boolean =>
	order.confirmedAt !== null &&
	payments.some(({ capturedMinor }) => capturedMinor > 0) &&
	order.lines.reduce((sum, line) => sum + line.grossMinor, 0) > 0;

/** What a document about an order as it is now says. */
async function prepare({
	tx,
	services,
	order,
	payments,
}: Pick<Issuing, 'services' | 'order' | 'payments'> & { tx: DbOrTx }) {
	const event = await getWholeEvent(services, order);
	const base = await documentBase(tx, { order, event, payments });
	const lines = await documentLines(tx, order, order.lines);
	return {
		base,
		lines,
		missing: (kind: 'receipt' | 'invoice') => missingOn(kind, base.content, order.lines, lines),
	};
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/**
 * The documents of an order. A paid one whose receipt is still due gets it now: the worker issues receipts seconds after the payment, so that
 * a sale does not wait for the one number that all sales of an organisation would share.
 */
export async function openDocuments(
	services: Services,
	scope: OrderScope,
): Promise<{
	documents: DocumentRow[];
	canInvoice: boolean;
	isInvoiceWaiting: boolean;
	giftReceipt: GiftReceiptOffer;
}> {
	const { documents, order, payments } = await withReceipt(services, scope);
	const tx = services.database.db;
	const giftReceipt = await giftReceiptOffer({ tx, services, documents, order, payments });
	const isPaid = isInvoiceable(order, payments);
	const canInvoice =
		isPaid && (await prepare({ tx, services, order, payments })).missing('invoice').length === 0;
	return { documents, canInvoice, isInvoiceWaiting: isPaid && !canInvoice, giftReceipt };
}

async function withReceipt(
	services: Services,
	scope: OrderScope,
): Promise<Pick<Issuing, 'order' | 'payments' | 'documents'>> {
	const { organisationId, orderId } = scope;
	const subject = { organisationId, subjectId: orderId };
	const [order, payments, documents] = await Promise.all([
		getOrder(services, scope),
		listPayments(services.database.db, subject),
		listDocumentsOf(services.database.db, subject),
	]);
	if (!isInvoiceable(order, payments) || documents.some(isForTaxes)) return { order, payments, documents };
	return withOrder(services, scope, async (issuing) => {
		const { document } = await issueReceipt(issuing);
		const all = document ? [...issuing.documents, document] : issuing.documents;
		return { order: issuing.order, payments: issuing.payments, documents: all };
	});
}

const isForTaxes = ({ kind }: DocumentRow) => kind === 'receipt' || kind === 'invoice';

/**
 * Issues the receipt of a paid order that has neither receipt nor invoice. While particulars of the seller are missing, the buyer gets a
 * confirmation of the payment, once.
 * @returns the new document, and whether the receipt still waits for particulars
 */
export async function issueReceipt(
	issuing: Issuing,
): Promise<{ document: DocumentRow | null; isWaiting: boolean }> {
	const { order, payments, documents } = issuing;
	if (!isInvoiceable(order, payments) || documents.some(isForTaxes))
		return { document: null, isWaiting: false };
	const prepared = await prepare(issuing);
	if (prepared.missing('receipt').length === 0)
		return { document: await issueFor(issuing, prepared, 'receipt', buyerOf(order)), isWaiting: false };
	const isConfirmed = documents.some(({ kind }) => kind === 'payment_confirmation');
	const document = isConfirmed
		? null
		: await issueFor(issuing, prepared, 'payment_confirmation', buyerOf(order));
	return { document, isWaiting: true };
}

const buyerOf = ({ buyer }: OrderRecord): Recipient => ({ ...nobody, name: buyer.name });

/** A confirmation of a payment shows what was paid, without tax. */
const withoutTax = ({ taxReason: _, ...line }: DocumentLine): DocumentLine => ({
	...line,
	netMinor: line.grossMinor,
	taxMinor: 0,
	taxBasisPoints: 0,
});

function issueFor(
	{ tx, services }: Issuing,
	{ base, lines }: Prepared,
	kind: 'receipt' | 'invoice' | 'payment_confirmation',
	recipient: Recipient,
): Promise<DocumentRow> {
	const said = kind === 'payment_confirmation' ? lines.map(withoutTax) : lines;
	return issueDocument(tx, services.clock.now(), {
		...base,
		kind,
		content: { ...base.content, lines: said, corrects: null },
		recipient,
	});
}

/** The invoice or receipt that holds: the last one, unless credit notes have taken back all of it. */
function currentOf(kind: 'invoice' | 'receipt', documents: readonly DocumentRow[]): DocumentRow | undefined {
	const found = documents.findLast((document) => document.kind === kind);
	return found && leftOf(found, documents) > 0 ? found : undefined;
}

const leftOf = (corrected: DocumentRow, documents: readonly DocumentRow[]) =>
	documents.reduce(
		(sum, { correctsId, grossMinor }) => (correctsId === corrected.id ? sum + grossMinor : sum),
		corrected.grossMinor,
	);

const particularsMissing = () =>
	ruleViolation(
		'seller-details-missing',
		message`The seller hasn’t entered all details that this document needs: name, address, country and, where it charges tax, its tax number.`,
	);

const countOf = (kind: DocumentRow['kind'], documents: readonly DocumentRow[]) =>
	documents.filter((document) => document.kind === kind).length;

/**
 * Issues the invoice of a paid order to a company. Called again with the same company and address it returns the existing one; with others
 * a credit note takes back what is left of that, and a new one is issued. A receipt that shows tax is taken back too: tax that two documents
 * show is owed twice.
 * @throws `nothing-to-invoice` while nothing was paid or when all was refunded, `seller-details-missing`, `too-many-invoices`
 */
export function askInvoice(
	services: Services,
	scope: OrderScope,
	wanted: InvoiceRecipient,
): Promise<DocumentRow> {
	return withOrder(services, scope, async (issuing) => {
		const { order, payments, documents } = issuing;
		if (!isInvoiceable(order, payments))
			throw ruleViolation('nothing-to-invoice', message`An invoice can be issued once the order is paid.`);
		const current = currentOf('invoice', documents);
		if (current && isSame(current, wanted)) return current;
		if (countOf('invoice', documents) >= mostInvoices)
			throw ruleViolation(
				'too-many-invoices',
				message`This invoice was changed too often. Contact the organiser.`,
			);
		const prepared = await prepare(issuing);
		if (prepared.missing('invoice').length > 0) throw particularsMissing();
		const receipt = currentOf('receipt', documents);
		if (receipt && receipt.taxMinor !== 0) await takeBackRest(issuing, receipt);
		if (current) await takeBackRest(issuing, current);
		return issueFor(issuing, prepared, 'invoice', toRecipient(wanted));
	});
}

/**
 * Replaces a faulty invoice or receipt of an order: a credit note takes back what is left of it, and a new one says what holds today, to the
 * same recipient.
 * @param reason printed on the credit note
 * @throws not-found, `document-not-replaceable`, `seller-details-missing`, `too-many-invoices`
 */
export async function replaceDocument(
	services: Services,
	where: { organisationId: string; documentId: string },
	reason: string,
): Promise<DocumentRow> {
	const { kind, eventId, subjectId, content } = await getDocument(services.database.db, where);
	const refused = () =>
		ruleViolation(
			'document-not-replaceable',
			message`Only the current invoice or receipt of an order can be replaced. This one was already cancelled, or is another kind of document.`,
		);
	if ((kind !== 'invoice' && kind !== 'receipt') || eventId === null || content.gift) throw refused();
	const scope = { organisationId: where.organisationId, eventId, orderId: subjectId };
	return withOrder(services, scope, async (issuing) => {
		const { order, payments, documents } = issuing;
		const current = currentOf(kind, documents);
		if (current?.id !== where.documentId || !isInvoiceable(order, payments)) throw refused();
		if (countOf(kind, documents) >= mostInvoices)
			throw ruleViolation(
				'too-many-invoices',
				message`This document was replaced too often. Issue the correction outside of your account.`,
			);
		const prepared = await prepare(issuing);
		if (prepared.missing(kind).length > 0) throw particularsMissing();
		await takeBackRest(issuing, current, reason);
		return issueFor(issuing, prepared, kind, recipientOf(current));
	});
}

/**
 * Replaces the invoice and the receipt of an order whose tickets were changed: credit notes take back what is left of them, and new ones say
 * what was sold, to the same recipients. The caller holds the payments of the order.
 */
export async function replaceAfterChange(services: Services, tx: Tx, order: OrderRecord): Promise<void> {
	const subject = { organisationId: order.organisationId, subjectId: order.id };
	const documents = await listDocumentsOf(tx, subject);
	const payments = await listPayments(tx, subject);
	const issuing = { tx, services, order, payments, documents };
	// Until particulars of the seller are there, another confirmation says what was paid.
	if (!documents.some(isForTaxes) && documents.length > 0 && isInvoiceable(order, payments))
		await issueFor(issuing, await prepare(issuing), 'payment_confirmation', buyerOf(order));
	for (const kind of ['invoice', 'receipt'] as const) {
		const current = currentOf(kind, documents);
		if (!current) continue;
		await takeBackRest(issuing, current, translateFor(order.locale)(message`The tickets were changed.`));
		if (isInvoiceable(order, payments))
			await issueFor(issuing, await prepare(issuing), kind, recipientOf(current));
	}
}

const toRecipient = ({ postcode, city, reference, email, ...to }: InvoiceRecipient): Recipient => ({
	...to,
	...onlyFilled({ postcode, city, reference, email }),
});

const isSame = ({ recipient }: DocumentRow, wanted: InvoiceRecipient) =>
	recipient !== null &&
	(Object.keys(wanted) as (keyof InvoiceRecipient)[]).every((key) => (recipient[key] ?? '') === wanted[key]);

/** All that is left of a document, taken back by rate. */
function remainder(corrected: DocumentRow, documents: readonly DocumentRow[]): DocumentLine[] {
	const lines = documents
		.filter(({ id, correctsId }) => id === corrected.id || correctsId === corrected.id)
		.flatMap(({ content }) => content.lines);
	return lines.map((line) => ({
		...line,
		netMinor: 0 - line.netMinor,
		taxMinor: 0 - line.taxMinor,
		grossMinor: 0 - line.grossMinor,
	}));
}

/** Takes back all that is left of an invoice or receipt. */
const takeBackRest = ({ services, tx, documents }: Issuing, corrected: DocumentRow, reason = '') =>
	issueCreditNote(services, tx, corrected, remainder(corrected, documents), reason);

/** Issues a credit note over lines with negative amounts, to whom the invoice or receipt was issued. */
function issueCreditNote(
	services: Services,
	tx: Tx,
	corrected: DocumentRow,
	lines: DocumentLine[],
	reason = '',
): Promise<DocumentRow> {
	const { organisationId, eventId, subjectId, language, currency, content } = corrected;
	const why = reason === '' ? '' : translateFor(language)(message`Reason: ${reason}`);
	return issueDocument(tx, services.clock.now(), {
		...{ organisationId, eventId, subjectId, language, currency },
		kind: 'credit_note',
		correctsId: corrected.id,
		content: {
			...content,
			lines,
			payments: [],
			note: [why, content.note].filter(Boolean).join('\n'),
			corrects: { label: corrected.label, issuedAt: corrected.issuedAt.toISOString() },
		},
		recipient: recipientOf(corrected),
	});
}

/**
 * Takes back what was refunded of an order that has an invoice, or a receipt that shows tax (§ 14c UStG: tax that a document shows is owed),
 * in the transaction of the refund. The caller holds the payments of the order.
 * @param lines what the refund takes back, with negative amounts
 */
export async function creditRefund(
	services: Services,
	tx: Tx,
	order: OrderRecord,
	lines: readonly OrderLine[],
): Promise<void> {
	const subject = { organisationId: order.organisationId, subjectId: order.id };
	const documents = await listDocumentsOf(tx, subject);
	const receipt = currentOf('receipt', documents);
	const corrected = [currentOf('invoice', documents), receipt?.taxMinor === 0 ? undefined : receipt];
	for (const document of corrected)
		if (document) await issueCreditNote(services, tx, document, await documentLines(tx, order, lines));
}
