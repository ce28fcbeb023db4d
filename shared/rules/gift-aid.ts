/** The currency in which Gift Aid is claimed. */
export const GIFT_AID_CURRENCY = 'GBP';

/** What a Gift Aid declaration covers: one gift with what was paid beside it, or all of the donor’s, from four years before it. */
export const declarationScopes = ['gift', 'all'] as const;
export type DeclarationScope = (typeof declarationScopes)[number];

/** Names the texts below: a changed text is a new version, and declarations keep theirs. */
export const declarationWordings = ['uk-2026-11'] as const;
export type DeclarationWording = (typeof declarationWordings)[number];

/** A UK postcode, in whatever case and with or without its space; X abroad. */
export const POSTCODE = /^(?:[Xx]|[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2})$/;

/** A Gift Aid declaration as a donor makes it. */
export interface GiftAidDeclaration {
	wording: DeclarationWording;
	scope: DeclarationScope;
	title: string;
	firstName: string;
	lastName: string;
	/** Name or number of the house; abroad the whole home address. */
	house: string;
	/** `X`: the donor lives outside the United Kingdom. */
	postcode: string;
}

/** A postcode as claims want it: in capitals, with its space. */
export const tidyPostcode = (typed: string): string =>
	typed
		.toUpperCase()
		.replaceAll(/\s/g, '')
		.replace(/(?=.{3}$)/, ' ');

/** What the taxpayer states, after the models of HMRC: in English alone, since it is the wording that counts. */
export const declarationText = (scope: DeclarationScope, charity: string): string =>
	scope === 'all'
		? `I want to Gift Aid this donation and any donations I make in the future or have made in the past 4 years to ${charity}. I am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax than the amount of Gift Aid claimed on all my donations in that tax year it is my responsibility to pay any difference.`
		: `I want to Gift Aid this donation to ${charity}. I am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax in the current tax year than the amount of Gift Aid claimed on all my donations it is my responsibility to pay any difference.`;

/**
 * How a declaration stands: claimed with once or more, or not yet, or cancelled by the donor. One by word of mouth waits until the donor
 * can no longer cancel it from its beginning.
 */
export const declarationStates = ['waiting', 'valid', 'claimed', 'cancelled'] as const;
export type DeclarationState = (typeof declarationStates)[number];

/** The longest texts of a donor that a schedule takes. */
export const MOST_LETTERS = { title: 4, firstName: 35, lastName: 35, house: 40 } as const;

/** The tax that HMRC adds to gifts: a quarter, whole pence. */
export const giftAidTax = (amountMinor: number): number => Math.floor(amountMinor / 4);

/** Rows of one schedule; HMRC reads no more. */
export const SCHEDULE_ROWS = 1_000;

/**
 * How a declaration by word of mouth is proven: by a recording of it that the charity keeps, or by a written record that the donor gets by
 * email or letter (Donations to Charity (Gift Aid Declarations) Regulations 2016, SI 2016/1195; HMRC, Gift Aid guidance, chapter 3).
 */
export const oralRecords = ['email', 'letter', 'recording'] as const;
export type OralRecord = (typeof oralRecords)[number];

/** Days in which the donor may cancel a declaration by word of mouth as if it had never been made, from its written record. */
export const ORAL_CANCELLATION_DAYS = 30;

/** Who a donor is and where they live, as their declaration has it. */
export type DonorAddress = Pick<
	GiftAidDeclaration,
	'title' | 'firstName' | 'lastName' | 'house' | 'postcode'
>;

/** A name and address of before, and the instant until which a declaration had them, as ISO 8601. */
export interface EarlierAddress extends DonorAddress {
	until: string;
}

/** A title as schedules take it: two to four letters, hyphens or apostrophes. Others are left out, since it is optional. */
export const scheduleTitle = (title: string): string => {
	const tidy = title.replaceAll('.', '').trim();
	return /^[A-Za-z][A-Za-z'-]{1,3}$/.test(tidy) ? tidy : '';
};
