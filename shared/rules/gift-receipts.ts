import { missingParticulars } from './particulars.ts';

/** Countries whose rules for receipts of donations are known here. Their texts are data with a version: server/domain/documents/gift-texts.ts. */
export const receiptRegimes = ['us', 'uk', 'de'] as const;
export type ReceiptRegime = (typeof receiptRegimes)[number];

/** Details of an organisation for its receipts. */
export interface ReceiptData {
	/** EIN, charity number or tax number. */
	number: string;
	/** Who signs for the organisation, with their office; empty: nobody is named. */
	signatory: string;
	/** The purposes that donations are used for, in the words of the notice. */
	purpose: string;
	taxOffice: string;
	/** Of the notice, `2026-01-31`; null: none. */
	noticeDate: string | null;
	/** The last period that a notice of exemption assessed; empty: the notice is one under § 60a AO. */
	assessmentPeriod: string;
	/** Germany: membership fees cannot be deducted, so confirmations say that a donation is none (§ 10b Abs. 1 Satz 8 EStG). */
	excludesMembershipFees: boolean;
	/** Name and address that the organisation has as a seller. */
	name: string;
	address: string;
}

/** Details that receipts may lack. */
export const receiptFields = [
	'number',
	'signatory',
	'purpose',
	'taxOffice',
	'noticeDate',
	'assessmentPeriod',
	'name',
	'address',
] as const satisfies (keyof ReceiptData)[];
export type ReceiptField = (typeof receiptFields)[number];

const countries: Record<ReceiptRegime, string> = { us: 'US', uk: 'GB', de: 'DE' };

/** Missing details before receipts can be issued on a day (`2026-01-31`); a notice that is too old is missing. */
export function missingFor(regime: ReceiptRegime, data: ReceiptData, today: string): ReceiptField[] {
	const noticeDate = isNoticeOver(data, today) ? '' : data.noticeDate;
	const missing = missingParticulars(
		'gift_receipt',
		{ countryCode: countries[regime] },
		{ ...data, noticeDate },
	);
	return receiptFields.filter((field) => (missing as string[]).includes(field));
}

/** Confirmations hold for five years after a notice of exemption, for three after one under § 60a AO: § 63 Abs. 5 AO. */
function isNoticeOver({ noticeDate, assessmentPeriod }: ReceiptData, today: string): boolean {
	if (noticeDate === null) return true;
	const years = assessmentPeriod.trim() === '' ? 3 : 5;
	return `${Number(noticeDate.slice(0, 4)) + years}${noticeDate.slice(4)}` < today;
}

/** The currency in which a country's receipts are written; null: any. The German wording names the amount in words, in euros. */
const onlyCurrency: Record<ReceiptRegime, string | null> = { us: null, uk: null, de: 'EUR' };

export const isReceiptCurrency = (regime: ReceiptRegime, currency: string): boolean =>
	(onlyCurrency[regime] ?? currency) === currency;

/** Up to this amount a receipt without the donor's address proves a donation; null: any amount. Germany: § 50 Abs. 4 EStDV. */
const withoutAddress: Record<ReceiptRegime, number | null> = { us: null, uk: null, de: 30_000 };

/** Donations that receipts are issued for at once: they share one number series, for which others wait. */
export const RECEIPTS_AT_ONCE = 25;

/** Whether a receipt of an amount needs the donor's address. */
export function needsAddress(regime: ReceiptRegime, amountMinor: number): boolean {
	const most = withoutAddress[regime];
	return most !== null && amountMinor > most;
}
