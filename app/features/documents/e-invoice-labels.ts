import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { EInvoiceFormat, EInvoiceNeed } from '#shared/rules/e-invoices.ts';

/** Names of standards, the same in every language. */
export const eInvoiceFormatNames: Record<EInvoiceFormat, string> = {
	xrechnung: 'XRechnung',
	ubl: 'UBL',
	cii: 'CII',
};

export const eInvoiceNeedLabels: Record<EInvoiceNeed, MessageDescriptor> = {
	currency: msg`a currency with at most two decimals`,
	sellerCountry: msg`your country`,
	sellerTaxNumber: msg`your tax ID or VAT number`,
	sellerPostcode: msg`your postcode`,
	sellerCity: msg`your city`,
	sellerContact: msg`your contact for invoices`,
	sellerPhone: msg`your phone number for invoices`,
	sellerEmail: msg`your email for invoices`,
	buyerVatNumber: msg`the buyer’s VAT number`,
	buyerPostcode: msg`the buyer’s postcode`,
	buyerCity: msg`the buyer’s city`,
	buyerReference: msg`the buyer’s reference`,
	buyerEmail: msg`the buyer’s email for e-invoices`,
};

/** What the buyer can enter; the rest is the seller's. */
export const isOfBuyer = (need: EInvoiceNeed): boolean => need.startsWith('buyer');
