/** The purpose of a repeated payment. */
export const agreementKinds = ['plan', 'gift'] as const;
export type AgreementKind = (typeof agreementKinds)[number];

export const agreementIntervals = ['month', 'year'] as const;
export type AgreementInterval = (typeof agreementIntervals)[number];

/**
 * States of an agreement to pay again and again. `incomplete`: its first payment has not come yet; `past_due`: a charge was declined and is
 * tried again; `paused`: nothing is charged until a day that the payer chose.
 */
export const agreementStates = ['incomplete', 'active', 'past_due', 'paused', 'ended'] as const;
export type AgreementState = (typeof agreementStates)[number];

/** One period of an agreement: what is charged for it, once. `abandoned`: its payer chose something else before it was paid, or it ended unpaid. */
export const agreementPeriodStates = ['open', 'paid', 'abandoned'] as const;

const moves: Record<AgreementState, readonly AgreementState[]> = {
	incomplete: ['active', 'ended'],
	active: ['past_due', 'paused', 'ended'],
	past_due: ['active', 'ended'],
	paused: ['active', 'ended'],
	ended: [],
};

/** The states from which an agreement may get to another one, for the guard of the statement that writes it. */
export const agreementStatesBefore = (to: AgreementState): AgreementState[] =>
	agreementStates.filter((from) => moves[from].includes(to));

const dayMs = 86_400_000;

/** Days after the first refused charge on which it is tried: after the last one the agreement ends. */
export const dunningDays = [0, 3, 5, 7] as const;

/**
 * What a refused charge leads to: another one on a later day, or the end.
 * @param failures refusals of this period, with this one
 * @param failingSince of the first one
 */
export function afterFailure(
	failures: number,
	failingSince: Date,
): { state: 'past_due'; nextAt: Date } | { state: 'ended'; nextAt: null } {
	const day = dunningDays[failures];
	if (day === undefined) return { state: 'ended', nextAt: null };
	return { state: 'past_due', nextAt: new Date(failingSince.getTime() + day * dayMs) };
}

/**
 * The end of the period that begins at an instant: the same day of the month as the first period began on, or the last day of a shorter
 * month. An agreement of 31 January is charged on 28 February and on 31 March.
 */
export function periodEnd(startsAt: Date, every: AgreementInterval, anchorDay: number): Date {
	const months = startsAt.getUTCMonth() + (every === 'year' ? 12 : 1);
	const lastDay = new Date(Date.UTC(startsAt.getUTCFullYear(), months + 1, 0)).getUTCDate();
	const end = new Date(startsAt);
	end.setUTCDate(1);
	end.setUTCMonth(months, Math.min(anchorDay, lastDay));
	return end;
}

/**
 * The unused part of a paid period, in minor units: by whole days that have not begun, rounded down, never more than was paid.
 */
export function unusedMinor(period: { paidMinor: number; startsAt: Date; endsAt: Date }, now: Date): number {
	const days = Math.round((period.endsAt.getTime() - period.startsAt.getTime()) / dayMs);
	const left = Math.floor((period.endsAt.getTime() - now.getTime()) / dayMs);
	if (days <= 0) return 0;
	return Math.floor((period.paidMinor * Math.min(days, Math.max(0, left))) / days);
}
