import { leastStep } from '#shared/lib/currencies.ts';
import { chargeStep, leastCharge } from '#shared/lib/provider-amounts.ts';
import { MAX_AMOUNT } from './money.ts';

/** The step of prices and totals in minor units, such that people can pay them and a card can be charged: 1 for EUR, 100 for HUF. */
export const amountStep = (currency: string): number => Math.max(leastStep(currency), chargeStep(currency));

export type ChargeProblem = 'amount-too-small' | 'amount-too-large' | 'amount-step';

/** Why an amount in minor units cannot be charged; null: it can. 0 is not charged at all and never a problem. */
export function chargeProblem(amountMinor: number, currency: string): ChargeProblem | null {
	if (amountMinor === 0) return null;
	if (amountMinor % amountStep(currency) !== 0) return 'amount-step';
	if (amountMinor < leastCharge(currency)) return 'amount-too-small';
	return amountMinor > MAX_AMOUNT ? 'amount-too-large' : null;
}
