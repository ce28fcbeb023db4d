import type { Tx } from '#server/db/client.ts';
import type { DocumentLine } from '#server/domain/documents/content.ts';
import { type DocumentRow, issueDocument } from '#server/domain/documents/issue.ts';
import { listDocumentsOf } from '#server/domain/documents/queries.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import type { Services } from '#server/services.ts';
import type { GiftReceiptOffer, InvoiceRecipient } from '#shared/contracts/documents.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getOrder, type OrderLine, type OrderRecord, type OrderScope } from '../order-record.ts';
import { documentBase, documentLines } from './content.ts';
import { giftReceiptOffer } from './gift-receipts.ts';
import { type Issuing, withOrder } from './with-order.ts';

/** Each exchange of an invoice is two documents; nobody needs many. */
const mostInvoices = 10;

/** Whether money for an order has come and something is left of what was sold. */
export const isInvoiceable = (order: OrderRecord, payments: readonly PaymentRow[]): boolean =>
	order.confirmedAt !== null &&
	payments.some(({ capturedMinor }) => capturedMinor > 0) &&
	order.lines.reduce((sum, line) => sum + line.grossMinor, 0) > 0;

/**
 * The documents of an order. A paid one without a receipt gets it now: receipts are issued when they are first asked for, so that a sale
 * does not wait for the one number that all sales of an organisation would share.
 */
export async function openDocuments(
	services: Services,
	scope: OrderScope,
): Promise<{ documents: DocumentRow[]; canInvoice: boolean; giftReceipt: GiftReceiptOffer }> {
	const { documents, canInvoice, ...read } = await withReceipt(services, scope);
	const tx = services.database.db;
	const giftReceipt = await giftReceiptOffer({ tx, services, documents, ...read });
	return { documents, canInvoice, giftReceipt };
}

interface Opened extends Pick<Issuing, 'order' | 'payments' | 'documents'> {
	canInvoice: boolean;
}

async function withReceipt(services: Services, scope: OrderScope): Promise<Opened> {
	const { organisationId, orderId } = scope;
	const subject = { organisationId, subjectId: orderId };
	const [order, payments, documents] = await Promise.all([
		getOrder(services, scope),
		listPayments(services.database.db, subject),
		listDocumentsOf(services.database.db, subject),
	]);
	const canInvoice = isInvoiceable(order, payments);
	if (!canInvoice || documents.some(({ kind }) => kind === 'receipt'))
		return { order, payments, documents, canInvoice };
	return withOrder(services, scope, async (issuing) => {
		const isOpen = isInvoiceable(issuing.order, issuing.payments);
		const opened = { order: issuing.order, payments: issuing.payments, canInvoice: isOpen };
		if (!isOpen || issuing.documents.some(({ kind }) => kind === 'receipt'))
			return { ...opened, documents: issuing.documents };
		const receipt = await issueReceipt(issuing);
		return { ...opened, documents: [...issuing.documents, receipt] };
	});
}

async function issueReceipt({ tx, services, order, payments }: Issuing): Promise<DocumentRow> {
	const event = await getWholeEvent(services, order);
	const base = await documentBase(tx, { order, event, payments });
	const lines = await documentLines(tx, order, order.lines);
	return issueDocument(tx, services.clock.now(), {
		...base,
		kind: 'receipt',
		content: { ...base.content, lines, corrects: null },
		recipient: { name: order.buyer.name, company: '', address: '', countryCode: '', vatNumber: '' },
	});
}

/** The invoice that stands: the last one, unless credit notes have taken back all of it. */
function currentInvoice(documents: readonly DocumentRow[]): DocumentRow | undefined {
	const invoice = documents.findLast(({ kind }) => kind === 'invoice');
	return invoice && leftOf(invoice, documents) > 0 ? invoice : undefined;
}

const leftOf = (invoice: DocumentRow, documents: readonly DocumentRow[]) =>
	documents.reduce(
		(sum, { correctsId, grossMinor }) => (correctsId === invoice.id ? sum + grossMinor : sum),
		invoice.grossMinor,
	);

/**
 * Issues the invoice of a paid order to a company. Asked again with the same company and address it answers the one that is there; with others
 * a credit note takes back what is left of that, and a new one is issued.
 * @throws `nothing-to-invoice` while nothing was paid or when all was refunded, `too-many-invoices`
 */
export function askInvoice(
	services: Services,
	scope: OrderScope,
	wanted: InvoiceRecipient,
): Promise<DocumentRow> {
	return withOrder(services, scope, async (issuing) => {
		const { tx, order, payments, documents } = issuing;
		if (!isInvoiceable(order, payments))
			throw ruleViolation('nothing-to-invoice', message`An invoice can be issued once the order is paid.`);
		const standing = currentInvoice(documents);
		if (standing && isSame(standing, wanted)) return standing;
		if (documents.filter(({ kind }) => kind === 'invoice').length >= mostInvoices)
			throw ruleViolation(
				'too-many-invoices',
				message`This invoice was changed too often. Contact the organiser.`,
			);
		const event = await getWholeEvent(issuing.services, order);
		const base = await documentBase(tx, { order, event, payments });
		const lines = await documentLines(tx, order, order.lines);
		if (standing) await issueCreditNote(issuing.services, tx, standing, remainder(standing, documents));
		return issueDocument(tx, issuing.services.clock.now(), {
			...base,
			kind: 'invoice',
			content: { ...base.content, lines, corrects: null },
			recipient: wanted,
		});
	});
}

const isSame = ({ recipient }: DocumentRow, wanted: InvoiceRecipient) =>
	recipient !== null &&
	(Object.keys(wanted) as (keyof InvoiceRecipient)[]).every((key) => recipient[key] === wanted[key]);

/** All that is left of an invoice, taken back by rate. */
function remainder(invoice: DocumentRow, documents: readonly DocumentRow[]): DocumentLine[] {
	const lines = documents
		.filter(({ id, correctsId }) => id === invoice.id || correctsId === invoice.id)
		.flatMap(({ content }) => content.lines);
	return lines.map((line) => ({
		...line,
		netMinor: 0 - line.netMinor,
		taxMinor: 0 - line.taxMinor,
		grossMinor: 0 - line.grossMinor,
	}));
}

/** Issues a credit note over lines with negative amounts, to whom the invoice was issued. */
function issueCreditNote(
	services: Services,
	tx: Tx,
	invoice: DocumentRow,
	lines: DocumentLine[],
): Promise<DocumentRow> {
	const { organisationId, eventId, subjectId, language, currency, content, recipient } = invoice;
	const { salt: _, ...to } = recipient ?? {
		...{ name: '', company: '', address: '', countryCode: '', vatNumber: '', salt: '' },
	};
	return issueDocument(tx, services.clock.now(), {
		...{ organisationId, eventId, subjectId, language, currency },
		kind: 'credit_note',
		correctsId: invoice.id,
		content: {
			...content,
			lines,
			payments: [],
			corrects: { label: invoice.label, issuedAt: invoice.issuedAt.toISOString() },
		},
		recipient: to,
	});
}

/**
 * Takes back what was refunded of an invoiced order, in the transaction of the refund. The caller holds the payments of the order.
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
	const invoice = currentInvoice(documents);
	if (invoice) await issueCreditNote(services, tx, invoice, await documentLines(tx, order, lines));
}
