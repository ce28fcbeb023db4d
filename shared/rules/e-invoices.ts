/** Forms of an e-invoice as XML (EN 16931): UBL 2.1, UN/CEFACT CII D16B, and XRechnung 3.0, which is UBL with what German authorities ask for. */
export const eInvoiceFormats = ['xrechnung', 'ubl', 'cii'] as const;
export type EInvoiceFormat = (typeof eInvoiceFormats)[number];

/** Missing data of an invoice for an e-invoice. `currency`: amounts with three decimals, which the standard does not have. */
export const eInvoiceNeeds = [
	'currency',
	'sellerCountry',
	'sellerTaxNumber',
	'sellerPostcode',
	'sellerCity',
	'sellerContact',
	'sellerPhone',
	'sellerEmail',
	'buyerVatNumber',
	'buyerPostcode',
	'buyerCity',
	'buyerReference',
	'buyerEmail',
] as const;
export type EInvoiceNeed = (typeof eInvoiceNeeds)[number];
