import { msg } from '#server/platform/messages.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { localDayOf } from '#shared/rules/event-times.ts';
import type { PaymentMethod } from '#shared/rules/payment-states.ts';
import type { DocumentLine, DocumentRecipient, DocumentSeller } from '../content.ts';
import type { DocumentRow } from '../issue.ts';
import { methodNames, wordsOf } from '../render/labels.ts';
import { testModeText } from '../render/texts.ts';
import type { EInvoice, EInvoiceLine, EInvoiceParty } from './model.ts';
import { placeOf } from './places.ts';
import { lineTaxes, taxBreakdown } from './tax.ts';

/**
 * How it was paid, by UNTDID 4461. 68: by an online payment service, 42: to a bank account, 97: settled between the parties, 1: not defined.
 * Codes 30, 48 and 58 need the number of an account or a card, which documents do not store.
 */
const paymentCodes: Record<PaymentMethod, string> = {
	card: '68',
	transfer: '42',
	cash: '10',
	gift_card: '97',
	door_card: '1',
};

/** Whether a document is an invoice or a credit note to a company: only those are e-invoices. */
export const isForCompany = ({ kind, recipient }: Pick<DocumentRow, 'kind' | 'recipient'>): boolean =>
	(kind === 'invoice' || kind === 'credit_note') && recipient !== null && recipient.company !== '';

/**
 * An invoice or credit note to a company in the terms of EN 16931. All of it comes from the document as it was issued, so the same document
 * always gives the same.
 * @returns null for other documents, and once the recipient was erased
 */
export function eInvoiceOf(document: DocumentRow): EInvoice | null {
	const { recipient, content, currency } = document;
	if (!isForCompany(document) || recipient === null) return null;
	const isCreditNote = document.kind === 'credit_note';
	const sign = isCreditNote ? -1 : 1;
	const zone = content.subject.timeZone;
	const { t } = wordsOf(document.language);
	const taxes = lineTaxes(document);
	const isOutOfScope = taxes.every(({ category }) => category === 'O');
	const grossMinor = sign * document.grossMinor;
	const received = content.payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
	// A credit note is settled: what it gives back went the way it came, or stays paid on the invoice that follows.
	const paidMinor = isCreditNote || content.isSettled ? grossMinor : Math.min(received, grossMinor);
	const dueMinor = grossMinor - paidMinor;
	return {
		isCreditNote,
		number: document.label,
		issuedOn: localDayOf(document.issuedAt, zone),
		currency,
		notes: notesOf(document),
		buyerReference: recipient.reference ?? '',
		corrects: content.corrects && {
			number: content.corrects.label,
			issuedOn: localDayOf(new Date(content.corrects.issuedAt), zone),
		},
		seller: sellerOf(content.seller, isOutOfScope),
		buyer: buyerOf(recipient, content.seller, isOutOfScope),
		delivery: deliveryOf(document),
		payment: paymentOf(document),
		terms: dueMinor > 0 ? t(msg({ message: 'Payable at once' })) : '',
		lines: content.lines.map((line, index) => lineOf(line, taxes[index]?.category ?? 'Z', sign)),
		taxes: taxBreakdown(content.lines, taxes, sign),
		netMinor: sign * document.netMinor,
		taxMinor: sign * document.taxMinor,
		grossMinor,
		paidMinor,
		dueMinor,
	};
}

/** A line: what it costs without tax is the price of all its pieces together, so that no price per piece has to be rounded. */
function lineOf(line: DocumentLine, category: EInvoiceLine['category'], sign: 1 | -1): EInvoiceLine {
	const netMinor = sign * line.netMinor + 0;
	const pieces = Math.max(1, Math.abs(line.quantity));
	return {
		name: line.text.trim() || '–',
		quantity: netMinor < 0 ? -pieces : pieces,
		netMinor,
		category,
		basisPoints: line.taxBasisPoints,
	};
}

/** A VAT identifier: the prefix of a country, which for Greece is EL and for Northern Ireland XI, then digits and letters. */
const vatForm = /^(?:[A-Z]{2})[A-Z0-9+*]{2,13}$/;
const tidyNumber = (number: string) => number.toUpperCase().replaceAll(/[\s./-]/g, '');

/** A number as a VAT identifier of its country; empty: it is a tax number of another kind. */
function vatIdOf(number: string, countryCode: string): string {
	const tidy = tidyNumber(number);
	const prefixes: Record<string, string[]> = { GR: ['EL'], GB: ['GB', 'XI'] };
	const prefix = (prefixes[countryCode] ?? [countryCode]).find((one) => tidy.startsWith(one));
	return prefix !== undefined && vatForm.test(tidy) && /\d/.test(tidy) ? tidy : '';
}

/** With lines outside the scope of the tax alone, nobody's VAT identifier may be there (rule BR-O-02); the seller's stands as a number. */
function sellerOf(seller: DocumentSeller, isOutOfScope: boolean): EInvoiceParty {
	const vatId = isOutOfScope ? '' : vatIdOf(seller.taxNumber, seller.countryCode);
	const { lines, ...place } = placeOf(seller.address, seller);
	return {
		name: seller.name,
		contact: { name: seller.contactName ?? '', phone: seller.phone ?? '', email: seller.email ?? '' },
		address: lines,
		...place,
		countryCode: seller.countryCode,
		vatId,
		otherId: vatId === '' ? seller.taxNumber.trim() : '',
		email: seller.email ?? '',
	};
}

function buyerOf(
	recipient: DocumentRecipient,
	{ countryCode: sellerCountry }: DocumentSeller,
	isOutOfScope: boolean,
): EInvoiceParty {
	const countryCode = recipient.countryCode || sellerCountry;
	const vatId = isOutOfScope ? '' : vatIdOf(recipient.vatNumber, countryCode);
	const { lines, ...place } = placeOf(recipient.address, recipient);
	return {
		name: recipient.company,
		contact: { name: recipient.name, phone: '', email: '' },
		address: lines,
		...place,
		countryCode,
		vatId,
		otherId: vatId === '' ? recipient.vatNumber.trim() : '',
		email: recipient.email ?? '',
	};
}

function deliveryOf({ content: { subject } }: DocumentRow): EInvoice['delivery'] {
	const from = localDayOf(new Date(subject.startsAt), subject.timeZone);
	if (subject.endsAt === undefined) return { on: from };
	// The end is not part of the time.
	const to = localDayOf(new Date(new Date(subject.endsAt).getTime() - 1), subject.timeZone);
	return { from, to: to < from ? from : to };
}

/** One way may be said: that of the largest payment. */
function paymentOf({ content, language }: DocumentRow): EInvoice['payment'] {
	const [largest] = content.payments.toSorted((a, b) => b.amountMinor - a.amountMinor);
	if (!largest) return { code: content.isSettled ? '97' : '1', text: '' };
	const { t } = wordsOf(language);
	const names = [...new Set(content.payments.map(({ method }) => t(methodNames[method])))];
	return { code: paymentCodes[largest.method], text: names.join(', ') };
}

function notesOf({ content, language }: DocumentRow): string[] {
	const words = wordsOf(language);
	const { subject } = content;
	const about =
		subject.endsAt === undefined
			? `${subject.title}, ${words.formats.date(subject.startsAt, subject.timeZone)} (${subject.reference})`
			: subject.title;
	return [about, content.isTest ? testModeText(words) : '', content.note].filter(
		(note) => note.trim() !== '',
	);
}

/** EN 16931 rounds all amounts to two decimals. */
export const hasFittingDigits = (currency: string): boolean => currencyDigits(currency) <= 2;
