import type { TaxReason } from '#shared/rules/tax-reasons.ts';

/**
 * How an amount is taxed (UNTDID 5305): S at a rate, Z at a rate of zero, E exempt, AE where the buyer owes the tax, O where no tax applies.
 */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'O';

export interface EInvoiceParty {
	name: string;
	contact: { name: string; phone: string; email: string };
	address: string[];
	postcode: string;
	city: string;
	countryCode: string;
	/** With the prefix of its country (BT-31, BT-48). */
	vatId: string;
	/** A number that is no VAT identifier: of the seller's taxes (BT-32), of the buyer's registration (BT-47). */
	otherId: string;
	/** Where it receives e-invoices (BT-34, BT-49): an email. */
	email: string;
}

export interface EInvoiceLine {
	name: string;
	/** Of pieces; below 0 where the net amount is. */
	quantity: number;
	netMinor: number;
	category: TaxCategory;
	basisPoints: number;
}

export interface EInvoiceTax {
	category: TaxCategory;
	basisPoints: number;
	netMinor: number;
	taxMinor: number;
	/** Why there is none, in words and as a code of VATEX; empty for S and Z. */
	reason: string;
	reasonCode: string;
}

/**
 * What an invoice or credit note says, in the terms of EN 16931 and apart from how it is written. Amounts are minor units of the currency,
 * those of a credit note with their sign turned: it gives back what is above 0. The numbers in brackets are the standard's.
 */
export interface EInvoice {
	isCreditNote: boolean;
	/** BT-1. */
	number: string;
	/** BT-2, as all days `2026-03-01`. */
	issuedOn: string;
	/** BT-5. */
	currency: string;
	/** BT-22. */
	notes: string[];
	/** BT-10: in Germany the Leitweg-ID of an authority. */
	buyerReference: string;
	/** BG-3: what a credit note corrects. */
	corrects: { number: string; issuedOn: string } | null;
	seller: EInvoiceParty;
	buyer: EInvoiceParty;
	/** BT-72, or BG-14 of what is paid for over a time. */
	delivery: { on: string } | { from: string; to: string };
	/** BT-81 (UNTDID 4461) and BT-82. */
	payment: { code: string; text: string };
	/** BT-20; empty where nothing is due. */
	terms: string;
	lines: EInvoiceLine[];
	taxes: EInvoiceTax[];
	netMinor: number;
	taxMinor: number;
	grossMinor: number;
	/** BT-113 and BT-115: paid and still to pay. */
	paidMinor: number;
	dueMinor: number;
}

export const categoryOfReason: Record<TaxReason, TaxCategory> = {
	small_business: 'E',
	exempt: 'E',
	reverse_charge: 'AE',
	out_of_scope: 'O',
};
