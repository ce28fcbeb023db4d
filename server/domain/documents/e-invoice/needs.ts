import { type EInvoiceFormat, type EInvoiceNeed, eInvoiceNeeds } from '#shared/rules/e-invoices.ts';
import type { DocumentRow } from '../issue.ts';
import type { EInvoice } from './model.ts';
import { eInvoiceOf, hasFittingDigits } from './of-document.ts';

/**
 * Missing data of an invoice for a format. EN 16931 asks for countries, a number of the seller (BR-CO-26, BR-S-02) and, where the buyer owes the
 * tax, one of the buyer (BR-AE-02); XRechnung also for places, a contact, the buyer's reference and electronic addresses (BR-DE-2 to 9, 15;
 * PEPPOL-EN16931-R010, R020).
 */
function missingOf(invoice: EInvoice, format: EInvoiceFormat): EInvoiceNeed[] {
	const { seller, buyer } = invoice;
	const isReverse = invoice.taxes.some(({ category }) => category === 'AE');
	const core: Partial<Record<EInvoiceNeed, boolean>> = {
		currency: hasFittingDigits(invoice.currency),
		sellerCountry: seller.countryCode !== '',
		sellerTaxNumber: seller.vatId !== '' || seller.otherId !== '',
		buyerVatNumber: !isReverse || buyer.vatId !== '' || buyer.otherId !== '',
	};
	const german: Partial<Record<EInvoiceNeed, boolean>> = {
		sellerPostcode: seller.postcode !== '',
		sellerCity: seller.city !== '',
		sellerContact: seller.contact.name !== '',
		sellerPhone: (seller.contact.phone.match(/\d/g) ?? []).length >= 3,
		sellerEmail: seller.email !== '',
		buyerPostcode: buyer.postcode !== '',
		buyerCity: buyer.city !== '',
		buyerReference: invoice.buyerReference !== '',
		buyerEmail: buyer.email !== '',
	};
	const met = format === 'xrechnung' ? { ...core, ...german } : core;
	return eInvoiceNeeds.filter((need) => met[need] === false);
}

/** Which forms of e-invoice a document can be had in, and what the others lack. */
export interface EInvoiceOffer {
	formats: EInvoiceFormat[];
	missing: EInvoiceNeed[];
}

/** @returns null for documents that are no invoice or credit note to a company */
export function eInvoiceOffer(document: DocumentRow): EInvoiceOffer | null {
	const invoice = eInvoiceOf(document);
	if (!invoice) return null;
	const basic = missingOf(invoice, 'ubl');
	const missing = missingOf(invoice, 'xrechnung');
	return {
		formats: basic.length > 0 ? [] : missing.length > 0 ? ['ubl', 'cii'] : ['xrechnung', 'ubl', 'cii'],
		missing,
	};
}

/** The e-invoice of a document in a format. @returns null where it is none, or something is missing */
export function findEInvoice(document: DocumentRow, format: EInvoiceFormat): EInvoice | null {
	const invoice = eInvoiceOf(document);
	return invoice && missingOf(invoice, format).length === 0 ? invoice : null;
}
