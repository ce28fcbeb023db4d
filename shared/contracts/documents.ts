import { z } from '../lib/z.ts';
import { documentKinds } from '../rules/document-kinds.ts';
import { eInvoiceFormats, eInvoiceNeeds } from '../rules/e-invoices.ts';
import { particulars } from '../rules/particulars.ts';
import { calendarDate, email, page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint, orderAccess, organisationAccess } from './endpoint.ts';
import { orderParams } from './orders.ts';
import { organisationParams } from './settings.ts';

/**
 * A receipt, invoice or credit note, or the receipt of a donation. It is never changed: a credit note corrects an invoice or receipt. A payment
 * confirmation stands in for a receipt while the seller has not entered what that must say; it is not for taxes.
 */
export const document = z
	.object({
		id: uuid(),
		kind: z.enum(documentKinds),
		/** The number, as `INV-000042`; without gaps in each series. */
		label: z.string(),
		issuedAt: z.string(),
		eventId: uuid().nullable(),
		/** Null: the receipt of an offline donation, or of all donations of a year. */
		orderId: uuid().nullable(),
		/** The title of the event when it was issued. */
		subject: z.string(),
		/** Who it was issued to; empty once it no longer has to be retained. */
		recipient: z.string(),
		/** The invoice or receipt that a credit note corrects, or the receipt that is cancelled. */
		correctsId: uuid().nullable(),
		/** Amounts of a credit note are negative. */
		netMinor: z.int(),
		taxMinor: z.int(),
		grossMinor: z.int(),
		currency: z.string(),
		/** SHA-256 of what it says, as hexadecimal digits. */
		hash: z.string(),
		/** True: no real money moved; numbered apart. */
		isTest: z.boolean(),
		/**
		 * Of invoices and credit notes to a company: the formats of e-invoice that it can be had in as XML, and what the others lack. Null: none,
		 * as it is another kind of document or issued to a person.
		 */
		eInvoice: z
			.object({ formats: z.array(z.enum(eInvoiceFormats)), missing: z.array(z.enum(eInvoiceNeeds)) })
			.nullable(),
	})
	.meta({ id: 'Document' });
export type Document = z.output<typeof document>;

/**
 * Whether the donor of an order can have a receipt: `open` at once, `needs-address` once they have entered their address. `issued`: the
 * receipt is among the documents of the order, and can be issued anew for another name or address.
 */
const giftReceiptOffer = z.enum(['none', 'open', 'needs-address', 'issued']);
export type GiftReceiptOffer = z.output<typeof giftReceiptOffer>;

export const listOwnDocuments = endpoint({
	id: 'documents.listOwn',
	method: 'GET',
	path: '/api/orders/{manageToken}/documents',
	summary:
		'List the documents of an order, oldest first. The receipt of a paid order is issued seconds after the payment, or by this call.',
	access: orderAccess,
	limit: 'read',
	params: orderParams,
	output: z.object({
		data: z.array(document),
		/** True: an invoice can be issued now. */
		canInvoice: z.boolean(),
		/** True: no invoice can be issued until the seller has entered what invoices must say. */
		isInvoiceWaiting: z.boolean(),
		giftReceipt: giftReceiptOffer,
	}),
});

export const getOwnDocumentFile = endpoint({
	id: 'documents.getOwnFile',
	method: 'GET',
	path: '/api/orders/{manageToken}/documents/{document}/file',
	summary: 'Get a document of an order as PDF.',
	access: orderAccess,
	limit: 'read',
	params: orderParams.extend({ document: uuid() }),
	output: { contentType: 'application/pdf', description: 'PDF, A4' },
});

const eInvoiceQuery = z.object({ format: z.enum(eInvoiceFormats) });

export const getOwnEInvoice = endpoint({
	id: 'documents.getOwnEInvoice',
	method: 'GET',
	path: '/api/orders/{manageToken}/documents/{document}/e-invoice',
	summary:
		'Get an invoice or credit note of an order as an e-invoice (EN 16931): XRechnung, UBL or CII. Its PDF also embeds one where possible (Factur-X, ZUGFeRD).',
	access: orderAccess,
	limit: 'read',
	params: orderParams.extend({ document: uuid() }),
	query: eInvoiceQuery,
	output: { contentType: 'application/xml', description: 'UBL 2.1, or CII D16B' },
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** ISO 3166-1 alpha-2; empty: the seller's. */
export const recipientCountry = () =>
	z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.')]).default('');

export const invoiceRecipient = z.strictObject({
	company: text({ max: 200, min: 1 }),
	/** A person or department; empty: none. */
	name: text({ max: 200 }).default(''),
	address: text({ max: 500, min: 1, lines: true }),
	countryCode: recipientCountry(),
	vatNumber: text({ max: 30 }).default(''),
	/** For e-invoices; empty: read from the address where it says them. */
	postcode: text({ max: 20 }).default(''),
	city: text({ max: 100 }).default(''),
	/** What the buyer files it under, printed on it; of German authorities the Leitweg-ID. */
	reference: text({ max: 100 }).default(''),
	/** Where the buyer receives e-invoices; nothing is sent there. */
	email: z.union([z.literal(''), email()]).default(''),
});
export type InvoiceRecipient = z.output<typeof invoiceRecipient>;

export const askInvoice = endpoint({
	id: 'documents.askInvoice',
	method: 'POST',
	path: '/api/orders/{manageToken}/invoice',
	summary:
		'Issue the invoice of a paid order to a company. If the company or its address has changed, a credit note cancels the existing invoice and a new one is issued.',
	access: orderAccess,
	limit: 'order',
	status: 201,
	params: orderParams,
	body: invoiceRecipient,
	output: document,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const period = {
	/** First and last day of issue, in UTC. */
	from: calendarDate().optional(),
	to: calendarDate().optional(),
};

export const listDocuments = endpoint({
	id: 'documents.listDocuments',
	method: 'GET',
	path: '/api/organisations/{organisation}/documents',
	summary: 'List the documents that an organisation has issued, newest first.',
	access: organisationAccess('money.view'),
	limit: 'read',
	params: organisationParams,
	query: z.object({
		kind: z.enum(documentKinds).optional(),
		/** Those of one order. */
		order: uuid().optional(),
		...period,
		...paging(50, 100),
	}),
	output: page(document),
});

export const getDocumentReadiness = endpoint({
	id: 'documents.getReadiness',
	method: 'GET',
	path: '/api/organisations/{organisation}/documents/readiness',
	summary:
		'Get the details that an organisation must enter, by the law of its country, before receipts and invoices can be issued. Until then buyers get a payment confirmation; receipts are issued automatically afterwards.',
	access: organisationAccess('money.view'),
	limit: 'read',
	params: organisationParams,
	output: z.object({
		/** `taxReason`: why something is sold without tax is said neither at its ticket type nor in the tax note. */
		missing: z.array(z.enum(particulars)),
		/** Paid orders whose receipts wait for it, 1,000 at most. */
		waiting: z.int(),
	}),
});

export const replaceDocument = endpoint({
	id: 'documents.replace',
	method: 'POST',
	path: '/api/organisations/{organisation}/documents/{document}/replace',
	summary:
		'Replace an incorrect invoice or receipt of an order: a credit note cancels its remaining amount, and a new one with the current details is issued to the same recipient.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	status: 201,
	params: organisationParams.extend({ document: uuid() }),
	body: z.strictObject({
		/** Printed on the credit note. */
		reason: text({ max: 200, min: 1 }),
	}),
	output: document,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getDocumentFile = endpoint({
	id: 'documents.getFile',
	method: 'GET',
	path: '/api/organisations/{organisation}/documents/{document}/file',
	summary: 'Get a document of an organisation as PDF.',
	access: organisationAccess('money.view'),
	limit: 'read',
	isHiddenFromViewers: true,
	params: organisationParams.extend({ document: uuid() }),
	output: { contentType: 'application/pdf', description: 'PDF, A4' },
});

export const getEInvoice = endpoint({
	id: 'documents.getEInvoice',
	method: 'GET',
	path: '/api/organisations/{organisation}/documents/{document}/e-invoice',
	summary:
		'Get an invoice or credit note of an organisation as an e-invoice (EN 16931): XRechnung, UBL or CII. `Document.eInvoice` lists the available formats.',
	access: organisationAccess('money.view'),
	limit: 'read',
	isHiddenFromViewers: true,
	params: organisationParams.extend({ document: uuid() }),
	query: eInvoiceQuery,
	output: { contentType: 'application/xml', description: 'UBL 2.1, or CII D16B' },
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const exportDocuments = endpoint({
	id: 'documents.exportDocuments',
	method: 'GET',
	path: '/api/organisations/{organisation}/documents/export',
	summary:
		'Export documents as a ZIP of PDFs with an index (CSV), oldest first. At most 2,000; choose a period.',
	access: organisationAccess('money.view'),
	limit: 'export',
	isHiddenFromViewers: true,
	params: organisationParams,
	query: z.object({
		kind: z.enum(documentKinds).optional(),
		...period,
		/** Puts e-invoices of this format beside the PDFs, where documents can be had in it. */
		eInvoices: z.enum(eInvoiceFormats).optional(),
	}),
	output: { contentType: 'application/zip', description: 'ZIP of PDFs with index.csv' },
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const exportOperatorDocuments = endpoint({
	id: 'documents.exportOperatorDocuments',
	method: 'GET',
	path: '/api/admin/documents/export',
	summary:
		'Export the invoices that the operator issued for plans and fees as a ZIP of PDFs with an index (CSV). At most 2,000; choose a period.',
	access: adminAccess,
	limit: 'export',
	query: z.object({ ...period, eInvoices: z.enum(eInvoiceFormats).optional() }),
	output: { contentType: 'application/zip', description: 'ZIP of PDFs with index.csv' },
	errors: ['BUSINESS_RULE_VIOLATION'],
});
