import type Stripe from 'stripe';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { chargeStep, toProvider } from '#shared/lib/provider-amounts.ts';
import { makeId, unix } from './ids.ts';
import type { Session } from './session.ts';

/**
 * Stripe’s fee on a payment: 1.5 % and 0.25, as for cards of the European Economic Area. Real prices depend on country, card and
 * contract; the figure only has to be of the right size.
 */
const processingFee = { basisPoints: 150, fixed: 25 };

/** What a dispute costs, in the smallest unit of its currency. */
export const disputeFee = 2000;

/** ISK and UGX are sent with two digits that are always 00; elsewhere every unit counts. */
export function wholeUnits(amount: number, currency: string): number {
	const code = currency.toUpperCase();
	const unit = Math.max(1, toProvider(chargeStep(code), code) / chargeStep(code));
	return Math.floor(amount / unit) * unit;
}

/** In the provider's units, never more than what the application fee leaves. */
export function feeFor(amount: number, applicationFee: number, currency: string): number {
	const hasDigits = currencyDigits(currency.toUpperCase()) > 0;
	const fixed = hasDigits ? processingFee.fixed : 0;
	const fee = Math.round((amount * processingFee.basisPoints) / 10_000) + fixed;
	return Math.max(0, Math.min(wholeUnits(fee, currency), amount - applicationFee));
}

/** Writes a movement of the balance. @param movement `amount` and `fee` are signed: a returned fee is negative */
export function addBalanceItem(
	session: Session,
	movement: {
		account?: string;
		type: Stripe.BalanceTransaction['type'];
		category: string;
		amount: number;
		currency: string;
		applicationFee?: number;
		providerFee?: number;
		source: string;
		description?: string;
		/** Seconds until it can be paid out. */
		availableIn?: number;
		/** The payout that it belongs to from the start: the payout's own. */
		payout?: string;
	},
): Stripe.BalanceTransaction {
	const { currency, applicationFee = 0, providerFee = 0 } = movement;
	const detail = (
		amount: number,
		type: string,
		description: string,
	): Stripe.BalanceTransaction.FeeDetail[] =>
		amount === 0 ? [] : [{ amount, application: null, currency, description, type }];
	const fee = applicationFee + providerFee;
	const availableIn = movement.availableIn ?? 0;
	const item: Stripe.BalanceTransaction = {
		id: makeId('txn'),
		object: 'balance_transaction',
		amount: movement.amount,
		available_on: unix(session.now) + availableIn,
		balance_type: 'payments',
		created: unix(session.now),
		currency,
		description: movement.description ?? null,
		exchange_rate: null,
		fee,
		fee_details: [
			...detail(applicationFee, 'application_fee', 'Application fee'),
			...detail(providerFee, 'stripe_fee', 'Stripe processing fees'),
		],
		net: movement.amount - fee,
		reporting_category: movement.category,
		source: movement.source,
		status: availableIn > 0 ? 'pending' : 'available',
		type: movement.type,
	};
	session.put(
		'balance_transaction',
		item,
		{ payout: movement.payout ?? '' },
		movement.account ?? session.account,
	);
	return item;
}

/** As the API shows it now: what was pending becomes available by itself. */
export function showBalanceItem(item: Stripe.BalanceTransaction, now: Date): Stripe.BalanceTransaction {
	return { ...item, status: item.available_on <= unix(now) ? 'available' : 'pending' };
}
