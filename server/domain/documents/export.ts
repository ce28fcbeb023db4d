import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { download } from '#server/http/export/files.ts';
import { takeExportPlace, watched } from '#server/http/export/one-at-a-time.ts';
import { BYTE_ORDER_MARK, csvRow } from '#server/platform/csv-export.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import type { EInvoiceFormat } from '#shared/rules/e-invoices.ts';
import { eInvoiceName, writeEInvoice } from './e-invoice/file.ts';
import type { DocumentRow } from './issue.ts';
import { type DocumentFilters, readDocuments } from './queries.ts';
import { drawDocument } from './render/draw.ts';

/** More would take minutes of one core. */
const most = 2_000;

const header = [
	'Number',
	'Kind',
	'Issued at',
	'Recipient',
	'Event',
	'Order',
	'Net',
	'Tax',
	'Gross',
	'Currency',
	'Corrects',
	'Test mode',
	'SHA-256',
	'File',
	'E-invoice',
];

/**
 * Documents of an organisation as a ZIP of PDFs with an index, written while it is read.
 * @param eInvoices a format whose XML stands beside the PDFs, of documents that can be had in it
 * @throws `too-many-documents`
 */
export async function exportDocuments(
	services: Services,
	organisationId: string,
	filters: DocumentFilters,
	eInvoices?: EInvoiceFormat,
): Promise<Response> {
	const found = await readDocuments(services.database.db, { organisationId, filters, limit: most + 1 });
	if (found.length > most)
		throw ruleViolation('too-many-documents', message`More than ${most} documents. Choose a shorter period.`);
	const done = takeExportPlace(services, organisationId);
	const period = [filters.from, filters.to].filter(Boolean).join('-to-');
	return download(
		watched(zipOf(found, eInvoices), done),
		`documents${period && `-${period}`}.zip`,
		'application/zip',
	);
}

const nameOf = (document: DocumentRow) => `${document.label}.pdf`;
const amount = (minor: number, currency: string) =>
	(minor / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency));

const eInvoiceOf = (document: DocumentRow, format: EInvoiceFormat | undefined) =>
	format === undefined ? null : writeEInvoice(document, format);

function indexRow(document: DocumentRow, format: EInvoiceFormat | undefined): string {
	const { currency, content } = document;
	return csvRow([
		document.label,
		document.kind,
		document.issuedAt,
		document.recipient?.company || document.recipient?.name || '',
		content.subject.title,
		content.subject.reference,
		amount(document.netMinor, currency),
		amount(document.taxMinor, currency),
		amount(document.grossMinor, currency),
		currency,
		content.corrects?.label ?? '',
		content.isTest ? 'yes' : '',
		document.hash.toString('hex'),
		nameOf(document),
		format !== undefined && eInvoiceOf(document, format) !== null ? eInvoiceName(document, format) : '',
	]);
}

/** One PDF is drawn each time the reader has taken what was written. */
function zipOf(
	documents: readonly DocumentRow[],
	format: EInvoiceFormat | undefined,
): ReadableStream<Uint8Array> {
	let zip: Zip;
	let next = 0;
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				zip = new Zip((error, chunk, isLast) => {
					if (error) return controller.error(error);
					if (chunk.length > 0) controller.enqueue(chunk);
					if (isLast) controller.close();
				});
				const index = new ZipPassThrough('index.csv');
				zip.add(index);
				index.push(
					strToU8(BYTE_ORDER_MARK + csvRow(header) + documents.map((one) => indexRow(one, format)).join('')),
					true,
				);
			},
			async pull() {
				const document = documents[next];
				next += 1;
				if (!document) return zip.end();
				const file = new ZipPassThrough(nameOf(document));
				zip.add(file);
				file.push(await drawDocument(document), true);
				const xml = eInvoiceOf(document, format);
				if (format === undefined || xml === null) return;
				const beside = new ZipPassThrough(eInvoiceName(document, format));
				zip.add(beside);
				beside.push(strToU8(xml), true);
			},
		},
		{ highWaterMark: 0 },
	);
}
