/**
 * Kinds of documents; each has numbers of its own. A credit note corrects an invoice or a receipt, a cancellation a receipt of a donation. A
 * payment confirmation says that money came while the seller has not entered what a receipt must say: it is no document for taxes.
 */
export const documentKinds = [
	'receipt',
	'invoice',
	'credit_note',
	'payment_confirmation',
	'gift_receipt',
	'gift_cancellation',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The prefix of the number, as in `INV-000042`. */
const prefixes: Record<DocumentKind, string> = {
	receipt: 'REC-',
	invoice: 'INV-',
	credit_note: 'CN-',
	payment_confirmation: 'PAY-',
	gift_receipt: 'DON-',
	gift_cancellation: 'DONC-',
};

/** The series of a document: those about test payments are numbered apart, so that live numbers have no holes. */
export const seriesOf = (kind: DocumentKind, isTest: boolean): string =>
	isTest ? `TEST-${prefixes[kind]}` : prefixes[kind];

/** The number as people read it. */
export const documentLabel = (series: string, number: number): string =>
	`${series}${String(number).padStart(6, '0')}`;

/** Years after the one of issue in which a document is retained whole. */
export const retentionYears = 10;
