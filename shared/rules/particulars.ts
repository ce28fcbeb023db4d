import { isUnionCountry } from './plan-tax.ts';

/** Documents that a seller issues only with the particulars that its country's law asks of them. */
export const particularKinds = ['receipt', 'invoice', 'gift_receipt'] as const;
export type ParticularKind = (typeof particularKinds)[number];

/** Details of a document’s issuer. `number`: EIN, charity number or tax number of a charity. `taxReason`: why a line has no tax. */
export const particulars = [
	'name',
	'address',
	'countryCode',
	'taxNumber',
	'taxReason',
	'number',
	'purpose',
	'taxOffice',
	'noticeDate',
] as const;
export type Particular = (typeof particulars)[number];

interface Needs {
	always: readonly Particular[];
	/** Where a line has tax. */
	taxed?: readonly Particular[];
	/** Where something is sold without tax. */
	untaxed?: readonly Particular[];
}

const named = ['name', 'countryCode'] as const;
const addressed = ['name', 'address', 'countryCode'] as const;

/** Members of the Union: Directive 2006/112/EC, articles 226 (3), (5), (11) and, for receipts as simplified invoices, 226b. */
const union = {
	receipt: { always: addressed, untaxed: ['taxReason'] },
	invoice: { always: addressed, taxed: ['taxNumber'], untaxed: ['taxReason'] },
} satisfies Partial<Record<ParticularKind, Needs>>;

/** Countries that ask for the seller's tax number on every invoice. */
const numbered = {
	...union,
	invoice: { always: [...addressed, 'taxNumber'], untaxed: ['taxReason'] },
} as const;

/** Particulars that are required, by country (ISO 3166-1 alpha-2) and kind. */
const byCountry: Record<string, Partial<Record<ParticularKind, Needs>>> = {
	// § 14 Abs. 4 UStG, § 33 UStDV; model of the confirmation of donations of the BMF letter of 7 November 2013.
	DE: {
		...numbered,
		gift_receipt: { always: ['number', 'name', 'address', 'purpose', 'taxOffice', 'noticeDate'] },
	},
	// Real Decreto 1619/2012, article 6.
	ES: numbered,
	// DPR 633/1972, article 21.
	IT: numbered,
	// HMRC VAT Notice 700, section 16.
	GB: {
		receipt: { always: addressed, taxed: ['taxNumber'] },
		invoice: { always: addressed, taxed: ['taxNumber'] },
		gift_receipt: { always: ['number', 'name'] },
	},
	// Sales tax asks for no number on receipts. IRS Publication 1771: the name; donors look charities up by their EIN.
	US: {
		receipt: { always: named },
		invoice: { always: addressed },
		gift_receipt: { always: ['number', 'name'] },
	},
};

/** Elsewhere: taxes of the kind of VAT or GST are named with the number under which they are charged. */
const elsewhere: Record<ParticularKind, Needs> = {
	receipt: { always: addressed, taxed: ['taxNumber'] },
	invoice: { always: addressed, taxed: ['taxNumber'] },
	gift_receipt: { always: ['number', 'name'] },
};

const needsOf = (kind: ParticularKind, country: string): Needs =>
	byCountry[country]?.[kind] ??
	(isUnionCountry(country) && kind !== 'gift_receipt' ? union[kind] : elsewhere[kind]);

/**
 * Missing details before a document of a kind can be issued by the law of a country, in the order of `particulars`; texts of spaces count as
 * missing.
 * @param about.isTaxed a line of it has tax
 * @param about.isUntaxed something is sold in it without tax; a donation is not sold
 */
export function missingParticulars(
	kind: ParticularKind,
	about: { countryCode: string; isTaxed?: boolean; isUntaxed?: boolean },
	given: Partial<Record<Particular, string | null>>,
): Particular[] {
	const { always, taxed = [], untaxed = [] } = needsOf(kind, about.countryCode);
	const needed = new Set<Particular>([
		...always,
		...(about.isTaxed ? taxed : []),
		...(about.isUntaxed ? untaxed : []),
	]);
	return particulars.filter((field) => needed.has(field) && (given[field] ?? '').trim() === '');
}

/**
 * Missing details of the business that an invoice is issued to: full name and address in the Union (article 226 (5)) and
 * where taxes are of its kind. The name of an organisation is never missing.
 * @param sellerCountry by whose law the invoice is issued
 */
export function missingOfRecipient(
	sellerCountry: string,
	given: Partial<Record<Particular, string | null>>,
): Particular[] {
	const needed: readonly Particular[] = sellerCountry === 'US' ? [] : ['address', 'countryCode'];
	return needed.filter((field) => (given[field] ?? '').trim() === '');
}
