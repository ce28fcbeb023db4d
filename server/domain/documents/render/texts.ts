import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#server/platform/messages.ts';
import { lawOf, type TaxReason } from '#shared/rules/tax-reasons.ts';
import type { DocumentRecipient } from '../content.ts';
import type { DocumentRow } from '../issue.ts';
import { type DocumentWords, kindTitles, methodNames, wordsOf } from './labels.ts';

interface Fact {
	label: string;
	value: string;
}

/** Everything that a document says, written out in its language. */
export interface DocumentTexts {
	title: string;
	label: string;
	/** Empty where real money moved. */
	testMode: string;
	/** The name first. */
	seller: string[];
	recipientTitle: string;
	recipient: string[];
	facts: Fact[];
	columns: Record<'text' | 'quantity' | 'unit' | 'rate' | 'amount', string>;
	lines: Record<'text' | 'quantity' | 'unit' | 'rate' | 'amount', string>[];
	sums: Fact[];
	total: Fact;
	notes: string[];
	/** In place of lines and sums: the receipt of a donation. */
	statements: string[] | null;
}

const filled = (lines: readonly (string | false)[]) =>
	lines.filter((line) => line !== false && line !== '') as string[];
const linesOf = (address: string) => filled(address.split(/\r\n|\r|\n/).map((line) => line.trim()));

export const testModeText = ({ t }: DocumentWords) => t(msg({ message: 'Test mode: no real money moved.' }));

/** Writes a document out. A recipient who was erased leaves their place empty. */
export function textsOf(document: DocumentRow): DocumentTexts {
	const words = wordsOf(document.language);
	const { t, formats } = words;
	const { content, kind, currency, recipient } = document;
	const money = (minor: number) => formats.money(minor, currency);
	const rate = (basisPoints: number) => `${formats.number(basisPoints / 100)} %`;
	// What is not for taxes shows none.
	const isForTaxes = kind !== 'payment_confirmation';
	return {
		title: content.gift?.title ?? t(kindTitles[kind]),
		label: document.label,
		testMode: content.isTest ? testModeText(words) : '',
		seller: sellerLines(document, words),
		recipientTitle: content.gift?.labels.recipient ?? t(msg({ message: 'Issued to' })),
		recipient: recipient ? recipientLines(recipient, content.seller.countryCode, words) : [],
		facts: factsOf(document, words),
		columns: {
			text: t(msg({ message: 'Description' })),
			quantity: t(msg({ message: 'Quantity' })),
			unit: t(msg({ message: 'Price' })),
			rate: isForTaxes ? t(msg({ message: 'Tax' })) : '',
			amount: t(msg({ message: 'Amount' })),
		},
		lines: content.lines.map((line) => ({
			text: line.text,
			quantity: line.quantity === 0 ? '' : formats.number(line.quantity),
			unit: line.quantity === 0 ? '' : money(line.unitMinor),
			rate: isForTaxes ? rate(line.taxBasisPoints) : '',
			amount: money(line.grossMinor),
		})),
		sums: (isForTaxes ? content.taxes : []).flatMap((tax) => [
			{
				label: t(msg({ message: 'Net ({rate} tax)' }), { rate: rate(tax.basisPoints) }),
				value: money(tax.netMinor),
			},
			{
				label: t(msg({ message: 'Tax {rate}' }), { rate: rate(tax.basisPoints) }),
				value: money(tax.taxMinor),
			},
		]),
		total: { label: t(msg({ message: 'Total' })), value: money(document.grossMinor) },
		notes: notesOf(document, words),
		statements: content.gift?.statements ?? null,
	};
}

/** An address, with postcode and city below it where they were entered apart and it does not say them. */
function addressLines(of: { address: string; postcode?: string; city?: string }): string[] {
	const { postcode = '', city = '' } = of;
	const said = of.address.toLowerCase();
	const rest = [postcode, city].filter((text) => text !== '' && !said.includes(text.toLowerCase()));
	return [...linesOf(of.address), ...(rest.length > 0 ? [rest.join(' ')] : [])];
}

function sellerLines({ content: { seller, gift } }: DocumentRow, { t, formats }: DocumentWords): string[] {
	return filled([
		seller.name,
		...addressLines(seller),
		seller.countryCode && formats.country(seller.countryCode),
		// The receipt of a donation names the number that its country asks for.
		!gift && seller.taxNumber && t(msg({ message: 'Tax ID: {number}' }), { number: seller.taxNumber }),
	]);
}

function recipientLines(recipient: DocumentRecipient, sellerCountry: string, words: DocumentWords): string[] {
	const { t, formats } = words;
	const { company, name, countryCode, vatNumber, reference = '' } = recipient;
	return filled([
		company,
		name,
		...addressLines(recipient),
		countryCode !== sellerCountry && countryCode ? formats.country(countryCode) : '',
		vatNumber && t(msg({ message: 'VAT number: {number}' }), { number: vatNumber }),
		reference && t(msg({ message: 'Reference: {reference}' }), { reference }),
	]);
}

function factsOf(document: DocumentRow, words: DocumentWords): Fact[] {
	const { t, formats } = words;
	const { subject, corrects, gift } = document.content;
	const zone = subject.timeZone;
	const date = {
		label: gift?.labels.date ?? t(msg({ message: 'Date' })),
		value: formats.date(document.issuedAt, zone),
	};
	// Official wordings of receipts allow nothing beside what they say.
	if (gift) return [date, ...(corrects ? [{ label: gift.labels.corrects, value: corrects.label }] : [])];
	return [
		date,
		...(corrects
			? [
					{
						label: t(msg({ message: 'Corrects' })),
						value: t(msg({ message: '{label} of {date}' }), {
							label: corrects.label,
							date: formats.date(corrects.issuedAt, zone),
						}),
					},
				]
			: []),
		...(subject.endsAt === undefined
			? eventFacts(document, words)
			: [
					{
						label: t(msg({ message: 'Period' })),
						value: `${formats.date(subject.startsAt, zone)} – ${formats.date(subject.endsAt, zone)}`,
					},
				]),
	];
}

function eventFacts({ content: { subject } }: DocumentRow, { t, formats }: DocumentWords): Fact[] {
	const zone = subject.timeZone;
	return [
		{ label: t(msg({ message: 'Order' })), value: subject.reference },
		{ label: t(msg({ message: 'Event' })), value: subject.title },
		{ label: t(msg({ message: 'Event date' })), value: formats.date(subject.startsAt, zone) },
		...(subject.place === '' ? [] : [{ label: t(msg({ message: 'Place' })), value: subject.place }]),
	];
}

const taxReasonTexts: Record<TaxReason, MessageDescriptor> = {
	small_business: msg({ message: 'No tax is charged: small business scheme' }),
	exempt: msg({ message: 'No tax is charged: exempt by law' }),
	reverse_charge: msg({ message: 'Reverse charge: the recipient owes the tax' }),
	out_of_scope: msg({ message: 'No tax is charged: outside the scope of the tax' }),
};

/** Why something has no tax, with the law of the seller's country where it is known. */
export function taxReasonText(reason: TaxReason, countryCode: string, { t }: DocumentWords): string {
	const law = lawOf(reason, countryCode);
	return `${t(taxReasonTexts[reason])}${law && ` (${law})`}`;
}

/** Why lines have no tax, each reason once; with the names of its lines, where it is not true of all. */
function reasonsOf({ lines, seller }: DocumentRow['content'], words: DocumentWords): string[] {
	const byReason = Map.groupBy(lines, (line) => line.taxReason);
	return [...byReason].flatMap(([reason, some]) => {
		if (!reason) return [];
		const sentence = `${taxReasonText(reason, seller.countryCode, words)}.`;
		const names = [...new Set(some.map(({ text }) => text))].join(', ');
		return [byReason.size === 1 ? sentence : `${names}: ${sentence}`];
	});
}

function notesOf({ content, currency, kind }: DocumentRow, words: DocumentWords): string[] {
	const { t, formats } = words;
	const paid = content.payments.map(({ method, amountMinor, paidAt }) =>
		t(msg({ message: 'Paid on {date}: {amount} ({method})' }), {
			date: formats.date(paidAt, content.subject.timeZone),
			amount: formats.money(amountMinor, currency),
			method: t(methodNames[method]),
		}),
	);
	const confirmation = t(
		msg({
			message:
				'This confirms that your payment has arrived. It is not an invoice and not a receipt for taxes. {seller} hasn’t entered all details that those require yet; your receipt follows automatically.',
		}),
		{ seller: content.seller.name },
	);
	return [
		...(kind === 'credit_note' ? [] : paid),
		...(kind === 'payment_confirmation'
			? [confirmation]
			: [...reasonsOf(content, words), ...filled([content.note])]),
	];
}
