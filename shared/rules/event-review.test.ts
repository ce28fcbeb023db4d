import { expect, test } from 'vitest';
import { type ReviewFacts, reviewAdvice, reviewBlockers, reviewEvent } from './event-review.ts';

const at = (text: string) => new Date(text);
const ticket: ReviewFacts['tickets'][number] = {
	kind: 'free',
	isClosed: false,
	salesStartAt: null,
	salesEndAt: null,
	isUnlimited: false,
};
const good: ReviewFacts = {
	now: at('2027-01-01T10:00:00Z'),
	startsAt: at('2027-02-01T19:00:00Z'),
	endsAt: at('2027-02-01T21:00:00Z'),
	format: 'in_person',
	hasPlace: true,
	hasOnlineLink: false,
	isExternal: false,
	description: 'Come.',
	fillIns: [],
	hasPicture: false,
	coverAlt: '',
	refundPolicy: '',
	needsNewDate: false,
	isEmailVerified: true,
	isOrganisationLocked: false,
	takesMoney: false,
	missingDetails: [],
	tickets: [ticket],
};
const past = at('2026-12-31T10:00:00Z');
const paid = { ...ticket, kind: 'paid' as const };

test('an event that is ready has nothing against it', () => {
	expect(reviewEvent(good)).toEqual({ blockers: [], advice: [] });
});

const cases: [expected: string[], change: Partial<ReviewFacts>][] = [
	[['email-not-verified'], { isEmailVerified: false }],
	[['organisation-locked'], { isOrganisationLocked: true }],
	[['no-new-date'], { needsNewDate: true }],
	[['starts-in-past'], { startsAt: past }],
	[['nothing-on-sale'], { tickets: [] }],
	[['nothing-on-sale'], { tickets: [{ ...ticket, isClosed: true }] }],
	[['nothing-on-sale'], { tickets: [{ ...ticket, salesEndAt: past }] }],
	[['nothing-on-sale'], { tickets: [{ ...ticket, kind: 'add_on' }], refundPolicy: 'x', takesMoney: true }],
	[[], { tickets: [], isExternal: true }],
	[['no-way-to-pay'], { tickets: [paid], refundPolicy: 'x' }],
	[['no-way-to-pay'], { tickets: [{ ...ticket, kind: 'donation' }], refundPolicy: 'x' }],
	[['no-way-to-pay'], { tickets: [paid, { ...ticket, isClosed: true }], refundPolicy: 'x' }],
	[['no-way-to-pay'], { tickets: [paid, { ...ticket, salesEndAt: past }], refundPolicy: 'x' }],
	[['some-unpayable'], { tickets: [paid, ticket], refundPolicy: 'x' }],
	[['some-unpayable'], { tickets: [ticket, { ...ticket, kind: 'add_on' }], refundPolicy: 'x' }],
	[[], { tickets: [ticket, { ...paid, salesEndAt: past }], refundPolicy: 'x' }],
	[[], { tickets: [ticket, { ...paid, isClosed: true }] }],
	[[], { tickets: [paid], isExternal: true, refundPolicy: 'x' }],
	[[], { tickets: [paid, ticket], takesMoney: true, refundPolicy: 'x' }],
	[['no-refund-policy'], { tickets: [paid], takesMoney: true }],
	[['no-seller-details'], { missingDetails: ['address', 'countryCode'] }],
	[['no-tax-reason'], { missingDetails: ['taxReason'] }],
	[['no-seller-details', 'no-tax-reason'], { missingDetails: ['taxNumber', 'taxReason'] }],
	[[], { missingDetails: ['name', 'taxReason'], isExternal: true }],
	[['fill-in-page'], { fillIns: [{ part: 'page', text: 'title, speaker' }] }],
	[['fill-in-offer'], { fillIns: [{ part: 'offer', text: 'Name of the tour' }] }],
	[['fill-in-title'], { fillIns: [{ part: 'title', text: 'Concert' }] }],
	[['no-description'], { description: ' ' }],
	[['no-place'], { hasPlace: false }],
	[['no-online-link'], { format: 'online', hasPlace: false }],
	[['cover-without-alt'], { hasPicture: true }],
	[['sales-end-after-start'], { tickets: [{ ...ticket, salesEndAt: at('2027-02-01T20:00:00Z') }] }],
	[['capacity-open'], { tickets: [{ ...ticket, isUnlimited: true }] }],
	[[], { tickets: [{ ...ticket, isUnlimited: true }], format: 'online', hasOnlineLink: true }],
];

test.each(cases)('%j by %j', (expected, change) => {
	const { blockers, advice } = reviewEvent({ ...good, ...change });
	expect([...blockers, ...advice]).toEqual(expected);
});

test('every code is met by a case', () => {
	const met = cases.flatMap(([codes]) => codes);
	expect([...reviewBlockers, ...reviewAdvice].filter((code) => !met.includes(code))).toEqual([]);
});
