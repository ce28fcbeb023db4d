import { msg } from '@lingui/core/macro';
import type { StatusTone } from '#app/ui/status-badge.tsx';
import type { MonthlyGift } from '#shared/contracts/agreements.ts';
import type { Donation } from '#shared/contracts/fundraisers.ts';
import type { GiftAidDeclaration } from '#shared/contracts/gift-aid.ts';
import type { ListedPage } from '#shared/contracts/supporter-pages.ts';
import type { ReportReason } from '#shared/rules/fundraisers.ts';

/** How a donation came. */
export const sourceLabels: Record<Donation['source'], ReturnType<typeof msg>> = {
	online: msg`Online`,
	offline: msg`Offline`,
};

/** How an offline donation was paid. */
export const wayLabels: Record<NonNullable<Donation['way']>, ReturnType<typeof msg>> = {
	cash: msg`Cash`,
	transfer: msg`Bank transfer`,
};

/** How a monthly donation goes on. */
export const monthlyStateLabels: Record<MonthlyGift['state'], ReturnType<typeof msg>> = {
	incomplete: msg`Not begun`,
	active: msg`Active`,
	past_due: msg`Declined, tried again`,
	paused: msg`Paused`,
	ended: msg`Ended`,
};

export const monthlyStateTones: Record<MonthlyGift['state'], StatusTone> = {
	incomplete: 'pending',
	active: 'success',
	past_due: 'warning',
	paused: 'info',
	ended: 'neutral',
};

/** Why a monthly donation ended, by the reason that the server knows. */
export const endedLabels: Record<string, ReturnType<typeof msg> | undefined> = {
	payer: msg`Ended by the donor`,
	unpaid: msg`Ended after declined charges`,
	organiser: msg`Ended by your team`,
	'event-cancelled': msg`Ended with the event`,
};

/** Whether a supporter’s page is public. */
export const pageStateLabels: Record<ListedPage['state'], ReturnType<typeof msg>> = {
	waiting: msg`Waiting for approval`,
	shown: msg`Public`,
	hidden: msg`Hidden`,
	removed: msg`Removed`,
};

export const pageStateTones: Record<ListedPage['state'], StatusTone> = {
	waiting: 'pending',
	shown: 'success',
	hidden: 'warning',
	removed: 'neutral',
};

/** How a Gift Aid declaration stands. */
export const declarationStateLabels: Record<GiftAidDeclaration['state'], ReturnType<typeof msg>> = {
	waiting: msg`Donor may cancel`,
	valid: msg`Valid`,
	claimed: msg`Claimed`,
	cancelled: msg`Cancelled`,
};

export const declarationStateTones: Record<GiftAidDeclaration['state'], StatusTone> = {
	waiting: 'warning',
	valid: 'info',
	claimed: 'success',
	cancelled: 'neutral',
};

/** Why a visitor reported a page. */
export const reportReasonLabels: Record<ReportReason, ReturnType<typeof msg>> = {
	fraud: msg`looks like fraud`,
	impersonation: msg`another person’s name or picture`,
	offensive: msg`offensive`,
	other: msg`something else`,
};
