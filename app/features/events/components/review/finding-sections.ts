import type { ReviewAdvice, ReviewBlocker } from '#shared/rules/event-review.ts';

/** The part of the edit page where each finding is settled; `payments` and `organisation` are pages of their own. */
export const findingSections: Record<ReviewBlocker | ReviewAdvice, string> = {
	'email-not-verified': '',
	'organisation-locked': '',
	'no-new-date': 'times',
	'starts-in-past': 'times',
	'nothing-on-sale': 'tickets',
	'no-way-to-pay': 'payments',
	'fill-in-title': 'basics',
	'fill-in-page': 'page',
	'fill-in-offer': 'tickets',
	'some-unpayable': 'payments',
	'no-seller-details': 'organisation',
	'no-tax-reason': 'tickets',
	'no-description': 'page',
	'no-place': 'place',
	'no-online-link': 'place',
	'cover-without-alt': 'cover',
	'sales-end-after-start': 'tickets',
	'capacity-open': 'tickets',
	'no-refund-policy': 'settings',
};
