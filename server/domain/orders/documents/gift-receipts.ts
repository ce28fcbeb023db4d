import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { DocumentContent } from '#server/domain/documents/content.ts';
import {
	cancelGiftReceipt,
	findGiftReceipt,
	findYearReceipt,
	isSameRecipient,
	nobody,
	type Recipient,
	recipientOf,
	validGiftReceipt,
} from '#server/domain/documents/gift-documents.ts';
import { readGiftReceiptSettings } from '#server/domain/documents/gift-settings.ts';
import { type ReceiptFacts, writeReceipt } from '#server/domain/documents/gift-texts.ts';
import { type DocumentRow, issueDocument } from '#server/domain/documents/issue.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import type { Services } from '#server/services.ts';
import type { GiftReceiptOffer } from '#shared/contracts/documents.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import {
	isReceiptCurrency,
	needsAddress,
	type ReceiptData,
	type ReceiptRegime,
} from '#shared/rules/gift-receipts.ts';
import { isGiftLine } from '#shared/rules/ticket-prices.ts';
import type { OrderLine, OrderRecord, OrderScope } from '../order-record.ts';
import { documentBase, documentLines } from './content.ts';
import { type Issuing, withOrder } from './with-order.ts';

/** Each change of a receipt is two documents; nobody needs many. */
const mostReceipts = 10;

const sum = (lines: readonly { grossMinor: number }[]) =>
	lines.reduce((total, { grossMinor }) => total + grossMinor, 0);

/**
 * Lines that a receipt is about: what was given beside tickets, the card fees that the donor paid, and what a ticket cost above its fair
 * value. Not the last in Germany: what must be paid to get in is not given freely (§ 10b EStG).
 */
const givenLines = (lines: readonly OrderLine[], regime: ReceiptRegime): OrderLine[] =>
	lines.filter((line) => isGiftLine(line) || (line.kind === 'surplus' && regime !== 'de'));

/** The goods or services for the rest of the price of such tickets; null: none. */
function benefitOf(given: readonly OrderLine[], order: OrderRecord): ReceiptFacts['benefit'] {
	const types = new Set(
		given.flatMap(({ kind, ticketTypeId }) => (kind === 'surplus' ? [ticketTypeId] : [])),
	);
	const bought = order.lines.filter(({ kind, ticketTypeId }) => kind === 'ticket' && types.has(ticketTypeId));
	const valueMinor = sum(bought);
	return valueMinor > 0 ? { valueMinor, paidMinor: valueMinor + sum(given) } : null;
}

/** Whether all of an order is paid: what was captured, and is neither given back nor in dispute or lost, is at least what its lines say. */
function isPaid(order: OrderRecord, payments: readonly PaymentRow[]): boolean {
	const heldMinor = payments.reduce(
		(total, payment) =>
			total + payment.capturedMinor - payment.refundingMinor - payment.refundedMinor - payment.contestedMinor,
		0,
	);
	return order.confirmedAt !== null && heldMinor >= sum(order.lines);
}

type ReceiptContext = Pick<Issuing, 'services' | 'order' | 'payments'> & { tx: DbOrTx };

/** The current terms of the receipt of an order's donation; null: there is none to be issued. */
async function receiptTerms({ tx, services, order, payments }: ReceiptContext) {
	if (!order.lines.some((line) => isGiftLine(line) || line.kind === 'surplus') || !isPaid(order, payments))
		return null;
	const { settings, data } = await readGiftReceiptSettings(tx, order.organisationId, services.clock.now());
	const { regime, missing, isAutomatic } = settings;
	if (regime === null || missing.length > 0 || !isReceiptCurrency(regime, order.currency)) return null;
	const givenMinor = sum(givenLines(order.lines, regime));
	const { organisationId } = order;
	if (givenMinor > 0 && (await findYearReceipt(tx, { organisationId, subjectId: order.id }))) return null;
	return givenMinor > 0 ? { regime, data, isAutomatic, givenMinor } : null;
}

/** Whether the donor of an order can have a receipt. */
export async function giftReceiptOffer(
	issuing: ReceiptContext & Pick<Issuing, 'documents'>,
): Promise<GiftReceiptOffer> {
	const terms = await receiptTerms(issuing);
	if (!terms) return 'none';
	if (validGiftReceipt(issuing.documents)) return 'issued';
	return needsAddress(terms.regime, terms.givenMinor) ? 'needs-address' : 'open';
}

interface Issue {
	order: OrderRecord;
	base: Pick<DocumentContent, 'seller' | 'subject' | 'isTest'>;
	givenAt: string;
	recipient: Recipient;
	terms: { regime: ReceiptRegime; data: ReceiptData };
}

/** Issues the receipt of what an order's lines say. */
async function issue(services: Services, tx: Tx, issuing: Issue): Promise<DocumentRow> {
	const { order, base, givenAt, recipient, terms } = issuing;
	const given = givenLines(order.lines, terms.regime);
	const { language, statement } = writeReceipt(terms.regime, terms.data, {
		currency: order.currency,
		amountMinor: sum(given),
		benefit: benefitOf(given, order),
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

/**
 * Issues the receipt of a donation, or answers the one that is there. For another name or address it cancels that and issues a new one.
 * @param to whom; null: the buyer by their name, with a new receipt emailed where that `isAnnounced`
 * @throws `nothing-to-receipt`, `receipt-address-missing`, `too-many-receipts`
 */
export function issueGiftReceipt(
	services: Services,
	scope: OrderScope,
	to: Pick<Recipient, 'name' | 'address' | 'countryCode'> | null,
	{ isAnnounced = false } = {},
): Promise<DocumentRow> {
	return withOrder(services, scope, async (issuing) => {
		const { order, documents } = issuing;
		const terms = await receiptTerms(issuing);
		if (!terms)
			throw ruleViolation(
				'nothing-to-receipt',
				message`There is no paid donation in this order, it is part of a receipt for the whole year, or the organiser issues no donation receipts.`,
			);
		const valid = validGiftReceipt(documents);
		const recipient = { ...nobody, ...(to ?? { name: order.buyer.name }) };
		if (valid && (to === null || isSameRecipient(recipientOf(valid), recipient))) return valid;
		if (recipient.address === '' && needsAddress(terms.regime, terms.givenMinor))
			throw ruleViolation(
				'receipt-address-missing',
				message`A receipt of this amount needs the donor’s address. They enter it on the page of their order.`,
			);
		if (documents.filter(({ kind }) => kind === 'gift_receipt').length >= mostReceipts)
			throw ruleViolation(
				'too-many-receipts',
				message`This receipt was changed too often. Contact the organiser.`,
			);
		if (valid) await cancelGiftReceipt(issuing.services, issuing.tx, valid);
		const document = await issueFor(issuing, terms, recipient);
		if (isAnnounced) await announce(issuing, document);
		return document;
	});
}

/** Tells the donor of a new receipt. */
async function announce({ tx, services, order }: Issuing, { id }: DocumentRow): Promise<void> {
	const { organisationId, eventId } = order;
	const payload = { orderId: order.id, documentId: id };
	const fact = { name: 'orders.gift-receipt-changed' as const, organisationId, eventId, payload };
	await services.facts.publish(tx, fact, services);
}

/**
 * Issues the receipt of a donation where the organisation wants that for each one; else does nothing. A receipt that needs an address waits
 * until the donor enters it. The donor gets an email about it.
 */
export async function issueAutomatically(services: Services, scope: OrderScope): Promise<void> {
	const { organisationId } = scope;
	const { settings } = await readGiftReceiptSettings(
		services.database.db,
		organisationId,
		services.clock.now(),
	);
	if (settings.regime === null || !settings.isAutomatic) return;
	await withOrder(services, scope, (issuing) => issueDueGiftReceipt(issuing));
}

/** The donor of a gift that is older gets no email about its receipt. */
const announcedForMs = 30 * 86_400_000;

/**
 * The same within a transaction on the documents of an order.
 * @returns whether it waits for what receipts must say of the organisation
 */
export async function issueDueGiftReceipt(issuing: Issuing): Promise<boolean> {
	const { tx, services, order, documents } = issuing;
	if (!order.lines.some((line) => isGiftLine(line) || line.kind === 'surplus')) return false;
	if (documents.some(({ kind }) => kind === 'gift_receipt')) return false;
	const now = services.clock.now();
	const { settings } = await readGiftReceiptSettings(tx, order.organisationId, now);
	if (settings.regime === null || !settings.isAutomatic) return false;
	if (settings.missing.length > 0) return true;
	const terms = await receiptTerms(issuing);
	if (!terms || needsAddress(terms.regime, terms.givenMinor)) return false;
	const document = await issueFor(issuing, terms, { ...nobody, name: order.buyer.name });
	const isNew = now.getTime() - (order.confirmedAt?.getTime() ?? 0) < announcedForMs;
	if (isNew) await announce(issuing, document);
	return false;
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
	if (!lines.some((line) => isGiftLine(line) || line.kind === 'surplus')) return;
	const valid = await findGiftReceipt(tx, { organisationId, subjectId: order.id });
	const regime = valid?.content.gift?.regime;
	if (!valid || !regime || givenLines(lines, regime).length === 0) return;
	const { id } = await cancelGiftReceipt(services, tx, valid);
	// A receipt over a year says that there are no others: it is issued anew as such.
	if (valid.content.gift?.over !== 'year')
		await issueForRest(services, tx, { ...order, lines: [...order.lines, ...lines] }, valid);
	const fact = {
		name: 'orders.gift-receipt-changed' as const,
		payload: { orderId: order.id, documentId: id },
	};
	await services.facts.publish(tx, { ...fact, organisationId, eventId }, services);
}

/**
 * Cancels the receipt of a donation whose payment was charged back, in the transaction in which its dispute is lost. The caller holds a
 * payment of the order, for which everybody else who works on its documents waits.
 */
export async function cancelLostReceipt(services: Services, tx: Tx, scope: OrderScope): Promise<void> {
	const { organisationId, eventId, orderId } = scope;
	const valid = await findGiftReceipt(tx, { organisationId, subjectId: orderId });
	if (!valid) return;
	const { id } = await cancelGiftReceipt(services, tx, valid);
	const fact = { name: 'orders.gift-receipt-changed' as const, payload: { orderId, documentId: id } };
	await services.facts.publish(tx, { ...fact, organisationId, eventId }, services);
}

/** What is left of a donation gets a receipt of the same wording's country, where its organisation still issues receipts there. */
async function issueForRest(
	services: Services,
	tx: Tx,
	order: OrderRecord,
	before: DocumentRow,
): Promise<void> {
	const { gift } = before.content;
	const givenMinor = gift ? sum(givenLines(order.lines, gift.regime)) : 0;
	if (!gift || givenMinor <= 0) return;
	const { regime } = gift;
	const { settings, data } = await readGiftReceiptSettings(tx, order.organisationId, services.clock.now());
	if (settings.regime === null || settings.regime !== regime || settings.missing.length > 0) return;
	const recipient = recipientOf(before);
	if (recipient.address === '' && needsAddress(regime, givenMinor)) return;
	await issue(services, tx, {
		order,
		base: before.content,
		givenAt: gift.givenAt,
		recipient,
		terms: { regime, data },
	});
}
