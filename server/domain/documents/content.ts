import { createHash, randomBytes } from 'node:crypto';
import type { DocumentKind } from '#shared/rules/document-kinds.ts';
import type { ReceiptRegime } from '#shared/rules/gift-receipts.ts';
import type { PaymentMethod } from '#shared/rules/payment-states.ts';
import type { TaxReason } from '#shared/rules/tax-reasons.ts';

/** A line of a document. A credit note's amounts are negative. */
export interface DocumentLine {
	text: string;
	/** 0: an amount without pieces, such as a refund of a part. */
	quantity: number;
	/** What each costs, all in. */
	unitMinor: number;
	netMinor: number;
	taxMinor: number;
	grossMinor: number;
	taxBasisPoints: number;
	/** Of what is sold without tax, where the seller says it. */
	taxReason?: TaxReason;
	/** A donation: nothing is sold, so no tax applies. Not said before template 3. */
	isGift?: boolean;
}

export interface DocumentTax {
	basisPoints: number;
	netMinor: number;
	taxMinor: number;
	grossMinor: number;
}

/** Who issues a document. What is not entered is left out, since hashes cover names of what is empty too. */
export interface DocumentSeller {
	name: string;
	address: string;
	countryCode: string;
	taxNumber: string;
	/** Of e-invoices, since template 3: where they are not read out of the address, and who answers questions. */
	postcode?: string;
	city?: string;
	contactName?: string;
	phone?: string;
	email?: string;
}

/** What a document says beside its recipient, as it was when it was issued. */
export interface DocumentContent {
	seller: DocumentSeller;
	lines: DocumentLine[];
	/** Tax by rate; sums of the lines. */
	taxes: DocumentTax[];
	/** What was sold: the event. */
	subject: {
		title: string;
		startsAt: string;
		/** Of a period that is paid for: a bill for a plan says it in place of an event. */
		endsAt?: string;
		timeZone: string;
		place: string;
		reference: string;
	};
	payments: { method: PaymentMethod; amountMinor: number; paidAt: string }[];
	/** It is paid without a payment of its own: fees that were deducted. */
	isSettled?: boolean;
	/** The organisation's words on its taxes. */
	note: string;
	/** Of a receipt of a donation and its cancellation. */
	gift?: GiftStatement;
	/** Of a credit note or a cancellation: what it corrects. */
	corrects: { label: string; issuedAt: string } | null;
	/** No real money moved. */
	isTest: boolean;
}

/** The text of a donation receipt in the wording of a country, instead of a table of lines. */
export interface GiftStatement {
	regime: ReceiptRegime;
	/** The version of the wording. */
	wording: string;
	title: string;
	labels: { recipient: string; date: string; corrects: string };
	statements: string[];
	/** When the money came; of a receipt over a year, its last day. */
	givenAt: string;
	/** Not of an order: an offline donation, or all donations of a year. */
	over?: 'donation' | 'year';
}

/** Who a document is for. The salt goes with it, so that what is left of it discloses nothing. */
export interface DocumentRecipient {
	name: string;
	company: string;
	address: string;
	countryCode: string;
	vatNumber: string;
	/** Of e-invoices, since template 3; left out where nothing was entered. */
	postcode?: string;
	city?: string;
	/** What the buyer files the invoice under; in Germany the Leitweg-ID of an authority. */
	reference?: string;
	/** Where it receives e-invoices. */
	email?: string;
	salt: string;
}

/** Only the fields with a text: a document does not name what was not entered. */
export const onlyFilled = <T extends Record<string, string>>(fields: T): Partial<T> =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<T>;

export const newSalt = () => randomBytes(16).toString('base64url');

/** Tax by rate, lowest first. */
export function taxesOf(lines: readonly DocumentLine[]): DocumentTax[] {
	const rates = [...Map.groupBy(lines, (line) => line.taxBasisPoints)].sort(([a], [b]) => a - b);
	return rates.map(([basisPoints, ofRate]) => ({ basisPoints, ...totalsOf(ofRate) }));
}

export function totalsOf(lines: readonly DocumentLine[]) {
	const sum = (of: (line: DocumentLine) => number) => lines.reduce((total, line) => total + of(line), 0);
	return {
		netMinor: sum((line) => line.netMinor),
		taxMinor: sum((line) => line.taxMinor),
		grossMinor: sum((line) => line.grossMinor),
	};
}

/** One text for one value: the order of keys, which the database does not preserve, does not matter. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${parts.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

export const recipientHashOf = (recipient: DocumentRecipient): Buffer => sha256(canonical(recipient));

/** The content that the hash of a document covers. */
export interface HashedDocument {
	id: string;
	organisationId: string;
	kind: DocumentKind;
	label: string;
	issuedAt: Date;
	language: string;
	eventId: string | null;
	subjectId: string;
	correctsId: string | null;
	content: DocumentContent;
	netMinor: number;
	taxMinor: number;
	grossMinor: number;
	currency: string;
	template: number;
	recipientHash: Buffer;
}

/** SHA-256 of a document as it was issued. The recipient counts by its own hash, so that it can be erased. */
export function hashOf(document: HashedDocument): Buffer {
	const { id, organisationId, kind, label, issuedAt, language, eventId, subjectId, correctsId } = document;
	const { content, netMinor, taxMinor, grossMinor, currency, template, recipientHash } = document;
	return sha256(
		canonical({
			...{ id, organisationId, kind, label, issuedAt: issuedAt.toISOString(), language, eventId, subjectId },
			...{ correctsId, content, netMinor, taxMinor, grossMinor, currency, template },
			recipient: recipientHash.toString('hex'),
		}),
	);
}
