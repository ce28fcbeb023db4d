import {
	type DocumentContent,
	type DocumentLine,
	taxesOf,
	totalsOf,
} from '#server/domain/documents/content.ts';
import type { DocumentRow } from '#server/domain/documents/issue.ts';

/** A line at a rate, with tax in the price. */
export function lineOf(
	text: string,
	quantity: number,
	grossMinor: number,
	taxBasisPoints: number,
	more: Partial<DocumentLine> = {},
): DocumentLine {
	const taxMinor = Math.round((grossMinor * taxBasisPoints) / (10_000 + taxBasisPoints)) + 0;
	const unitMinor = quantity === 0 ? grossMinor : Math.round(grossMinor / quantity);
	return {
		...{ text, quantity, unitMinor, netMinor: grossMinor - taxMinor, taxMinor, grossMinor, taxBasisPoints },
		...more,
	};
}

type Changes = Partial<Pick<DocumentRow, 'kind' | 'label' | 'language' | 'currency' | 'template'>> & {
	lines?: DocumentLine[];
	content?: Partial<DocumentContent>;
	recipient?: Partial<NonNullable<DocumentRow['recipient']>> | null;
};

/** An invoice with all that XRechnung needs, or a credit note, without a database. */
export function invoiceDocument(changes: Changes = {}): DocumentRow {
	const { lines: given, content: said, recipient, ...row } = changes;
	const isCreditNote = row.kind === 'credit_note';
	const lines = given ?? [lineOf('Seat', 2, isCreditNote ? -4_800 : 4_800, 1_900)];
	const totals = totalsOf(lines);
	const content: DocumentContent = {
		seller: {
			name: 'Harbour Hall gGmbH',
			address: 'Pier 1\n10115 Berlin',
			countryCode: 'DE',
			taxNumber: 'DE123456789',
			...{ contactName: 'Ines Maier', phone: '+49 30 1234567', email: 'office@harbour.example' },
		},
		lines,
		taxes: taxesOf(lines),
		subject: {
			title: 'Harbour Lights',
			startsAt: '2026-12-12T18:00:00.000Z',
			...{ timeZone: 'Europe/Berlin', place: 'Harbour Hall, Berlin', reference: 'AB12CD' },
		},
		payments: isCreditNote
			? []
			: [{ method: 'card', amountMinor: totals.grossMinor, paidAt: '2026-11-01T10:00:00.000Z' }],
		note: '',
		corrects: isCreditNote ? { label: 'INV-000041', issuedAt: '2026-11-01T10:00:00.000Z' } : null,
		isTest: false,
		...said,
	};
	const to = {
		...{
			name: 'Kim Berg',
			company: 'Berg & Söhne GmbH',
			address: 'Am Kai 7\n20457 Hamburg',
			countryCode: 'DE',
		},
		...{ vatNumber: '', reference: '04011000-12345-67', email: 'invoices@berg.example', salt: 'salt' },
		...recipient,
	};
	return {
		...{ id: '01a', organisationId: '01b', kind: 'invoice', series: 'INV-', number: 42, label: 'INV-000042' },
		...{ issuedAt: new Date('2026-11-02T23:30:00Z'), language: 'en', eventId: '01c', subjectId: '01d' },
		...{ correctsId: isCreditNote ? '01e' : null, currency: 'EUR', template: 3, ...totals },
		...{ recipientHash: Buffer.alloc(32), hash: Buffer.alloc(32), retainUntil: '2036-12-31' },
		createdAt: new Date('2026-11-02T23:30:00Z'),
		...row,
		content,
		recipient: recipient === null ? null : to,
	} as DocumentRow;
}
