import { api } from '#app/lib/api-client.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import { setOnly, useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import * as contracts from '#shared/contracts/documents.ts';
import { getGiftReceiptSettings, issueGiftReceipt } from '#shared/contracts/gift-receipts.ts';
import type { DocumentKind } from '#shared/rules/document-kinds.ts';
import type { EInvoiceFormat } from '#shared/rules/e-invoices.ts';

/** Filters of the list of documents; an empty string means all. */
export interface DocumentListFilters {
	kind: '' | DocumentKind;
	from: string;
	to: string;
}

export const noDocumentFilters: DocumentListFilters = { kind: '', from: '', to: '' };

export function useDocuments(organisation: string, query: DocumentListFilters) {
	return useCursorList(contracts.listDocuments, {
		key: ['documents', organisation],
		params: { organisation },
		query,
	});
}

export const receiptSettingsKey = (organisation: string) => ['gift-receipt-settings', organisation];

/** The organisation's details in receipts of donations. */
export function useGiftReceiptSettings(organisation: string) {
	return useApiQuery(getGiftReceiptSettings, receiptSettingsKey(organisation), { params: { organisation } });
}

/** The documents of one order. */
export function useDocumentsOf(organisation: string, order: string) {
	return useCursorList(contracts.listDocuments, {
		key: ['documents', organisation, 'order', order],
		params: { organisation },
		query: { order },
	});
}

/** Fetches one document as PDF and hands it to the browser as a download. */
export async function downloadDocument(organisation: string, document: contracts.Document): Promise<void> {
	const response = await api.call(contracts.getDocumentFile, {
		params: { organisation, document: document.id },
	});
	await saveResponse(response, `${document.label}.pdf`);
}

/** Fetches one document as an e-invoice and hands it to the browser as a download. */
export async function downloadEInvoice(
	organisation: string,
	document: contracts.Document,
	format: EInvoiceFormat,
): Promise<void> {
	const response = await api.call(contracts.getEInvoice, {
		params: { organisation, document: document.id },
		query: { format },
	});
	await saveResponse(response, `${document.label}-${format}.xml`);
}

/** Issues the receipt of an order's donation, where it has none yet, and downloads it. */
export async function downloadGiftReceipt(where: {
	organisation: string;
	event: string;
	order: string;
}): Promise<void> {
	const { organisation, ...params } = where;
	const document = await api.call(issueGiftReceipt, { params, idempotencyKey: newIdempotencyKey() });
	await downloadDocument(organisation, document);
}

/** Fetches all documents that filters leave, as one ZIP. */
export async function downloadDocuments(organisation: string, filters: DocumentListFilters): Promise<void> {
	const response = await api.call(contracts.exportDocuments, {
		params: { organisation },
		query: setOnly(filters),
		timeoutMs: 600_000,
	});
	await saveResponse(response, 'documents.zip');
}

/** Fetches what the operator issued between two days, as one ZIP. */
export async function downloadOperatorDocuments(period: { from: string; to: string }): Promise<void> {
	const response = await api.call(contracts.exportOperatorDocuments, {
		query: setOnly(period),
		timeoutMs: 600_000,
	});
	await saveResponse(response, 'documents.zip');
}
