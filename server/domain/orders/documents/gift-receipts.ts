import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { DocumentContent, DocumentRecipient } from '#server/domain/documents/content.ts';
import { readGiftReceiptSettings } from '#server/domain/documents/gift-settings.ts';
import { writeCancellation, writeReceipt } from '#server/domain/documents/gift-texts.ts';
import { type DocumentRow, issueDocument } from '#server/domain/documents/issue.ts';
import { listDocumentsOf } from '#server/domain/documents/queries.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import type { Services } from '#server/services.ts';
import type { GiftReceiptOffer } from '#shared/contracts/documents.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isReceiptCurrency, needsAddress, type ReceiptRegime } from '#shared/rules/gift-receipts.ts';
import type { OrderLine, OrderRecord, OrderScope } from '../order-record.ts';
import { documentBase, documentLines } from './content.ts';
import { type Issuing, withOrder } from './with-order.ts';

type Recipient = Omit<DocumentRecipient, 'salt'>;

/** Each change of a receipt is two documents; nobody needs many. */
const mostReceipts = 10;

const sum = (lines: readonly { grossMinor: number }[]) =>
	lines.reduce((total, { grossMinor }) => total + grossMinor, 0);

/** Lines that a receipt is about: what was given beside tickets, and the card fees that the donor paid. */
const givenLines = (lines: readonly OrderLine[]): OrderLine[] =>
	lines.filter(({ kind, ticketTypeId }) => kind === 'cover' || (kind === 'gift' && ticketTypeId === null));

/** Whether all of an order is paid: what was captured and not given back is at least what its lines say. */
function isPaid(order: OrderRecord, payments: readonly PaymentRow[]): boolean {
	const heldMinor = payments.reduce(
		(total, payment) => total + payment.capturedMinor - payment.refundingMinor - payment.refundedMinor,
		0,
	);
	return order.confirmedAt !== null && heldMinor >= sum(order.lines);
}

/** The receipt of a donation that is valid: the last one, unless it was cancelled. */
export function validGiftReceipt(documents: readonly DocumentRow[]): DocumentRow | undefined {
	const receipt = documents.findLast(({ kind }) => kind === 'gift_receipt');
	return documents.some(({ correctsId }) => correctsId === receipt?.id) ? undefined : receipt;
}

type Asked = Pick<Issuing, 'services' | 'order' | 'payments'> & { tx: DbOrTx };

/** What holds for the receipt of an order's donation today; null: there is none to be issued. */
async function receiptTerms({ tx, services, order, payments }: Asked) {
	if (sum(givenLines(order.lines)) <= 0 || !isPaid(order, payments)) return null;
	const { settings, data } = await readGiftReceiptSettings(tx, order.organisationId, services.clock.now());
	const { regime, missing, isAutomatic } = settings;
	if (regime === null || missing.length > 0 || !isReceiptCurrency(regime, order.currency)) return null;
	return { regime, data, isAutomatic };
}

/** Whether the donor of an order can have a receipt. */
export async function giftReceiptOffer(
	issuing: Asked & Pick<Issuing, 'documents'>,
): Promise<GiftReceiptOffer> {
	const terms = await receiptTerms(issuing);
	if (!terms) return 'none';
	if (validGiftReceipt(issuing.documents)) return 'issued';
	return needsAddress(terms.regime, sum(givenLines(issuing.order.lines))) ? 'needs-address' : 'open';
}

interface Issue {
	order: OrderRecord;
	base: Pick<DocumentContent, 'seller' | 'subject' | 'isTest'>;
	givenAt: string;
	recipient: Recipient;
	terms: NonNullable<Awaited<ReturnType<typeof receiptTerms>>>;
}

/** Issues the receipt of what an order's lines say. */
async function issue(services: Services, tx: Tx, issuing: Issue): Promise<DocumentRow> {
	const { order, base, givenAt, recipient, terms } = issuing;
	const given = givenLines(order.lines);
	const { language, statement } = writeReceipt(terms.regime, terms.data, {
		currency: order.currency,
		amountMinor: sum(given),
		givenAt,
		timeZone: base.subject.timeZone,
		hasAddress: recipient.address !== '',
	});
	return issueDocument(tx, services.clock.now(), {
		organisationId: order.organisationId,
		eventId: order.eventId,
		subjectId: order.id,
		currency: order.currency,
		language,
		kind: 'gift_receipt',
		recipient,
		content: {
			seller: base.seller,
			subject: base.subject,
			isTest: base.isTest,
			lines: await documentLines(tx, { ...order, locale: language }, given),
			payments: [],
			note: '',
			corrects: null,
			gift: statement,
		},
	});
}

/** Issues the first receipt of an order, or one in place of another that was cancelled. */
async function issueFor(
	{ tx, services, order, payments }: Issuing,
	terms: Issue['terms'],
	recipient: Recipient,
): Promise<DocumentRow> {
	const event = await getWholeEvent(services, order);
	const { content } = await documentBase(tx, { order, event, payments });
	const givenAt = content.payments[0]?.paidAt ?? (order.confirmedAt ?? order.createdAt).toISOString();
	return issue(services, tx, { order, base: content, givenAt, recipient, terms });
}

/** Cancels a receipt as a whole, by a document of its own. */
function cancel(services: Services, tx: Tx, receipt: DocumentRow): Promise<DocumentRow> {
	const { organisationId, eventId, subjectId, language, currency, content, label, issuedAt } = receipt;
	const { gift } = content;
	if (!gift) throw new Error(`${label} is no receipt of a donation`);
	return issueDocument(tx, services.clock.now(), {
		...{ organisationId, eventId, subjectId, language, currency },
		kind: 'gift_cancellation',
		correctsId: receipt.id,
		content: {
			...content,
			lines: content.lines.map((line) => ({
				...line,
				netMinor: 0 - line.netMinor,
				taxMinor: 0 - line.taxMinor,
				grossMinor: 0 - line.grossMinor,
			})),
			corrects: { label, issuedAt: issuedAt.toISOString() },
			gift: writeCancellation(gift, { ...receipt, timeZone: content.subject.timeZone }),
		},
		recipient: recipientOf(receipt),
	});
}

const nobody: Recipient = { name: '', company: '', address: '', countryCode: '', vatNumber: '' };

/** Who a receipt was issued to, without the salt of its hash. */
function recipientOf({ recipient }: DocumentRow): Recipient {
	if (!recipient) return nobody;
	const { salt: _, ...to } = recipient;
	return to;
}

/**
 * Issues the receipt of a donation, or answers the one that is there. For another name or address it cancels that and issues a new one.
 * @param to whom; null: the buyer by their name
 * @throws `nothing-to-receipt`, `receipt-address-missing`, `too-many-receipts`
 */
export function issueGiftReceipt(
	services: Services,
	scope: OrderScope,
	to: Pick<Recipient, 'name' | 'address' | 'countryCode'> | null,
): Promise<DocumentRow> {
	return withOrder(services, scope, async (issuing) => {
		const { order, documents } = issuing;
		const terms = await receiptTerms(issuing);
		if (!terms)
			throw ruleViolation(
				'nothing-to-receipt',
				message`There is no paid donation in this order, or the organiser issues no donation receipts.`,
			);
		const valid = validGiftReceipt(documents);
		const recipient = { ...nobody, ...(to ?? { name: order.buyer.name }) };
		if (valid && (to === null || isSame(recipientOf(valid), recipient))) return valid;
		if (recipient.address === '' && needsAddress(terms.regime, sum(givenLines(order.lines))))
			throw ruleViolation(
				'receipt-address-missing',
				message`A receipt of this amount needs the donor’s address. They enter it on the page of their order.`,
			);
		if (documents.filter(({ kind }) => kind === 'gift_receipt').length >= mostReceipts)
			throw ruleViolation(
				'too-many-receipts',
				message`This receipt was changed too often. Contact the organiser.`,
			);
		if (valid) await cancel(issuing.services, issuing.tx, valid);
		return issueFor(issuing, terms, recipient);
	});
}

const isSame = (a: Recipient, b: Recipient) =>
	(Object.keys(nobody) as (keyof Recipient)[]).every((key) => a[key] === b[key]);

/**
 * Issues the receipt of a donation where the organisation wants that for each one; else does nothing. A receipt that needs an address waits
 * until the donor enters it. The donor gets an email about it.
 */
export async function issueAutomatically(services: Services, scope: OrderScope): Promise<void> {
	const { organisationId, eventId, orderId } = scope;
	const { settings } = await readGiftReceiptSettings(
		services.database.db,
		organisationId,
		services.clock.now(),
	);
	if (settings.regime === null || !settings.isAutomatic) return;
	await withOrder(services, scope, async (issuing) => {
		const { order, documents, tx } = issuing;
		const terms = await receiptTerms(issuing);
		if (!terms || documents.some(({ kind }) => kind === 'gift_receipt')) return;
		if (needsAddress(terms.regime, sum(givenLines(order.lines)))) return;
		const { id } = await issueFor(issuing, terms, { ...nobody, name: order.buyer.name });
		const fact = { name: 'orders.gift-receipt-changed' as const, payload: { orderId, documentId: id } };
		await issuing.services.facts.publish(tx, { ...fact, organisationId, eventId }, issuing.services);
	});
}

/**
 * Cancels the receipt of a donation of which something goes back, in the transaction of the refund, and issues another one for what is
 * left. The caller holds the payments of the order.
 * @param lines what the refund takes back, with negative amounts
 */
export async function correctGiftReceipt(
	services: Services,
	tx: Tx,
	order: OrderRecord,
	lines: readonly OrderLine[],
): Promise<void> {
	const { organisationId, eventId } = order;
	if (givenLines(lines).length === 0) return;
	const valid = validGiftReceipt(await listDocumentsOf(tx, { organisationId, subjectId: order.id }));
	if (!valid) return;
	const { id } = await cancel(services, tx, valid);
	await issueForRest(services, tx, { ...order, lines: [...order.lines, ...lines] }, valid);
	const fact = {
		name: 'orders.gift-receipt-changed' as const,
		payload: { orderId: order.id, documentId: id },
	};
	await services.facts.publish(tx, { ...fact, organisationId, eventId }, services);
}

/** What is left of a donation gets a receipt of the same wording's country, where its organisation still issues receipts there. */
async function issueForRest(
	services: Services,
	tx: Tx,
	order: OrderRecord,
	before: DocumentRow,
): Promise<void> {
	const regime: ReceiptRegime | undefined = before.content.gift?.regime;
	if (sum(givenLines(order.lines)) <= 0 || before.content.gift === undefined) return;
	const { settings, data } = await readGiftReceiptSettings(tx, order.organisationId, services.clock.now());
	if (settings.regime === null || settings.regime !== regime || settings.missing.length > 0) return;
	const recipient = recipientOf(before);
	if (recipient.address === '' && needsAddress(regime, sum(givenLines(order.lines)))) return;
	await issue(services, tx, {
		order,
		base: before.content,
		givenAt: before.content.gift.givenAt,
		recipient,
		terms: { regime, data, isAutomatic: settings.isAutomatic },
	});
}
