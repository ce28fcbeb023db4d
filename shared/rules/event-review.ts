import type { FillIn } from './event-fill-ins.ts';
import type { Particular } from './particulars.ts';

/** Problems and suggestions before publishing an event: pure, from its known data. */
export interface ReviewFacts {
	now: Date;
	startsAt: Date;
	endsAt: Date;
	format: 'in_person' | 'online' | 'hybrid';
	hasPlace: boolean;
	hasOnlineLink: boolean;
	/** It registers elsewhere and sells nothing here. */
	isExternal: boolean;
	description: string;
	fillIns: readonly FillIn[];
	hasPicture: boolean;
	coverAlt: string;
	refundPolicy: string;
	/** Postponed without another date. */
	needsNewDate: boolean;
	isEmailVerified: boolean;
	isOrganisationLocked: boolean;
	/** Some way to pay is set up. */
	takesMoney: boolean;
	/** Missing details for receipts of its sales. */
	missingDetails: readonly Particular[];
	tickets: readonly {
		kind: 'free' | 'paid' | 'donation' | 'add_on';
		isClosed: boolean;
		salesStartAt: Date | null;
		salesEndAt: Date | null;
		isUnlimited: boolean;
	}[];
}

export const reviewBlockers = [
	'email-not-verified',
	'organisation-locked',
	'no-new-date',
	'starts-in-past',
	'nothing-on-sale',
	'no-way-to-pay',
] as const;
export const reviewAdvice = [
	'fill-in-title',
	'fill-in-page',
	'fill-in-offer',
	'some-unpayable',
	'no-seller-details',
	'no-tax-reason',
	'no-description',
	'no-place',
	'no-online-link',
	'cover-without-alt',
	'sales-end-after-start',
	'capacity-open',
	'no-refund-policy',
] as const;
export type ReviewBlocker = (typeof reviewBlockers)[number];
export type ReviewAdvice = (typeof reviewAdvice)[number];

/** Whether sales of a ticket type are over, or were closed. */
const isOver = (
	{ isClosed, salesEndAt }: Pick<ReviewFacts['tickets'][number], 'isClosed' | 'salesEndAt'>,
	{ now, endsAt }: Pick<ReviewFacts, 'now' | 'endsAt'>,
) => isClosed || (salesEndAt ?? endsAt).getTime() <= now.getTime();

/** Tickets and donations of an event that can't be sold for lack of a payment method. */
export function lacksWayToPay(
	facts: Pick<ReviewFacts, 'now' | 'endsAt' | 'isExternal' | 'takesMoney' | 'tickets'>,
): 'nothing' | 'something' | 'everything' {
	if (facts.isExternal || facts.takesMoney) return 'nothing';
	const open = facts.tickets.filter((ticket) => !isOver(ticket, facts));
	if (open.every(({ kind }) => kind === 'free')) return 'nothing';
	return open.some(({ kind }) => kind === 'free') ? 'something' : 'everything';
}

/** The blockers and advice that apply, in the order in which they are shown. */
export function reviewEvent(facts: ReviewFacts): { blockers: ReviewBlocker[]; advice: ReviewAdvice[] } {
	const { now, startsAt, tickets, isExternal } = facts;
	const main = tickets.filter(({ kind }) => kind !== 'add_on');
	const canBeHad = main.some((ticket) => !isOver(ticket, facts));
	const lacking = lacksWayToPay(facts);
	const hasPrices = tickets.some(({ kind, isClosed }) => kind !== 'free' && !isClosed);
	const isLeftIn = (part: FillIn['part']) => facts.fillIns.some((one) => one.part === part);
	const holds: Record<ReviewBlocker | ReviewAdvice, boolean> = {
		'email-not-verified': !facts.isEmailVerified,
		'organisation-locked': facts.isOrganisationLocked,
		'no-new-date': facts.needsNewDate,
		'starts-in-past': startsAt.getTime() <= now.getTime(),
		'nothing-on-sale': !isExternal && !canBeHad,
		'no-way-to-pay': lacking === 'everything',
		'fill-in-title': isLeftIn('title'),
		'fill-in-page': isLeftIn('page'),
		'fill-in-offer': isLeftIn('offer'),
		'some-unpayable': lacking === 'something',
		'no-seller-details': !isExternal && facts.missingDetails.some((field) => field !== 'taxReason'),
		'no-tax-reason': !isExternal && facts.missingDetails.includes('taxReason'),
		'no-description': facts.description.trim() === '',
		'no-place': facts.format !== 'online' && !facts.hasPlace,
		'no-online-link': facts.format !== 'in_person' && !facts.hasOnlineLink && !isExternal,
		'cover-without-alt': facts.hasPicture && facts.coverAlt.trim() === '',
		'sales-end-after-start': tickets.some(
			({ isClosed, salesEndAt }) =>
				!isClosed && salesEndAt !== null && salesEndAt.getTime() > startsAt.getTime(),
		),
		'capacity-open':
			!isExternal &&
			facts.format !== 'online' &&
			main.some(({ isClosed, isUnlimited }) => !isClosed && isUnlimited),
		'no-refund-policy': hasPrices && facts.refundPolicy.trim() === '',
	};
	return {
		blockers: reviewBlockers.filter((code) => holds[code]),
		advice: reviewAdvice.filter((code) => holds[code]),
	};
}
