import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { EInvoiceFormat } from '#shared/rules/e-invoices.ts';
import type { DocumentRow } from '../issue.ts';
import { writeCii } from './cii.ts';
import type { EInvoice } from './model.ts';
import { findEInvoice } from './needs.ts';
import { writeUbl, writeXrechnung } from './ubl.ts';

const writers: Record<EInvoiceFormat, (invoice: EInvoice) => string> = {
	xrechnung: writeXrechnung,
	ubl: writeUbl,
	cii: writeCii,
};

/** The XML of a document in a format; the same document always gives the same. @returns null where it can't be had in it */
export function writeEInvoice(document: DocumentRow, format: EInvoiceFormat): string | null {
	const invoice = findEInvoice(document, format);
	return invoice && writers[format](invoice);
}

/** `INV-000042-xrechnung.xml`. */
export const eInvoiceName = ({ label }: DocumentRow, format: EInvoiceFormat): string =>
	`${label}-${format}.xml`;

/** A document as an e-invoice to save. @throws `e-invoice-unavailable`; `Document.eInvoice` says what is missing */
export function eInvoiceFile(document: DocumentRow, format: EInvoiceFormat): Response {
	const xml = writeEInvoice(document, format);
	if (xml === null)
		throw ruleViolation(
			'e-invoice-unavailable',
			message`This document is not available in this format. Invoices and credit notes to companies are, once all details are entered: enter those that are missing, then issue the invoice again.`,
		);
	return new Response(xml, {
		headers: {
			'Content-Type': 'application/xml; charset=utf-8',
			'Content-Disposition': `attachment; filename="${eInvoiceName(document, format)}"`,
			'Cache-Control': 'private, no-store',
		},
	});
}
